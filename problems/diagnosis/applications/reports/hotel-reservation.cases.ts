import type { AppText } from "../app-text.ts";

/** Reports in the names of hotel-reservation, as agents write them: symptoms first, evidence, what was ruled out. The reader of reports is tuned on them. */
export default [
  {
    text: 'geo panics: "(Unauthorized) not authorized on geo-db to execute command { find: \\"geo\\" ... }". Login itself succeeds, so the password is right. `db.getSiblingDB("admin").getUser("admin")` on mongodb-geo returns roles: [] — the readWrite role of user admin on geo-db was revoked. search and frontend fail only because geo is down. Repair: grantRolesToUser("admin",[{role:"readWrite",db:"geo-db"}]), restart geo.',
    claims: ["mongouser/admin@geo-db mongo-role-revoked"],
  },
  {
    text: 'rate: "unable to authenticate using mechanism SCRAM-SHA-256: (AuthenticationFailed) Authentication failed". I went into mongodb-rate as root: db.getUsers() in admin lists root only. The application user `admin` (for rate-db) is no longer there; somebody dropped it. The init script mongo-rate-script only runs on an empty data dir, thus restarting doesn\'t bring it back. Recreate admin/admin with readWrite on rate-db.',
    claims: ["mongouser/admin@rate-db mongo-user-dropped"],
  },
  {
    text: 'mongodb-profile CrashLoopBackOff, exit code 62. Log: "Wrong mongod version", "UPGRADE PROBLEM: Found an invalid featureCompatibilityVersion document (4.4)". The image was changed from mongo:4.4.6 to mongo:7.0 in one jump; that release can\'t open files written by 4.4. Profile still answers what is in memcached-profile, the rest errors. PVC intact — whatever you do, don\'t wipe it. Set image back to mongo:4.4.6.',
    claims: ["deployment/mongodb-profile image-store-incompatible"],
  },
  {
    text: "Search has been failing at ~95% since a 15-second burst at 08:30, with the load meanwhile at its usual 90 rps and all pods ready.\n\nrate: RATE_BACKEND_QPS_LIMIT lowered 500 → 120, RATE_QUEUE_CAPACITY 192. Queue depth metric is pinned at 192, expired requests increasing ~300/s: what it works on has been abandoned by the caller already.\nsearch: RATE_RPC_MAX_ATTEMPTS raised 2 → 5 with RATE_RPC_TIMEOUT_MS=500, so each search makes up to five attempts and keeps that queue full.\n\nBoth envs have to be reverted (deployment rate and deployment search). A restart of rate drains the queue, but the next burst brings us back here.",
    claims: ["deployment/rate meta-queue-collapse", "deployment/search meta-retry-storm-capacity"],
  },
  {
    text: 'recommendation answers `Unimplemented: unknown service recommendation.Recommendation`. Container command in its Deployment is ["profile"], i.e. out of the all-in-one image the profile binary gets started, it listens on 8081 and even registers itself in consul as srv-profile. Change the command to ["recommendation"]. The image is right.',
    claims: ["deployment/recommendation command-wrong-binary"],
  },
  {
    text: 'reservation-6d8b... ContainerCreating 21m; FailedMount MountVolume.SetUp failed for volume "config": configmap "reservation-config" not found. Restore ConfigMap reservation-config (same config.json as its siblings e.g. user-config). Nothing else broken; memcached-reserve and mongodb-reservation OK.',
    claims: ["configmap/reservation-config configmap-missing"],
  },
  {
    text: 'mongodb-user Pending → user can\'t start → login 500.\nFailedScheduling: persistentvolumeclaim "user-pvc-old" not found.\n`kubectl get pvc` lists user-pvc, Bound, 1Gi, with the data. So deployment/mongodb-user refers to the wrong claimName (spec.template.spec.volumes[0].persistentVolumeClaim.claimName: user-pvc-old). Fix reference. Do NOT create an empty user-pvc-old.',
    claims: ["deployment/mongodb-user pvc-claim-mismatch"],
  },
  {
    text: "Sequence of events: memcached-rate pod was deleted at 03:12 → RS could not re-create it: `exceeded quota: compute-budget, requested: requests.cpu=100m, used: requests.cpu=1800m, limited: requests.cpu=1800m`. The ResourceQuota compute-budget was created at 03:10 and permits 1.8 cores of requests for the namespace whereas the whole app needs 1.9. Nodes are 20% utilised, it's pure bookkeeping. Raise requests.cpu in compute-budget to e.g. 4 or delete it.",
    claims: ["resourcequota/compute-budget quota-cpu"],
  },
  {
    text: "kubectl get nodes\nNAME            STATUS                     ROLES\ncontrol-plane   Ready                      control-plane\nworker-1        Ready,SchedulingDisabled   <none>\nworker-2        Ready,SchedulingDisabled   <none>\nworker-3        Ready,SchedulingDisabled   <none>\n\nconsul lost its pod and can't be placed anywhere: \"3 node(s) were unschedulable\". Somebody drained/cordoned all workers and forgot to uncordon. `kubectl uncordon worker-1 worker-2 worker-3`. There's no fault in the consul deployment.",
    claims: ["node/* cordoned-node"],
  },
  {
    text: 'search rollout stuck, new pod Pending "0/4 nodes are available: 3 Insufficient cpu". requests.cpu of container hotel-reserv-search is "24", the biggest worker has 8 allocatable. I suppose someone meant 240m. limits.cpu was raised to 24 along with it. Old pods keep serving. Revert deployment/search.',
    claims: ["deployment/search cpu-request-exceeds-node"],
  },
  {
    text: "mongodb-recommendation is being killed by its own liveness probe while still starting: initialDelaySeconds 0, periodSeconds 1, failureThreshold 1 on tcp 27017 (port is correct!). mongod takes 3 - 4 secs to open the port. Log always breaks off in the middle of WiredTiger recovery. 31 restarts. I'd give initialDelaySeconds: 30 or remove it.",
    claims: ["deployment/mongodb-recommendation liveness-probe-too-aggressive"],
  },
  {
    text: "`user` restarts constantly: Liveness probe failed: dial tcp 10.244.2.14:8096: connect: connection refused. User service listens on 8086; tcpSocket.port 8096 in the probe is a typo. Logins succeed in the gaps between restarts. Change to 8086 or delete the livenessProbe from deploy/user.",
    claims: ["deployment/user probe-wrong-port"],
  },
  {
    text: "Full outage of `frontend`, self-inflicted by a rollout. Two defects in the same Deployment:\n\n- strategy.rollingUpdate: maxUnavailable 100%, maxSurge 0% → all 3 old pods were removed in one go\n- the new template has an initContainer `wait-for-settings` which does nslookup on settings-server.hotel-reservation.svc in a loop; such a Service never existed, pods sit in Init:0/1 for ever\n\nEither alone would have been harmless or at least not an outage. Roll back the template and set maxUnavailable to 25% / maxSurge 25%.",
    claims: ["deployment/frontend rolling-update-drains-all", "deployment/frontend init-dependency-hang"],
  },
  {
    text: "profile pods 0/1 Init:0/1 for half an hour, no restarts, no warnings. kubectl logs -c await-db: \"** server can't find profile-db-primary.hotel-reservation.svc.cluster.local: NXDOMAIN\" every 2s. There's no Service with that name and never was. The init container await-db in deployment profile must go. (mongodb-profile is reachable.)",
    claims: ["deployment/profile init-dependency-hang"],
  },
  {
    text: 'memcached-profile has desired 1 / current 0. Condition ReplicaFailure: pods "memcached-profile-..." is forbidden: error looking up service account hotel-reservation/cache-runner: serviceaccount "cache-runner" not found. The template\'s serviceAccountName was set to cache-runner, which nobody created. Take the field out (default SA is enough).',
    claims: ["deployment/memcached-profile service-account-missing"],
  },
  {
    text: "geo <-> mongodb-geo: connection timeouts (not refused). I verified: mongodb-geo up, 1/1; Service has endpoint; password OK from inside the pod; DNS OK. `kubectl get netpol` shows lockdown-geo-store, podSelector io.kompose.service=mongodb-geo, policyTypes Ingress+Egress, zero rules => everything dropped both ways. That's the root cause; delete lockdown-geo-store. The other policy, allow-monitoring, was there before and is harmless.",
    claims: ["networkpolicy/lockdown-geo-store network-policy-deny"],
  },
  {
    text: 'name resolution for the ENTIRE namespace is broken: frontend -> "lookup consul on 10.96.0.10:53: no such host", the same for memcached-*, mongodb-*, jaeger. kubernetes.default resolves, and so do services in other namespaces. CoreDNS pods are Ready, I restarted them, no change. Corefile (ConfigMap coredns, kube-system) carries\n\ntemplate ANY ANY hotel-reservation.svc.cluster.local {\n  rcode NXDOMAIN\n}\n\nLikely from a decommissioning playbook. Remove stanza + restart coredns.',
    claims: ["configmap/kube-system/coredns dns-zone-nxdomain"],
  },
  {
    text: "search's PVC `search-index` remains Pending; event FailedBinding: volume \"pvc-2f1c9a4e\" already bound to a different claim. spec.volumeName in search-index points to that PV, but it belongs to rate-pvc. So the deployment search can't start its new pod (unbound PVC). Recreate search-index without volumeName.",
    claims: ["persistentvolumeclaim/search-index pv-occupied"],
  },
  {
    text: "geo eats 0.55 core more than before at an unchanged 60 rps, each Nearby call +8ms. pprof shows 80% in a for-loop which does nothing useful. Tag was switched from latest to 20260610-exp; going back cures it. So: the build running in deployment/geo spins CPU. No limit/quota issue, no errors.",
    claims: ["deployment/geo code-busy-loop"],
  },
  {
    text: 'frontend → "no such host consul". Service consul was deleted (pod is OK). And when I tried to re-apply it: `services "consul" is forbidden: exceeded quota: object-caps, requested: services=1, used: services=19, limited: services=19`. So ResourceQuota object-caps must be raised (or removed) first, and then the Service consul be created again. Both are root causes, the second would be hidden by the first.',
    claims: ["resourcequota/object-caps quota-services", "service/consul service-missing"],
  },
  {
    text: "Service mongodb-rate: Internal Traffic Policy: Local. The only mongod pod lives on worker-3, while the rate pods run on worker-1 and get no answer (dial timeout); a debug pod on worker-3 connects at once. Endpoint ready, no events, no netpol. Set spec.internalTrafficPolicy to Cluster.",
    claims: ["service/mongodb-rate internal-traffic-policy-local"],
  },
  {
    text: "Two unrelated findings:\n\n| # | where | what |\n|---|---|---|\n| 1 | Deployment geo | replicas = 0, no pod at all. ScalingReplicaSet event 'Scaled down replica set geo-57d8 from 1 to 0' 35m ago |\n| 2 | Service mongodb-profile | targetPort 27018, mongod listens on 27017 -> profile gets connection refused |\n\nRestore replicas to 1; set targetPort 27017.",
    claims: ["deployment/geo scale-to-zero", "service/mongodb-profile service-target-port-mismatch"],
  },
  {
    text: "memcached-reserve: exit 137 OOMKilled, limit memory 1Mi (!!), in the deployment's own template. Should be ~64Mi or unset. reservation falls back to mongo and errors. Not a leak: it dies within a second of start with no traffic.",
    claims: ["deployment/memcached-reserve memory-limit-too-small"],
  },
  {
    text: "consul was unreachable for all services: svc/consul port 8500 had protocol UDP instead of TCP. Already patched it to TCP, services re-registered, error rate 0. Leaving this note so that the chart gets checked too.",
    claims: ["service/consul service-protocol-mismatch"],
  },
  {
    text: "Result of the check-up: healthy. I compared every Deployment, Service, ConfigMap, PVC and node against the chart and saw no drift; jaeger traces show no error span in 1 h; mongodb-geo and mongodb-rate users have their readWrite roles. memcached-rate restarted once on Monday, which is explained by the kernel update of worker-2. No root cause to report.",
    claims: [],
  },
] satisfies readonly AppText[];
