import type { AppText } from "../app-text.ts";

/** Reports in the names of fleetcast that were written before any of them was read by the matcher. They measure it: nothing is tuned for their sake. */
export default [
  {
    text: "satellite-app-backend deploy points to serviceAccountName backend-runner which nobody created so the rs cant create any pod FailedCreate error looking up service account",
    claims: ["deployment/satellite-app-backend service-account-missing"],
  },
  {
    text: "At 07:45 the namespace fleetcast was labelled pod-security.kubernetes.io/enforce=restricted. When the grafana pod was drained at 08:10, its replacement was refused on account of allowPrivilegeEscalation, capabilities and seccompProfile, and none has been admitted since. Pods that had been started before the label was set were left alone, for which reason neither the ground-station page nor the TiDB cluster was affected. It is recommended that the enforcement label be taken off, or lowered to baseline, until the charts have been adapted.",
    claims: ["namespace/fleetcast psa-restricted"],
  },
  {
    text: "The rollout of `satellite-app-backend` cannot start: the Deployment's Progressing condition is False with ReplicaSetCreateError, because the ResourceQuota `dev-quota` caps count/replicasets.apps at 9 and nine already exist, counting those kept for old revisions. Pod, CPU and memory quotas are not involved; the two existing backend pods are still serving and users see nothing. Raising the cap or deleting the quota lets the new ReplicaSet be made.",
    claims: ["resourcequota/dev-quota quota-object-count"],
  },
  {
    text: "satellite-app-frontend deployment have maxUnavailable 100% maxSurge 0 so update kill every old pod at once and new pods are in Init:0/1 as init container wait for host asset-store that dont exist",
    claims: ["deployment/satellite-app-frontend rolling-update-drains-all", "deployment/satellite-app-frontend init-dependency-hang"],
  },
  {
    text: "node worker-1 notready kubelet wont start on it log says failed to parse kubelet flag unknown flag --fancy-eviction and systemd keeps auto-restarting it pods there stuck terminating containers still running underneath",
    claims: ["node/worker-1 kubelet-crash"],
  },
  {
    text: "At 14:00 jaeger was redeployed with an additional volume backed by the claim jaeger-spans. For that claim a storage class named gp3-encrypted had been specified, which has never been defined in this cluster (only `standard` is offered). ProvisioningFailed was therefore reported 26 times, and the new pod was kept Pending with an unbound claim; traces were unavailable for 35 minutes, whereas users of the application were not impacted. The claim should be recreated with the class standard.",
    claims: ["persistentvolumeclaim/jaeger-spans pvc-class-missing"],
  },
  {
    text: "After its pod was deleted, grafana could not be scheduled again. Every worker has had the taint `dedicated=gpu:NoSchedule` put on it, and nothing in this application tolerates it. The scheduler says so explicitly for all three workers; the control-plane taint on the fourth node is normal. CPU, memory and node selectors were checked and are not the obstacle, and the nodes are not cordoned. Taking the taint off at least one worker will let the pod start.",
    claims: ["node/* taint-untolerated"],
  },
  {
    text: "grafana deployment 2 replicas mount same ReadWriteOnce claim grafana-plugins but antiaffinity force different nodes so second pod can not attach and stay pending",
    claims: ["deployment/grafana pvc-rwo-duplicate-mount"],
  },
  {
    text: "otel-collector pod pending topologySpreadConstraints with DoNotSchedule on topologyKey rack and no node has a rack label at all deploy is otel-collector just drop the constraint",
    claims: ["deployment/otel-collector topology-spread-unsatisfiable"],
  },
  {
    text: "The new pod of satellite-app-frontend was left Pending from 11:26 on, while the two earlier ones were kept in service. The claim satellite-app-frontend-cache, mounted by the new template, had been tied by its volumeName to pvc-7c1e-tikv, a volume that was found to be bound to the claim of TiKV already; 'already bound to a different claim' was repeated every fifteen seconds. TiKV was not harmed. A claim without a fixed volume is to be created in its place.",
    claims: ["persistentvolumeclaim/satellite-app-frontend-cache pv-occupied"],
  },
  {
    text: "Tracing is broken although all pods are healthy: the Service `otel-collector` lists port 4317 as UDP. Exporters open TCP connections to its cluster IP and are refused immediately, while dialing the collector's pod IP directly over TCP works. Endpoints exist and the target port is the right one, so the selector and port number are not at fault; only the protocol is. User requests through satellite-app-backend succeed because it drops spans silently. Change the protocol to TCP.",
    claims: ["service/otel-collector service-protocol-mismatch"],
  },
  {
    text: "TidbCluster basic asks for 120 tidb replicas instead of 1, nodes are full and about 100 tidb pods pending",
    claims: ["tidbcluster/basic op-replicas-overload"],
  },
  {
    text: "backend says unknown host basic-tidb but the svc exists with endpoints its coredns the corefile in kube-system has a template stanza answering nxdomain for just basic-tidb in our namespace remove it and restart coredns",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  {
    text: "Since 19:05 the otel-collector pod has been held in Pending, without a single scheduling event. The claim otel-collector-buffer was found to contain a selector for volumes labelled tier=archive; no labelled volume exists, and dynamic provisioning is declined for claims of this sort ('claim.Spec.Selector is not supported'). Telemetry of 43 minutes was lost, while passes and stations were displayed as usual. The provisioner itself was verified to be running and to serve other claims. The selector must be taken out of the claim.",
    claims: ["persistentvolumeclaim/otel-collector-buffer pvc-selector-mismatch"],
  },
  {
    text: "satellite-app-frontend's newest pods are unschedulable. The template gives its container hostPort 9100, and on every node that host port is already held by the node-exporter DaemonSet in the monitoring namespace, hence 'didn't have free ports' for all workers. The image, service account and resources are unchanged from the last good revision; node-exporter is behaving properly and has been there for months. Removing hostPort from the Deployment `satellite-app-frontend` is the right repair.",
    claims: ["deployment/satellite-app-frontend host-port-conflict"],
  },
  {
    text: "jaeger restarts all the time, liveness httpGet asks port 14999 and nothing is listening on that in deployment jaeger",
    claims: ["deployment/jaeger liveness-probe-wrong-endpoint"],
  },
  {
    text: "satellite-app-backend deploy has an extra container debug-shell that listens on 5000 too same as the api so one of them always dies with address already in use pods are 1/2 and crashlooping kick out the extra container",
    claims: ["deployment/satellite-app-backend sidecar-port-conflict"],
  },
  {
    text: "At 05:22 all calls under /api began to be answered with 502 by the ingress (about 60 per second). The two satellite-app-backend pods were ready and were reached without trouble on 5000, but targetPort of the Service satellite-app-backend had been edited to 5050, on which nothing is listened to. TiDB, which was first suspected, was cleared after a query had been answered in 4 ms. The field was corrected to 5000 at 05:39, and traffic was recovered at once.",
    claims: ["service/satellite-app-backend service-target-port-mismatch"],
  },
  {
    text: "The pending pod of `grafana` waits for the claim `grafana-dashboards`, which will never bind: it requests 50Gi and names the hand-made volume `manual-disk-2`, whose capacity is 10Gi. The claim's event says the requested PV is too small. Access mode, storage class and volume name all line up, and the volume is Available, so size is the only obstacle. Recreate the claim with at most 10Gi or offer a larger volume.",
    claims: ["persistentvolumeclaim/grafana-dashboards pvc-capacity-mismatch"],
  },
  {
    text: "satellite-app-backend deployment request 96Gi memory and biggest node only have 32Gi so Insufficient memory, pending",
    claims: ["deployment/satellite-app-backend memory-request-exceeds-node"],
  },
  {
    text: "satellite-app-frontend rollout hangs all pods terminating for ages preStop hook does sleep 3h and grace period is just as long strategy is Recreate so nothing new comes until they finish users dont notice as the old ones still answer",
    claims: ["deployment/satellite-app-frontend prestop-hang-rollout"],
  },
  {
    text: "Two independent findings were made. At 21:10 the PriorityClass best-effort-batch, the lowest in the cluster, was found to have been declared globalDefault; the jaeger pod created after that change was given its value and was preempted at 21:14 by a render job, and its successor has been Pending since. Besides, response times of satellite-app-backend were found to have risen from 30 ms to 900 ms because a CPU limit of 60m had been imposed on its container and 70 % of its scheduling periods were throttled. No errors were returned. The default is to be withdrawn and the former limit of 500m reinstated.",
    claims: ["priorityclass/best-effort-batch priority-preemption", "deployment/satellite-app-backend cpu-limit-throttle"],
  },
  {
    text: "I found two independent problems. The HPA for satellite-app-frontend shows <unknown>/70% and reports 'missing request for cpu', because the container in the Deployment `satellite-app-frontend` no longer declares any CPU request or limit; the autoscaler object itself is configured properly. Separately, the Deployment `otel-collector` has spec.replicas: 0, so there is no collector pod and the Service has no endpoints. The second explains the missing traces, the first explains why the frontend will not grow under load. Neither TiDB nor the operator is affected.",
    claims: ["deployment/satellite-app-frontend hpa-missing-request", "deployment/otel-collector scale-to-zero"],
  },
  {
    text: "first deployment satellite-app-backend-canary with a bad old test build is still behind the backend service and fail its share of requests, second satellite-app-frontend has 5 replicas with hard pod anti affinity per host on 3 workers so 2 never schedule",
    claims: ["deployment/satellite-app-backend-canary hostile-canary-left", "deployment/satellite-app-frontend anti-affinity-deadlock"],
  },
  {
    text: "looked at everything frontend backend tidb tikv pd operator all green zero restarts tidbcluster basic is ready no pending pods no weird events false alarm closing",
    claims: [],
  },
] satisfies readonly AppText[];
