import type { AppText } from "../app-text.ts";

/** Reports in the names of social-network that were written before any of them was read by the matcher. They measure it: nothing is tuned for their sake. */
export default [
  {
    text: "text-service has no pod on any node: its Deployment's nodeSelector names the hostname `ip-10-0-3-77`, and no node by that hostname is part of the cluster. The scheduler message complains about the affinity/selector for all nodes; I confirmed that spec.affinity is empty, so only the selector counts. Posting fails since compose-post-service calls text-service, but compose-post-service, url-shorten-service and user-mention-service are all healthy. Remove the entry or roll back.",
    claims: ["deployment/text-service node-selector-nonexistent"],
  },
  {
    text: "media-frontend have 3 replicas now and all mount one RWO pvc media-frontend-cache, hard anti affinity puts them on separate nodes but volume only on worker-1, so two are pending",
    claims: ["deployment/media-frontend pvc-rwo-duplicate-mount"],
  },
  {
    text: "user-mention-service stuck at Init:0/1 its init container keeps doing nslookup on mention-index which doesnt exist anywhere NXDOMAIN forever no restarts just waits take it out of the deploy",
    claims: ["deployment/user-mention-service init-dependency-hang"],
  },
  {
    text: "From 12:34 onwards the 95th percentile of home timeline reads was raised from 18 ms to 420 ms. By means of traces it was shown that about 400 ms were spent inside post-storage-service itself in each request, evenly and with no child span, after its image had been moved from latest to v1.8.3-rc2 at 12:33. Memcached and MongoDB were as quick as before, processor usage was unchanged, no throttling was recorded and no request failed. home-timeline-service and nginx-thrift were only waiting for it. A return to the earlier image was ordered.",
    claims: ["deployment/post-storage-service code-artificial-delay"],
  },
  {
    text: "The pods of `url-shorten-service` are shown as ContainerCreating indefinitely although their image was pulled and the program's log shows that it is up and listening. The container carries a postStart lifecycle command `sleep infinity`; Kubernetes does not consider a container started before that command has returned, and it never does. There are no mount errors, no missing ConfigMap, and url-shorten-mongodb is fine. Posts with links fail for lack of this service. Delete the hook from the Deployment.",
    claims: ["deployment/url-shorten-service poststart-hook-hang"],
  },
  {
    text: "rollout of text-service not moving, resourcequota ns-pods allow 27 pods and 27 used, maxSurge 1 need one extra and maxUnavailable 0 not let old one go",
    claims: ["resourcequota/ns-pods rollout-quota-deadlock"],
  },
  {
    text: "new quota memory-policy in the ns bounds limits.memory and none of our containers set it so user-timeline-redis cant be recreated rs says must specify limits.memory quota isnt even close to full",
    claims: ["resourcequota/memory-policy quota-memory-unset-requests"],
  },
  {
    text: "At 09:50 social-graph-redis was recreated under a template in which serviceAccountName is set to redis-operator. No account of that name has ever been made in the namespace, and pod creation was accordingly rejected 17 times by the admission stage ('error looking up service account'). With the cache absent, follow and unfollow were failed by social-graph-service for 26 minutes; its MongoDB was not involved. The field was reset to default in the Deployment social-graph-redis at 10:16.",
    claims: ["deployment/social-graph-redis service-account-missing"],
  },
  {
    text: "user-service cannot reach its cache: the Service `user-memcached` has no endpoints. Besides service=user-memcached its selector contains shard=a, a label that is found on no pod. The memcached pod is running, ready, and reachable by its IP. The port and protocol of the Service are right and its name resolves, so neither DNS nor a network policy is at work. Remove shard=a from the selector.",
    claims: ["service/user-memcached service-selector-mismatch"],
  },
  {
    text: "coredns configmap (kube-system) has template that give NXDOMAIN for whole zone social-network.svc.cluster.local so no service in the app can be found by name",
    claims: ["configmap/kube-system/coredns dns-zone-nxdomain"],
  },
  {
    text: "unique-id-service pod pending deploy requests 48 cpus and the biggest node has 16 insufficient cpu compose-post fails because of it lower the request",
    claims: ["deployment/unique-id-service cpu-request-exceeds-node"],
  },
  {
    text: "At 23:12 the Service home-timeline-redis was removed by a clean-up script that had matched its name by mistake. From 23:13 'Name or service not known' was logged by home-timeline-service for that host; the Redis pod behind it was left running and untouched. 5,400 timeline reads were failed by nginx-thrift. It was confirmed that CoreDNS was in order: all other names were resolved. The Service was applied again from the chart at 23:44.",
    claims: ["service/home-timeline-redis service-missing"],
  },
  {
    text: "Two defects of the Deployment `media-service` act together. Its rollingUpdate strategy is maxUnavailable 100% with maxSurge 0%, so the last rollout deleted all three old pods in one step. The new pods cannot replace them because their init container `wait-scanner` resolves `av-scanner` in a loop and always gets NXDOMAIN, as there is no such Service. Hence media uploads have no backend at all. A sane strategy would have kept the old pods, and removing the init container brings new ones up; media-mongodb and media-memcached are fine.",
    claims: ["deployment/media-service rolling-update-drains-all", "deployment/media-service init-dependency-hang"],
  },
  {
    text: "user-timeline-service deployment memory request 200Gi is more than any node has, FailedScheduling Insufficient memory",
    claims: ["deployment/user-timeline-service memory-request-exceeds-node"],
  },
  {
    text: "home-timeline-service cm has the wrong addr for post-storage-service in service-config.json its post-store-service there all the other cms say post-storage-service so home timeline cant resolve it",
    claims: ["configmap/home-timeline-service configmap-key-drift"],
  },
  {
    text: "Since 17:05 some 30 % of posts have been rejected. In the logs of nginx-thrift and in the traces, 'missing required parameter: creator' was found, always with compose-post-service as the origin; the failures were begun within a minute after the image of that Deployment had been advanced to v2.0.1. All pods were ready, none was restarted, and text-service, media-service and user-service, which are called by it, returned no errors. A roll-back to the former image is required.",
    claims: ["deployment/compose-post-service code-missing-parameter"],
  },
  {
    text: "user-service is in CrashLoopBackOff since its image was changed to `v1.9-hotfix`. Its last log lines show it dialing user-mongodb:27117 until the driver gives up, but service-config.json in its ConfigMap correctly says 27017, and user-mongodb listens there and is healthy. So the wrong port must be baked into this build, which disregards the mounted configuration. The ConfigMap needs no change; return `user-service` to its former image.",
    claims: ["deployment/user-service app-wrong-store-port"],
  },
  {
    text: "nginx-thrift is killed again and again, liveness tcp check goes to port 8088 but it listen 8080 only",
    claims: ["deployment/nginx-thrift probe-wrong-port"],
  },
  {
    text: "np restrict-user-mongodb matches user-mongodb pods with policyTypes ingress and zero rules so all traffic in is dropped user-service times out mongo is up and ready delete that np",
    claims: ["networkpolicy/restrict-user-mongodb network-policy-deny"],
  },
  {
    text: "Starting at 01:15 social-graph-service was killed for want of memory on every start (exit code 137, 22 occurrences). No limit is given in its Deployment. A LimitRange called tenant-limits had been installed at 01:02, by which a default of 3Mi is assigned to each container without a limit of its own; only pods created later were hit, which explains why user-service and text-service were left unharmed. The default should be raised to at least 128Mi, or the object deleted, and the pod then be replaced.",
    claims: ["limitrange/tenant-limits limitrange-default-tiny"],
  },
  {
    text: "There are two separate root causes. The Service `nginx-thrift` selects on `exposure=public` alone, a label that was also put on the jaeger pods; its endpoints thus include jaeger's addresses on 8080, where jaeger does not listen, and about half of the user connections are refused. Independently, node worker-3 is NotReady because its kubelet is stopped ('Kubelet stopped posting node status'); its pods, including media-mongodb, are stuck in Terminating. Neither nginx-thrift's program nor media-mongodb is defective. Restrict the selector to service=nginx-thrift and start the kubelet on worker-3.",
    claims: ["service/nginx-thrift service-selects-foreign-pods", "node/worker-3 kubelet-crash"],
  },
  {
    text: "social-graph-service has hostAliases with old ip for social-graph-redis, and another thing post-storage-mongodb liveness probe begin at once and kill mongod after 1 second before it can listen",
    claims: ["deployment/social-graph-service host-aliases-stale", "deployment/post-storage-mongodb liveness-probe-too-aggressive"],
  },
  {
    text: "2 problems resourcequota hard-limits allows 26 pods and were at 26 so text-service cant get its pod back exceeded quota pods=1 and media-memcached deploy has a required nodeaffinity for disktype=nvme that no node carries so its pod is pending",
    claims: ["resourcequota/hard-limits quota-pods", "deployment/media-memcached node-affinity-mismatch"],
  },
  {
    text: "At 11:08 user-timeline-service was restarted for an unrelated reason, and no pod of it could be admitted afterwards. Each attempt was blocked by the ValidatingWebhookConfiguration image-checker with failurePolicy Fail, since the Service image-checker-svc, to which the review is sent, could not be found. Only newly created pods were concerned, hence the rest of the application was left intact. Profile pages were failing for 37 minutes. The configuration was set to Ignore at 11:45 and the ReplicaSet was able to proceed.",
    claims: ["validatingwebhookconfiguration/image-checker webhook-validating-outage"],
  },
  {
    text: "No fault is present. I compared all 27 Deployments with their previous revisions and found no differences; ConfigMaps of the eleven services agree in every address, mongod and redis answer pings, and composing a post as well as reading both timelines succeed at the first try. Jaeger shows no span with an error during the last hour. The two NetworkPolicies in the namespace permit everything that the application needs and may stay.",
    claims: [],
  },
] satisfies readonly AppText[];
