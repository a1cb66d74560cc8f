import type { AppText } from "../app-text.ts";

/** Reports in the names of social-network, as agents write them: symptoms first, evidence, what was ruled out. The reader of reports is tuned on them. */
export default [
  {
    text: "post-storage-service can't talk to its database: mongoc \"connection closed\", over and over, pod Running but 9090 isn't open. post-storage-mongodb accepts TCP and is Ready. In mongod's log: \"SSLHandshakeFailed ... The server is configured to only allow SSL connections\". deployment/post-storage-mongodb was given the extra args --tlsMode=requireTLS --tlsCertificateKeyFile=/keys/tls.pem; the five other mongos don't have these, and the clients have ssl enabled=false. Remove both args. Cert itself isn't expired.",
    claims: ["deployment/post-storage-mongodb mongo-tls-required"],
  },
  {
    text: 'text-service was started with the wrong executable: `command: ["UniqueIdService"]` while it must be TextService (one image contains all binaries). compose-post-service reports "Invalid method name: \'ComposeText\'" as consequence. unique-id-service is innocent.',
    claims: ["deployment/text-service command-wrong-binary"],
  },
  {
    text: "Follow/unfollow fails, reading followers works. social-graph-service log:\n NOREPLICAS Not enough good replicas to write.\nCONFIG GET min-replicas-to-write -> 2. INFO replication -> connected_slaves:0. The deployment social-graph-redis has been started with `--min-replicas-to-write 2`, it's a standalone instance so it'll never accept a write. Take the argument out and let it restart.",
    claims: ["deployment/social-graph-redis db-read-only"],
  },
  {
    text: 'home-timeline-service: "NOAUTH Authentication required." -> because home-timeline-redis runs with requirepass (args of Deployment/home-timeline-redis: redis-server redis.conf --requirepass hunter2). Clients in this app have no password config. Fix = remove --requirepass.',
    claims: ["deployment/home-timeline-redis valkey-requirepass"],
  },
  {
    text: "media-frontend Pending since the last deploy. nodeSelector kubernetes.io/hostname: worker-9. We have worker-1 to worker-4. That's it. No taints in play, capacity is ample.",
    claims: ["deployment/media-frontend node-selector-nonexistent"],
  },
  {
    text: "nginx-thrift cannot be scheduled: \"0/4 nodes are available: 3 node(s) didn't have free ports for the requested pod ports\". Template asks hostPort 9100; node-exporter (DaemonSet in monitoring) already owns 9100 on each node. Nobody calls nginx-thrift through the node anyway => remove hostPort from containers[0].ports. Don't kill node-exporter!",
    claims: ["deployment/nginx-thrift host-port-conflict"],
  },
  {
    text: "user-timeline-redis 1/2 CrashLoopBackOff. Second container `debug-relay` (busybox nc -lk -p 6379) wants the very port redis has: \"nc: bind: Address already in use\". Depending on who's first, sometimes redis itself loses. Drop the debug-relay container from the deployment's template. Memory is fine.",
    claims: ["deployment/user-timeline-redis sidecar-port-conflict"],
  },
  {
    text: 'Symptoms: url-shorten-service pods hang in ContainerCreating for 25 min; image is pulled, no FailedMount, no warning events whatsoever. But logs do show "Starting the url-shorten-service server...", so the process runs!\nCause: lifecycle.postStart.exec.command: ["tail","-f","/dev/null"] on the container. kubelet waits for the hook to return, which it never does, and the container isn\'t marked running.\nFix: delete lifecycle from deployment url-shorten-service.',
    claims: ["deployment/url-shorten-service poststart-hook-hang"],
  },
  {
    text: "media-service pod Pending, scheduler: `1 node(s) had volume node affinity conflict, 2 node(s) didn't match Pod's node affinity/selector`. Its PVC media-spool is bound to a local PV on worker-1 (PV nodeAffinity hostname=worker-1), yet deployment media-service pins itself with nodeSelector kubernetes.io/hostname=worker-3. Volume on one node, pod only permitted on another. Remove the nodeSelector. PVC/PV are fine, nothing to delete there.",
    claims: ["deployment/media-service pv-node-affinity-conflict"],
  },
  {
    text: "compose-post-service wants 3 replicas that all mount the single RWO claim compose-post-work, and there's a required anti-affinity per host. First new pod pulled the local volume onto worker-2; the others may neither share worker-2 (anti-affinity) nor leave it (volume node affinity). Rollout stuck at 1 of 3. No user impact yet. Revert deployment/compose-post-service, or give each pod an emptyDir and let them share nodes.",
    claims: ["deployment/compose-post-service pvc-rwo-duplicate-mount"],
  },
  {
    text: "kubectl describe pvc text-models\n  Status: Pending\n  Warning  ProvisioningFailed  claim.Spec.Selector is not supported\n\nThe PVC text-models has spec.selector.matchLabels {tier: gold}. The local-path provisioner refuses claims with a selector and there's no pre-made PV with tier=gold. This leaves the new text-service pod Pending. Recreate claim w/o selector.",
    claims: ["persistentvolumeclaim/text-models pvc-selector-mismatch"],
  },
  {
    text: 'user-mention-service got no pod after I deleted the old one: "forbidden: exceeded quota: ns-limits, requested: pods=1, used: pods=26, limited: pods=26". The app has 27 pods. ResourceQuota ns-limits has to be lifted above 27 with some headroom for roll-outs. Not caused by the deployment.',
    claims: ["resourcequota/ns-limits quota-pods"],
  },
  {
    text: "Deployment social-graph-service: Progressing=False, reason ReplicaSetCreateError, `replicasets.apps \"social-graph-service-7d4\" is forbidden: exceeded quota: object-limits, requested: count/replicasets.apps=1, used: count/replicasets.apps=41, limited: count/replicasets.apps=41`. Rollout of the config checksum can't begin, old pods still serve. The cap on ReplicaSets in ResourceQuota object-limits doesn't account for old revisions. Increase to 100 or drop this line. Rolling back doesn't help as any later rollout needs a ReplicaSet as well.",
    claims: ["resourcequota/object-limits quota-object-count"],
  },
  {
    text: 'user-timeline-service is Running 0/1, 0 restarts. Readiness probe failed: Get "http://10.244.3.7:9900/ready": connect: connection refused. The process listens on 9090, nothing on 9900. Since it\'s never ready the Service has no endpoints and nginx-thrift gets "Could not connect to user-timeline-service:9090". Wrong readinessProbe in the deployment; remove it. user-timeline-mongodb/-redis are okay.',
    claims: ["deployment/user-timeline-service readiness-probe-wrong-endpoint"],
  },
  {
    text: "CronJob feed-cleanup hasn't produced a finished run since 06:00. The task container exits 0 after 4 s, but pod remains 1/2 NotReady as `log-tailer` is in spec.containers (the siblings have it in initContainers with restartPolicy: Always). So the Job never counts as complete, and concurrencyPolicy Forbid → JobAlreadyActive for all later runs. Make log-tailer a native sidecar again, then delete the hanging Job. Users notice nothing.",
    claims: ["cronjob/feed-cleanup cronjob-sidecar-never-completes"],
  },
  {
    text: 'Deployment media-memcached: resources.requests.memory = 96Gi (nodes offer 16Gi at most) -> Pending, "Insufficient memory". Units mistake, 96Mi would be reasonable. No node leak, node memory usage is 30%.',
    claims: ["deployment/media-memcached memory-request-exceeds-node"],
  },
  {
    text: "The compose requests time out only if compose-post-service pod happens on worker-1 or worker-2. I compare with `kubectl get svc -o yaml` of other services: unique-id-service has `internalTrafficPolicy: Local`, all others Cluster. Its one pod is on worker-3. So traffic from different nodes is dropped by kube-proxy. Change to Cluster please. I checked network policies, there is none.",
    claims: ["service/unique-id-service internal-traffic-policy-local"],
  },
  {
    text: 'diagnosis:\n  workload: deployment/social-graph-service\n  symptom: "getaddrinfo social-graph-mongodb: Name or service not known" in a loop\n  evidence:\n    - /etc/resolv.conf in the pod = "nameserver 8.8.8.8", no search list\n    - spec.template.spec.dnsPolicy None + dnsConfig.nameservers [8.8.8.8]\n    - every other pod resolves the name through 10.96.0.10\n  not_the_cause: [coredns, service social-graph-mongodb, mongod]\n  repair: dnsPolicy ClusterFirst',
    claims: ["deployment/social-graph-service dns-policy-external"],
  },
  {
    text: "2 faults, both introduced today:\n* `home-timeline-service`: stale /etc/hosts. hostAliases in its template maps post-storage-service and social-graph-service to 10.96.14.3 / 10.96.14.9; today's ClusterIPs are different. → read timeline times out. Remove aliases.\n* `user-service`: tag v0.9-nightly, which starts, prints \"assertion failed: salt length != 16\" and exits 134. CrashLoop. The image exists, it's just a bad build. → back to the former tag.",
    claims: ["deployment/home-timeline-service host-aliases-stale", "deployment/user-service image-buggy-build"],
  },
  {
    text: 'post-storage-service starts and then dies with "Failed to connect to post-storage-memcache:11211". service-config.json in ConfigMap post-storage-service has "post-storage-memcached": {"addr": "post-storage-memcache", ...}: the final d is missing. In the ConfigMaps of the other ten services the address is right. memcached itself healthy. Correct the ConfigMap + restart (subPath mount doesn\'t refresh).',
    claims: ["configmap/post-storage-service configmap-key-drift"],
  },
  {
    text: "Why is user-mongodb OOMKilled with an unset limit? Because limitrange/container-limits in this namespace applies a default memory limit of 32Mi to every container that says nothing. The mongod takes ~80Mi idle. Other old pods were created before the LimitRange so they've no limit. Raise default to 512Mi or delete the LimitRange, and then delete the pod.",
    claims: ["limitrange/container-limits limitrange-default-tiny"],
  },
  {
    text: 'unique-id-service → ErrImagePull, ghcr.io/sregym/social-network:lastest not found. Typo ("lastest"). kubectl set image.',
    claims: ["deployment/unique-id-service image-reference-nonexistent"],
  },
  {
    text: 'CPU of url-shorten-service is at 580m vs 20m for its sister services, same request rate (kubectl top + rps graph). Began with the image tag "perf-2": the program busy-waits several ms in each request. Latency +6ms, no failures, no throttling since it has no CPU limit. Revert the tag of deployment url-shorten-service.',
    claims: ["deployment/url-shorten-service code-busy-loop"],
  },
  {
    text: "Could not reproduce. wrk against nginx-thrift for 10 min: 0 errors, p99 61 ms. 27 pods all Running/Ready, 0 restarts, no Warning events, redis and mongo answer, configs identical between services. Closing as no fault found.",
    claims: [],
  },
  {
    text: "Two causes, first for posts, second for media.\n\nPosts: Service user-memcached has no endpoints since its selector says service=user-memcached-v2. Pods carry service=user-memcached. user-service stalls on this.\n\nMedia: media-mongodb unreachable, timeouts. NetworkPolicy deny-media-db selects service=media-mongodb for Ingress and contains no allow rule at all. Pod is ready, DNS OK.\n\nRepair: correct the selector of svc/user-memcached; delete networkpolicy deny-media-db.",
    claims: ["service/user-memcached service-selector-mismatch", "networkpolicy/deny-media-db network-policy-deny"],
  },
] satisfies readonly AppText[];
