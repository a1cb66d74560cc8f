import type { AppText } from "../app-text.ts";

/** Reports in the names of blueprint-hotel-reservation, as agents write them: symptoms first, evidence, what was ruled out. The reader of reports is tuned on them. */
export default [
  {
    text: "Most user requests (~87%) time out although no pod is unready and there is not one warning event. This is a metastable failure:\n\n1. ConfigMap `rpc` sets GRPC_CLIENT_TIMEOUT=80ms and GRPC_CLIENT_RETRIES_ON_ERROR=18. One slow answer turns into up to 19 calls at each hop; rate-service gets 60x what users ask of frontend-service.\n2. LimitRange `compute-defaults` injects a default CPU limit of 45m into every container, hardly more than they need on a calm day, so the extra work can never be drained.\n\nThe trigger (a ~30 s network slowdown at 10:12) is long gone, the storm feeds itself. Restarting pods only helps until the next hiccup. Needed: timeout 1s / 1 retry in the ConfigMap, drop the CPU default from the LimitRange, restart all services.",
    claims: ["configmap/rpc meta-retry-storm-capacity", "limitrange/compute-defaults capacity-cap"],
  },
  {
    text: 'ConfigMap rpc is wrong: GRPC_CLIENT_RETRIES_ON_ERROR "25" with GRPC_CLIENT_TIMEOUT "40ms". A 40-second traffic spike at 18:03 tipped it over; user load is back to 120 rps but recomd-service and profile-service still see ~2600 rps of retried calls that nobody waits for. Pods all ready, no CPU limits, no quota. Restore 1 / 1s in the ConfigMap and restart the consumers.',
    claims: ["configmap/rpc meta-retry-storm-spike"],
  },
  {
    text: "recomd-service: CrashLoopBackOff. Last log line `server selection error: ... { Addr: recomd-db:27117, Type: Unknown, Last error: connection refused }`. Funny thing is RECOMD_DB_DIAL_ADDR says recomd-db:27017 and recomd-db does listen there. The deployed image tag is 20260913-recomd-hotfix2, the previous revision ran 20260913-recomd; that hotfix build has the mongo address hardcoded with the wrong port and ignores the env. Roll back deployment recomd-service. Database and ConfigMap don't need any change.",
    claims: ["deployment/recomd-service app-wrong-store-port"],
  },
  {
    text: "Slow hotel details. In Jaeger, profile-service's own span time is +300 ms on each request, constant, whether cache hit or miss; its children profile-cache and profile-db take 1-2 ms as ever. CPU flat at 12m, so it isn't computing, it's sleeping. Started exactly with the rollout of tag 20260913-profile-r7. => the new build of profile-service contains a sleep. `kubectl rollout undo deploy/profile-service`.",
    claims: ["deployment/profile-service code-artificial-delay"],
  },
  {
    text: "~35% of bookings fail: `rpc error: code = InvalidArgument desc = missing required parameter: roomNumber`. Both reserv-db and reserv-cache fine, every pod ready. frontend-service sends the full request (checked in the trace), so the value gets lost inside reserv-service, whose image was bumped to ...-reserv-1.3.0 an hour ago and doesn't pass that argument on to its storage layer on one code path. Regression in the release; revert the image of deployment/reserv-service.",
    claims: ["deployment/reserv-service code-missing-parameter"],
  },
  {
    text: 'search-service panics on boot, "dial geo-servise:12345: no such host". In cm/search-service-container-env GEO_SERVICE_GRPC_DIAL_ADDR is "geo-servise:12345", misspelled, should be geo-service:12345. The other ConfigMaps are right. Fix value, restart search-service (env only read at start).',
    claims: ["configmap/search-service-container-env configmap-key-drift"],
  },
  {
    text: "root cause: leftover canary. `kubectl get endpoints geo-service` has 2 IPs; one is geo-service-5d9c, the other belongs to Deployment geo-service-canary (label track=canary, image tag 20260820-geo-rc1, 41 days old). Its pod is Ready but answers nearly everything with INTERNAL, which is why exactly half of the nearby searches fail. All error spans carry the canary's pod name. The stable geo-service is OK. Delete deployment/geo-service-canary.",
    claims: ["deployment/geo-service-canary hostile-canary-left"],
  },
  {
    text: 'user-service restarts every ~30 s.\n\nEvents:\n  Warning  Unhealthy  Liveness probe failed: Get "http://10.244.1.17:12345/healthz": net/http: HTTP/1.x transport connection broken: malformed HTTP response "\\x00\\x00\\x06\\x04..."\n  Normal   Killing    Container user-service-container failed liveness probe, will be restarted\n\n12345 is the gRPC port. Someone has attached an httpGet liveness probe to it in deployment/user-service. Between two restarts login works, so the errors come in waves. user-db is not involved. Fix: remove the probe or make it `grpc:`/`tcpSocket:`.',
    claims: ["deployment/user-service probe-wrong-protocol"],
  },
  {
    text: 'rate-db is OOMKilled right after start, exit 137. `kubectl get deploy rate-db -o yaml` has NO resources section at all, therefore I wondered where the limit of 24Mi in the pod comes from: annotation kubernetes.io/limit-ranger: "LimitRanger plugin set: memory limit for container rate-db-container". `kubectl describe limitrange mem-defaults` -> default memory 24Mi. mongod needs ~70Mi idle. Older pods predate the LimitRange, hence they are still alive, but every one of them would die on the next restart.\n\nAction: delete limitrange/mem-defaults (or raise default), then restart rate-db.',
    claims: ["limitrange/mem-defaults limitrange-default-tiny"],
  },
  {
    text: 'reserv-cache has 0 pods. ReplicaSet: `Error creating: pods "reserv-cache-6b7f8-" is forbidden: failed quota: team-memory: must specify requests.memory for: reserv-cache-container`. ResourceQuota team-memory (hard: requests.memory 16Gi, used 0) forces each pod to state a memory request and none of our charts does. Not exhausted, raising it is useless. Remove the quota or its requests.memory line.',
    claims: ["resourcequota/team-memory quota-memory-unset-requests"],
  },
  {
    text: 'The Service frontend-service has selector {tier: web} since today. This label is on the pods of frontend-service, but also on the pods of user-service (it was added in both templates). So the endpoints list is mixed: 10.244.1.9:2000 is a frontend, 10.244.3.4:2000 is user-service which listens at 12345 only. Every second connection of users is "connection refused". No pod is unhealthy. Solution is to give the old selector io.kompose.service=frontend-service back to the Service.',
    claims: ["service/frontend-service service-selects-foreign-pods"],
  },
  {
    text: "svc/rate-cache -> Endpoints: <none>\nselector: io.kompose.service=rate-cache,release=v2\npods have io.kompose.service=rate-cache only, nothing has release=v2.\n=> rate-service gets refused on rate-cache:11211. cache pod fine. Drop release=v2 from the selector.",
    claims: ["service/rate-cache service-selector-mismatch"],
  },
  {
    text: "Why do reservations fail? reserv-service cannot connect to reserv-db:27017 through the ClusterIP (refused), whereas connecting to the pod IP 10.244.2.8:27017 works right away. `kubectl get svc reserv-db` prints `27017/UDP`. The port's protocol got changed from TCP to UDP, so kube-proxy has no TCP rule for it. Endpoints are listed, which misled me in the beginning. Patch service reserv-db, spec.ports[0].protocol: TCP.",
    claims: ["service/reserv-db service-protocol-mismatch"],
  },
  {
    text: "Login broken: user-service times out dialing user-db:27017.\n\n* user-db pod: Running, 1/1, IP 10.244.3.22\n* Service user-db: **no selector**; its only EndpointSlice `user-db-manual` was hand-written (no managed-by controller label, no targetRef) and contains 10.244.1.40, the address of a pod which doesn't exist any more\n* so all traffic to the Service goes to a dead IP\n\nRestore spec.selector on the Service and delete that slice. Putting the new IP in the slice would break at the next reschedule.",
    claims: ["service/user-db manual-endpoints-stale"],
  },
  {
    text: "`lookup profile-service on 10.96.0.10:53: no such host` from frontend-service. Service profile-service exists, with endpoints. All other names resolve through the very same CoreDNS pods (both Ready). Reason: Corefile in kube-system/coredns contains\n\n    template IN A profile-service.blueprint-hotel-reservation.svc.cluster.local {\n        rcode NXDOMAIN\n    }\n\nDelete this block from the ConfigMap coredns and restart CoreDNS. Recreating the Service doesn't change anything.",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  {
    text: 'After the node maintenance geo-db never came back. Its ReplicaSet: FailedCreate, `pods "geo-db-" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false, unrestricted capabilities, runAsNonRoot != true, seccompProfile`. Namespace blueprint-hotel-reservation was labelled pod-security.kubernetes.io/enforce=restricted this morning. None of the workloads meets that; geo-db is simply the first that had to be recreated, and any other will be next. Remove the label (or use baseline).',
    claims: ["namespace/blueprint-hotel-reservation psa-restricted"],
  },
  {
    text: 'rate-db can never finish booting: startupProbe tcpSocket 27017, periodSeconds 1, failureThreshold 1, no initial delay. mongod requires 4-5 s until it listens. kubelet kills it after the first miss ("Startup probe failed: dial tcp 10.244.2.5:27017: connect: connection refused", Killing), started=false forever, CrashLoopBackOff. The port is the right one, memory is OK (no OOM). Give the probe on deployment rate-db a budget (failureThreshold 30), or throw it out.',
    claims: ["deployment/rate-db startup-probe-too-short"],
  },
  {
    text: "profile-cache flaps. livenessProbe: httpGet path=/health port=8086, memcached has only 11211 open -> kubelet kills the container again and again (23 restarts). Each time the cache is cold and profile-service gets slow. Take that probe out of deployment/profile-cache.",
    claims: ["deployment/profile-cache liveness-probe-wrong-endpoint"],
  },
  {
    text: "search-service Pending, 0/4 nodes are available: 3 node(s) didn't match pod topology spread constraints (missing required label), 1 had untolerated taint (that's the control plane, normal). The Deployment has topologySpreadConstraints with topologyKey: topology.example.com/rack and whenUnsatisfiable: DoNotSchedule; `kubectl get nodes --show-labels | grep rack` -> empty. No node is short of CPU/mem. Remove the constraint or make it ScheduleAnyway.",
    claims: ["deployment/search-service topology-spread-unsatisfiable"],
  },
  {
    text: 'rate-service pods exit 2 seconds after start. Log in full:\n  "level=fatal msg=\\"license block not found in embedded config, refusing to start\\""\nIt doesn\'t mention rate-db or rate-cache, and they\'re well. Image ghcr.io/sregym/blueprint-hotel:20260913-rate-next pulls OK; the one before was :20260913-rate. So the freshly pushed build is defective. Roll deployment/rate-service back to the previous tag.',
    claims: ["deployment/rate-service image-buggy-build"],
  },
  {
    text: 'Nothing is broken for users, but the roll-out of reserv-service has been stuck for 40 min (ProgressDeadlineExceeded). ResourceQuota pod-budget: pods 18/18. Strategy is maxSurge 1 / maxUnavailable 0, so the deployment needs a 19th pod before it may stop the old one, and gets "exceeded quota: pod-budget, requested: pods=1, used: pods=18, limited: pods=18". Neither side can move. Raise the quota by at least one pod; the image of the new revision is OK.',
    claims: ["resourcequota/pod-budget rollout-quota-deadlock"],
  },
  {
    text: "issue:\n  resource: PersistentVolumeClaim/geo-tiles\n  namespace: blueprint-hotel-reservation\n  state: Pending\n  event: 'ProvisioningFailed: NodePath only supports ReadWriteOnce and ReadWriteOncePod (1.22+) access modes'\n  cause: spec.accessModes is [ReadWriteMany], which local-path can't provide\nimpact: new geo-service pod Pending; old one keeps serving\nfix: recreate the claim with ReadWriteOnce",
    claims: ["persistentvolumeclaim/geo-tiles pvc-access-mode-mismatch"],
  },
  {
    text: "two things.\n(1) profile-service → profile-db: i/o timeout. NetworkPolicy profile-db-ingress lets everybody in, but only at TCP 5432; mongo is on 27017. Looks like it was copied from a postgres. Change port to 27017.\n(2) no traces since yesterday: deployment jaeger is at replicas: 0. Scale it to 1. (Has nothing to do with (1).)",
    claims: ["networkpolicy/profile-db-ingress netpol-port-block", "deployment/jaeger scale-to-zero"],
  },
  {
    text: "No fault present. Checked: pods 18/18 ready with no restarts in the last 3 days; endpoints of all Services populated; Corefile default; no NetworkPolicy; ResourceQuota `team-default` at 18/60 pods (plenty of room, not a problem); GRPC timeouts 1s, 1 retry as in the chart; p99 of /hotels 42 ms. The alert that woke me was a Prometheus scrape gap.",
    claims: [],
  },
  {
    text: 'Findings, both needed for recovery:\n\n- geo-service can\'t find its database: `lookup geo-db: no such host`. The Service geo-db does not exist any more (pods of deployment geo-db still run happily). Someone deleted it; re-create with port 27017 and selector io.kompose.service=geo-db.\n- independent of that, user-service hangs in ContainerCreating/CreateContainerConfigError, `configmap "user-service-container-env" not found`. That ConfigMap has been deleted as well. Re-apply it from the chart.',
    claims: ["service/geo-db service-missing", "configmap/user-service-container-env configmap-missing"],
  },
] satisfies readonly AppText[];
