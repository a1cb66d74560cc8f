import type { AppText } from "../app-text.ts";

/** Reports in the names of fleetcast, as agents write them: symptoms first, evidence, what was ruled out. The reader of reports is tuned on them. */
export default [
  {
    text: 'The TiDB operator is down, the database isn\'t. `tidb-controller-manager-6c5d...  0/1  ImagePullBackOff`; image is "pingcap/tidb-opertor:v1.6.3" and Docker Hub has no such repository. basic-pd, basic-tikv and basic-tidb keep serving, but any edit to TidbCluster basic is ignored until the image of deployment tidb-controller-manager is corrected to pingcap/tidb-operator:v1.6.3.',
    claims: ["deployment/tidb-controller-manager op-operator-image-broken"],
  },
  {
    text: 'Cluster is clogged: 74 pods basic-tidb-N, 66 of them Pending with "Insufficient cpu / Insufficient memory", and other workloads find no room when they restart.\n\nI tried `kubectl scale sts basic-tidb --replicas=1`; the operator put it back within seconds. So not the StatefulSet: TidbCluster basic has `spec.tidb.replicas: 120`. Historically it was 1 (metrics up to yesterday). Set spec.tidb.replicas back to 1 and let the operator scale in.',
    claims: ["tidbcluster/basic op-replicas-overload"],
  },
  {
    text: "No user impact. The operator's log repeats, with backoff up to 30 s:\n\nE0611 10:22:31 tidb_cluster_controller.go:142] TidbCluster: fleetcast/basic, sync failed StatefulSet.apps \"basic-tikv\" is invalid: spec.template.spec.securityContext.runAsUser: Invalid value: -5: must be between 0 and 2147483647, inclusive, requeuing\n\nSo in the custom resource `basic`, spec.tikv.podSecurityContext.runAsUser is -5, the API server rejects the generated StatefulSet and no further change of the CR is reconciled. The operator is doing its job, don't touch it. Remove podSecurityContext from tikv in the tidbcluster.",
    claims: ["tidbcluster/basic op-security-context-invalid"],
  },
  {
    text: 'basic-tikv-1 and basic-tikv-2 Pending: "pod has unbound immediate PersistentVolumeClaims". PVCs tikv-basic-tikv-1/-2: ProvisioningFailed storageclass.storage.k8s.io "nvme-fast" not found. Where does nvme-fast come from? → TidbCluster basic, spec.tikv.storageClassName: nvme-fast. The cluster only has `standard` (default). Existing member basic-tikv-0 is bound and serving.\nRemedy: fix the class in the CR, delete sts basic-tikv with --cascade=orphan so that the operator re-creates it with a correct claim template, delete the two waiting PVCs and pods.',
    claims: ["tidbcluster/basic op-storage-class-missing"],
  },
  {
    text: 'tidbcluster/basic -> spec.pd.tolerations[0].effect = "NoSchedul" is not a valid taint effect (NoSchedule / PreferNoSchedule / NoExecute). API server answers the operator with `Unsupported value`, the sync of the whole CR is failing in a loop. Pods run on. Fix the typo in the custom resource.',
    claims: ["tidbcluster/basic op-toleration-invalid"],
  },
  {
    text: "Only one deviation from the chart found, and it's a silent one: TidbCluster `basic` says `spec.tidb.statefulSetUpdateStrategy: BlueGreen`. StatefulSets don't know any such strategy; the operator maps everything but OnDelete to RollingUpdate without complaining (sts basic-tidb does have RollingUpdate). Today no impact, the next version upgrade would behave differently from what people expect. Remove the field.",
    claims: ["tidbcluster/basic op-update-strategy-invalid"],
  },
  {
    text: "satellite-app-backend doesn't know where its database is: TIDB_HOST isn't in the pod template any longer (rev 4; rev 3 had `basic-tidb`). Log: \"Aborting due to missing environment variables: TIDB_HOST\". basic-tidb answers on 4000, I checked with the mysql client. So /api gives 503 to users via the ingress. kubectl rollout undo.",
    claims: ["deployment/satellite-app-backend env-missing"],
  },
  {
    text: "Backend readiness 503 -> /api/health cannot reach the DB: \"Can't connect to MySQL server on 'basic-tidb' (111)\". TIDB_PORT=4400 in deploy/satellite-app-backend. The Service basic-tidb has 4000 (mysql) and 10080 (status), no 4400. Changing the env to 4000 will do. TiDB, TiKV, PD: all Up according to pd-ctl.",
    claims: ["deployment/satellite-app-backend env-wrong-port"],
  },
  {
    text: '$ kubectl get hpa\nNAME                     REFERENCE                            TARGETS         MINPODS MAXPODS REPLICAS\nsatellite-app-backend    Deployment/satellite-app-backend     cpu: 31%/70%    2       6       2\nsatellite-app-frontend   Deployment/satelite-app-frontend     <unknown>/70%   2       5       0\n\nSecond one: scaleTargetRef.name is misspelt (one "l"), FailedGetScale `deployments.apps "satelite-app-frontend" not found`. The frontend is therefore not autoscaled. No incident yet but there\'ll be one at the next peak. Correct the name in HPA satellite-app-frontend.',
    claims: ["horizontalpodautoscaler/satellite-app-frontend hpa-misconfigured"],
  },
  {
    text: "The HPA of satellite-app-backend prints <unknown>/70% with FailedGetResourceMetric: \"failed to get cpu utilization: missing request for cpu in container satellite-app-backend of Pod satellite-app-backend-7c9f...\". metrics-server is ok (`kubectl top pods` works, and the frontend's HPA gets values). The container lost resources.requests.cpu (and limits.cpu) in the last revision of the deployment, so a utilisation can't be computed and nothing scales. HPA object itself is right. Re-add requests.cpu: 100m.",
    claims: ["deployment/satellite-app-backend hpa-missing-request"],
  },
  {
    text: "satellite-app-backend: working set is a sawtooth, 90Mi after start → 256Mi in ~100 s at normal traffic → OOMKilled → repeat. 256Mi is the chart's limit and the tag before (1.4.0) used 110Mi flat for days. The new tag 1.4.1-perf retains memory per request. It's a leak in this release, bumping the limit just makes the teeth longer. Go back to 1.4.0.",
    claims: ["deployment/satellite-app-backend code-memory-leak"],
  },
  {
    text: "Latency of /api/passes p95 1.9s instead of 120ms, zero failures. Backend CPU limit had been lowered to 70m (requests as well); usage hovers at 66m and container_cpu_cfs_throttled_periods_total grows, 58 % of all periods throttled. Alert ContainerCPUThrottling firing for it. TiDB queries take 4 ms, so DB is not guilty. Raise limits.cpu on deployment satellite-app-backend back to 500m.",
    claims: ["deployment/satellite-app-backend cpu-limit-throttle"],
  },
  {
    text: 'worker-2 is NotReady: Kubelet stopped posting node status. SSH works, containers on it are still running (crictl ps), load 0.4, disk 38%. `systemctl status kubelet` → activating (auto-restart), journal: "failed to load Kubelet config file, error: no kind "KubeletConfigurations" is registered". A wrong `kind` in /var/lib/kubelet/config.yaml. basic-tidb-0 is stuck Terminating because it lived there, and therefore the backend has no DB. Fix file (kind: KubeletConfiguration), kubelet then comes up by itself.',
    claims: ["node/worker-2 kubelet-crash"],
  },
  {
    text: 'satellite-app-frontend new pods Pending, pvc `frontend-assets` Pending too: storageclass.storage.k8s.io "premium-rwo" not found. This cluster isn\'t GKE, we have just `standard`. Delete and re-create frontend-assets without storageClassName.',
    claims: ["persistentvolumeclaim/frontend-assets pvc-class-missing"],
  },
  {
    text: 'grafana doesn\'t get scheduled (unbound immediate PersistentVolumeClaims). Claim grafana-dashboards wants 50Gi and names volume pv-grafana by hand; that PV has capacity 10Gi => VolumeMismatch "requested PV is too small". It will never bind like this. Either ask for <=10Gi or let the default class provision one. User traffic unaffected.',
    claims: ["persistentvolumeclaim/grafana-dashboards pvc-capacity-mismatch"],
  },
  {
    text: "Symptom: satellite-app-backend pods Pending for 12 minutes without any scheduler complaint; PVC backend-cache: `Waiting for a volume to be created either by the external provisioner 'rancher.io/local-path' or manually by the system administrator`.\n\nThe claim is correct (class standard, RWO, 1Gi), so I looked at who should be making the volume: namespace local-path-storage, Deployment local-path-provisioner, READY 0/0. Its replicas are set to 0, so no PVC in the entire cluster gets provisioned. \n\nkubectl -n local-path-storage scale deploy local-path-provisioner --replicas=1",
    claims: ["deployment/local-path-storage/local-path-provisioner storage-provisioner-outage"],
  },
  {
    text: "frontend pods got evicted one after the other: \"Preempted by pod 7c1e... on node worker-1\"; successors remain Pending (Insufficient cpu). They carry priority -100 / class `best-effort` even though the deployment doesn't name any class. Reason: PriorityClass best-effort has globalDefault: true since 13:40 and it's the lowest in the cluster, so everything created from now on is fair game for the bulk-import pods (class batch, -10). Deleting the batch Job is a bandage. Unset globalDefault on priorityclass best-effort and recreate the pods.",
    claims: ["priorityclass/best-effort priority-preemption"],
  },
  {
    text: 'otel-collector vanished after a node drain and its ReplicaSet cannot create a pod:\n  Error creating: Internal error occurred: failed calling webhook "pods.image-guard.example.com": failed to call webhook: Post "https://image-guard.fleetcast.svc:443/validate?timeout=10s": service "image-guard" not found\nValidatingWebhookConfiguration image-guard (failurePolicy Fail) points to a Service that isn\'t there. Applies to every new pod in this namespace. cert-manager\'s webhook config next to it is fine, leave it. Delete image-guard.',
    claims: ["validatingwebhookconfiguration/image-guard webhook-validating-outage"],
  },
  {
    text: 'Two root causes:\n1. Ingress returns 503 for /api → the Service `satellite-app-backend` was deleted (kubectl get svc: NotFound). Backend pods are 2/2 ready. Recreate it on port 5000.\n2. Editing TidbCluster basic has no effect → operator pod in ErrImagePull, deployment tidb-controller-manager uses registry "pingcapp/tidb-operator" (double p). Latent, users wouldn\'t notice.',
    claims: ["service/satellite-app-backend service-missing", "deployment/tidb-controller-manager op-operator-image-broken"],
  },
  {
    text: "satellite-app-frontend: 2 pods Pending; `3 node(s) didn't match Pod's node affinity/selector`. There's no nodeSelector. `-o yaml` shows affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution with node.kubernetes.io/instance-type In [m6i.large]; none of our workers has that value. Remove it or turn it into a preference; don't label nodes for it.",
    claims: ["deployment/satellite-app-frontend node-affinity-mismatch"],
  },
  {
    text: "Rollout of the frontend is hanging since 3 h. Deployment satellite-app-frontend has 0 available, the two old pods are in state Terminating all the time and with strategy Recreate nothing new is started before they are gone. They do not end because container has lifecycle.preStop.sleep.seconds: 36000 with terminationGracePeriodSeconds: 36010. People still see the page because the terminating nginx answers. Somebody probably meant ms. → remove preStop from template, then delete the old pods with --force --grace-period=0.",
    claims: ["deployment/satellite-app-frontend prestop-hang-rollout"],
  },
  {
    text: 'deploy/satellite-app-backend wants 5 replicas, with a hard podAntiAffinity against itself on kubernetes.io/hostname; there are 3 workers. 3 run, 2 sit Pending forever ("didn\'t match pod anti-affinity rules"). Users see nothing. Make it preferred, or back to 2 replicas.',
    claims: ["deployment/satellite-app-backend anti-affinity-deadlock"],
  },
  {
    text: 'Report - fleetcast\n\nA. jaeger pod: Init:CrashLoopBackOff. Init container `check-config` exits 1 with "RETENTION_DAYS must not be empty". Nobody sets that variable, and the chart has no such init container. Delete it from Deployment jaeger.\n\nB. Operator log: "basic-pd is invalid: spec.template.spec.securityContext.fsGroup: Invalid value: 4294967296: must be between 0 and 2147483647". TidbCluster basic has spec.pd.podSecurityContext.fsGroup: 4294967296, so reconciliation is blocked. Take it out of the CR.\n\nA and B are unrelated. Neither is visible to users.',
    claims: ["deployment/jaeger init-crash", "tidbcluster/basic op-security-context-invalid"],
  },
  {
    text: "All three workers carry the taint maintenance=planned:NoSchedule, and no workload of fleetcast tolerates it. basic-tikv-0 was recreated and is now Pending: \"node(s) had untolerated taint {maintenance: planned}\". Everything that hasn't restarted is still up. kubectl taint nodes worker-1 worker-2 worker-3 maintenance- ; nodes aren't cordoned.",
    claims: ["node/* taint-untolerated"],
  },
  {
    text: "Nothing wrong found in fleetcast. TidbCluster basic Ready=True (pd 1/1, tikv 1/1, tidb 1/1), operator idle without sync errors, PVCs bound, both HPAs report real percentages, ingress returns 200 in 30 ms for / and /api/health. I consider the ticket a false alarm.",
    claims: [],
  },
] satisfies readonly AppText[];
