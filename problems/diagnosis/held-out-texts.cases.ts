/** A diagnosis in words on which the matcher was never tuned, with what a careful reader labels it. */
export interface HeldOutText {
  readonly text: string;
  /** Claims, each `resource fault`: empty when the text says that nothing is wrong. */
  readonly claims: readonly string[];
}

/**
 * Texts that were written before the matcher was looked at. They measure it: a text that fails stays as it is, and no
 * word is added for its sake.
 */
export const HELD_OUT_TEXTS: readonly HeldOutText[] = [
  // Faults that are shipped.
  {
    text: "search can't reach geo because geo has been scaled down to nothing: desired replicas is 0.",
    claims: ["deployment/geo scale-to-zero"],
  },
  { text: "someone set spec.replicas: 0 on the profile deployment", claims: ["deployment/profile scale-to-zero"] },
  { text: "Zero pods for reservation since the Deployment's replica count is 0.", claims: ["deployment/reservation scale-to-zero"] },
  {
    text: "Pod user-7c9d8f6b5-x2lqp won't start. Image tag in the deployment has a typo, registry returns manifest unknown.",
    claims: ["deployment/user image-reference-nonexistent"],
  },
  {
    text: "mongodb-rate is in ImagePullBackOff; mongo:4.4.66 isn't a real tag.",
    claims: ["deployment/mongodb-rate image-reference-nonexistent"],
  },
  { text: "Wrong image on frontend (non existing repository).", claims: ["deployment/frontend image-reference-nonexistent"] },
  {
    text: "The container of deployment search is killed by the OOM killer on each start as its memory limit (12Mi) is lower than its footprint.",
    claims: ["deployment/search memory-limit-too-small"],
  },
  { text: "memory limit too tight on memcached-rate", claims: ["deployment/memcached-rate memory-limit-too-small"] },
  {
    text: "recommendation keeps restarting: the liveness check targets port 8080 where there's no listener, and kubelet kills it.",
    claims: ["deployment/recommendation liveness-probe-wrong-endpoint"],
  },
  {
    text: "livenessProbe of deployment/rate points at a path that the app doesn't serve",
    claims: ["deployment/rate liveness-probe-wrong-endpoint"],
  },
  {
    text: "mongodb-geo never becomes Ready because a readinessProbe was added that does an HTTP GET against a mongo container. Endpoints stay empty.",
    claims: ["deployment/mongodb-geo readiness-probe-wrong-endpoint"],
  },
  { text: "consul: readiness check is misconfigured (wrong port)", claims: ["deployment/consul readiness-probe-wrong-endpoint"] },
  {
    text: "The Service memcached-reserve routes to port 11311 of the pods while memcached listens on 11211.",
    claims: ["service/memcached-reserve service-target-port-mismatch"],
  },
  { text: "Wrong targetPort in svc/mongodb-user.", claims: ["service/mongodb-user service-target-port-mismatch"] },
  {
    text: "mongodb-profile Service has no endpoints: its selector asks for a label (release=stable) that the pods don't have.",
    claims: ["service/mongodb-profile service-selector-mismatch"],
  },
  { text: "Label selector of the consul service doesn't match any pods.", claims: ["service/consul service-selector-mismatch"] },
  {
    text: "There is no Service called memcached-profile any more; somebody deleted it, so the lookup fails.",
    claims: ["service/memcached-profile service-missing"],
  },
  { text: "svc mongodb-recommendation is gone", claims: ["service/mongodb-recommendation service-missing"] },
  {
    text: "CoreDNS has a template block that returns NXDOMAIN for mongodb-rate.",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  {
    text: "Someone tampered with the Corefile in kube-system: queries for consul.hotel-reservation.svc.cluster.local are answered with NXDOMAIN.",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  {
    text: "Traffic into the geo pods is dropped by a NetworkPolicy that has an empty ingress list.",
    claims: ["networkpolicy/unspecified network-policy-deny"],
  },
  {
    text: "NetworkPolicy restrict-user blocks everything to and from user; callers run into deadline exceeded.",
    claims: ["networkpolicy/restrict-user network-policy-deny"],
  },
  {
    text: "The profile deployment was pinned to host node-17 which isn't part of this cluster, therefore its pod can't be scheduled.",
    claims: ["deployment/profile node-selector-nonexistent"],
  },
  { text: "unsatisfiable nodeSelector on deploy/search", claims: ["deployment/search node-selector-nonexistent"] },
  {
    text: "Every worker carries the taint maintenance=scheduled:NoSchedule, so new pods of the app stay Pending.",
    claims: ["node/* taint-untolerated"],
  },
  { text: "Nodes were tainted and nothing tolerates it.", claims: ["node/* taint-untolerated"] },
  { text: "kubelet process on worker-1 died", claims: ["node/worker-1 kubelet-crash"] },
  {
    text: "worker-3 went NotReady: the node stopped posting status as the kubelet service is inactive (dead) on it.",
    claims: ["node/worker-3 kubelet-crash"],
  },
  {
    text: "geo-config doesn't exist any more, so geo's pod hangs in ContainerCreating.",
    claims: ["configmap/geo-config configmap-missing"],
  },
  { text: "Missing ConfigMap: search-config", claims: ["configmap/search-config configmap-missing"] },
  {
    text: "In the ConfigMap rate-config the key RateMongoAddress was dropped, which makes rate panic.",
    claims: ["configmap/rate-config configmap-key-drift"],
  },
  {
    text: "user-config points at the wrong mongo host (UserMongoAddress=db.internal:27017)",
    claims: ["configmap/user-config configmap-key-drift"],
  },
  {
    text: "The rate deployment starts the geo binary instead of its own one.",
    claims: ["deployment/rate command-wrong-binary"],
  },
  {
    text: "container command for search refers to an executable which isn't in the image, RunContainerError",
    claims: ["deployment/search command-wrong-binary"],
  },
  {
    text: "Mongo user admin on rate-db had its readWrite grant taken away; rate now logs 'not authorized on rate-db'.",
    claims: ["mongouser/admin@rate-db mongo-role-revoked"],
  },
  {
    text: "The database account used by geo lost its privileges on geo-db.",
    claims: ["mongouser/admin@geo-db mongo-role-revoked"],
  },
  // Two at once, and causes that are denied.
  {
    text: "Two problems: (1) Deployment user has 0 replicas. (2) Service consul's selector matches no pods.",
    claims: ["deployment/user scale-to-zero", "service/consul service-selector-mismatch"],
  },
  {
    text: "rate's memory limit is far too low. Frontend, search and geo are not affected.",
    claims: ["deployment/rate memory-limit-too-small"],
  },
  {
    text: "No NetworkPolicy in the way and DNS works. Consul and mongodb-geo check out ok. The geo deployment's nodeSelector can't be met by any node.",
    claims: ["deployment/geo node-selector-nonexistent"],
  },
  {
    text: "Either the readiness probe of consul or the target port of the consul Service is off.",
    claims: ["deployment/consul readiness-probe-wrong-endpoint", "service/consul service-target-port-mismatch"],
  },
  // Types of the ontology that no fault has yet.
  {
    text: "The CPU limit of the geo deployment is so low that it is throttled all the time.",
    claims: ["deployment/geo cpu-limit-throttle"],
  },
  {
    text: "Deployment rate requests 512Gi of memory, more than any node has, so it's unschedulable.",
    claims: ["deployment/rate memory-request-exceeds-node"],
  },
  {
    text: "the pod of mongodb-user references the PVC user-pvc-old, which doesn't exist",
    claims: ["deployment/mongodb-user pvc-claim-mismatch"],
  },
  {
    text: "frontend is missing its environment variable JAEGER_HOST, it was removed from the pod spec",
    claims: ["deployment/frontend env-missing"],
  },
  {
    text: "profile has an init container that waits forever for a host that can't be resolved",
    claims: ["deployment/profile init-dependency-hang"],
  },
  {
    text: "The ResourceQuota of the namespace is exhausted, pods of search are forbidden: exceeded quota.",
    claims: ["resourcequota/unspecified quota-pods"],
  },
  { text: "Node worker-2 was cordoned.", claims: ["node/worker-2 cordoned-node"] },
  { text: "Disk of node worker-1 is full (DiskPressure), pods get evicted.", claims: ["node/worker-1 other:node-disk-full"] },
  { text: "recommendation uses dnsPolicy None with nameserver 8.8.8.8", claims: ["deployment/recommendation dns-policy-external"] },
  {
    text: "hostPort 9100 of deployment user is already taken on all nodes by a DaemonSet.",
    claims: ["deployment/user host-port-conflict"],
  },
  {
    text: "The TLS certificate used by frontend has expired.",
    claims: ["deployment/frontend cert-expired"],
  },
  {
    text: "kube-proxy is not running on worker-3, Service addresses don't work from there.",
    claims: ["node/worker-3 kube-proxy-down"],
  },
  {
    text: "geo's service account lacks the RBAC permission to get configmaps, so its init container is Forbidden.",
    claims: ["role/unspecified rbac-verb-missing"],
  },
  {
    text: "The required pod anti-affinity of search cannot be satisfied: more replicas than nodes.",
    claims: ["deployment/search anti-affinity-deadlock"],
  },
  {
    text: "rate was rolled out with a buggy build that crashes at start.",
    claims: ["deployment/rate image-buggy-build"],
  },
  {
    text: "A startupProbe with too small a budget kills consul before it is up.",
    claims: ["deployment/consul startup-probe-too-short"],
  },
  // Healthy.
  { text: "Everything looks fine, I could not find any fault.", claims: [] },
  { text: "All pods are Running and Ready, error rate is 0, latency normal. No incident here.", claims: [] },
  { text: "False alarm. The restart of memcached-rate was a one-off and it recovered on its own.", claims: [] },
  { text: "The cluster is healthy; no action needed.", claims: [] },
  { text: "nothing to fix", claims: [] },
  { text: "No root cause: the system behaves normally and all services respond.", claims: [] },
  { text: "I see no problem with any deployment, service or node.", claims: [] },
  { text: "[]", claims: [] },
  // Written after the names of variants were shortened.
  {
    text: "We lost the frontend because its Deployment has been scaled in to zero pods by hand.",
    claims: ["deployment/frontend scale-to-zero"],
  },
  {
    text: "`mongodb-recommendation`'s image reference was mistyped (`mongo:4.4.6x`) and the kubelet can't fetch it.",
    claims: ["deployment/mongodb-recommendation image-reference-nonexistent"],
  },
  {
    text: "reservation's memory ceiling was cut to 10Mi, which the kernel enforces by killing it.",
    claims: ["deployment/reservation memory-limit-too-small"],
  },
  {
    text: "Kubelet restarts user again and again since an HTTP liveness probe was configured for a port that isn't served.",
    claims: ["deployment/user liveness-probe-wrong-endpoint"],
  },
  {
    text: "jaeger stays 0/1 Ready: its readiness probe was given a port on which nothing answers.",
    claims: ["deployment/jaeger readiness-probe-wrong-endpoint"],
  },
  { text: "An operator had deleted Service rate from the namespace by accident.", claims: ["service/rate service-missing"] },
  {
    text: "The endpoints of mongodb-user are empty because someone edited spec.selector of the Service so that it matches nothing.",
    claims: ["service/mongodb-user service-selector-mismatch"],
  },
  {
    text: "service/memcached-rate: targetPort is 11212, the container serves 11211.",
    claims: ["service/memcached-rate service-target-port-mismatch"],
  },
  { text: "The volume of search cannot be mounted; `search-config` was deleted.", claims: ["configmap/search-config configmap-missing"] },
  {
    text: "ProfileMongoAddress in profile-config had been altered to a host which doesn't resolve.",
    claims: ["configmap/profile-config configmap-key-drift"],
  },
  { text: "rate was started with the wrong executable (`/go/bin/geo`).", claims: ["deployment/rate command-wrong-binary"] },
  {
    text: "Queries for mongodb-profile are answered with NXDOMAIN by a rogue stanza in the Corefile.",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  { text: "On node worker-1 the kubelet refuses to start, its config has an unknown field.", claims: ["node/worker-1 kubelet-crash"] },
  {
    text: "admin isn't granted readWrite on rate-db any more.",
    claims: ["mongouser/admin@rate-db mongo-role-revoked"],
  },
  { text: "Packets to reservation are dropped by NetworkPolicy `quarantine`.", claims: ["networkpolicy/quarantine network-policy-deny"] },
  {
    text: "consul has to run on a node called worker-99, and there's no such node.",
    claims: ["deployment/consul node-selector-nonexistent"],
  },
  { text: "A taint that consul doesn't tolerate was put on each worker.", claims: ["node/* taint-untolerated"] },
];
