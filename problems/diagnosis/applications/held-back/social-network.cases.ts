import type { AppText } from "../app-text.ts";

/**
 * Texts in the names of social-network that were written before any of them was read by the matcher. They measure it: a text that fails stays as
 * it is, and nothing is tuned for its sake.
 */
export default [
  { text: "user-timeline-service has been scaled to 0", claims: ["deployment/user-timeline-service scale-to-zero"] },
  { text: "compose-post-service fails as media-service has no pods (replicas: 0)", claims: ["deployment/media-service scale-to-zero"] },
  {
    text: "post-storage-mongodb uses image mongo:4.4.6-typo. It can't be pulled.",
    claims: ["deployment/post-storage-mongodb image-reference-nonexistent"],
  },
  { text: "url-shorten-memcached is OOM-killed, memory limit = 2Mi", claims: ["deployment/url-shorten-memcached memory-limit-too-small"] },
  {
    text: "text-service's livenessProbe makes a TCP connection to 9999",
    claims: ["deployment/text-service liveness-probe-wrong-endpoint"],
  },
  {
    text: "The readiness check that was added to social-graph-redis goes to the wrong port.",
    claims: ["deployment/social-graph-redis readiness-probe-wrong-endpoint"],
  },
  { text: "unique-id-service: no Service with that name in the namespace", claims: ["service/unique-id-service service-missing"] },
  {
    text: "Service user-mention-service: selector was modified, now there are no endpoints",
    claims: ["service/user-mention-service service-selector-mismatch"],
  },
  { text: "home-timeline-redis's Service forwards 6379 to 6380", claims: ["service/home-timeline-redis service-target-port-mismatch"] },
  { text: "ConfigMap nginx-thrift has disappeared", claims: ["configmap/nginx-thrift configmap-missing"] },
  {
    text: "The text-service config map: url-shorten-service.addr is wrong (url-shortener)",
    claims: ["configmap/text-service configmap-key-drift"],
  },
  {
    text: "user-mongodb.addr in the ConfigMap of user-mention-service points to nowhere",
    claims: ["configmap/user-mention-service configmap-key-drift"],
  },
  { text: "post-storage-service runs SocialGraphService as its command", claims: ["deployment/post-storage-service command-wrong-binary"] },
  {
    text: "media-frontend can't be scheduled, the node selector has no matching node",
    claims: ["deployment/media-frontend node-selector-nonexistent"],
  },
  {
    text: "a NetworkPolicy (isolate-text-service) prevents compose-post-service from calling text-service",
    claims: ["networkpolicy/isolate-text-service network-policy-deny"],
  },
  { text: "CoreDNS config returns NXDOMAIN for social-graph-mongodb", claims: ["configmap/kube-system/coredns dns-name-nxdomain"] },
  { text: "node worker-2 went down because the kubelet exited", claims: ["node/worker-2 kubelet-crash"] },
  { text: "all nodes tainted -> nothing schedules", claims: ["node/* taint-untolerated"] },
  {
    text: "Two independent faults: (a) user-memcached is at zero replicas, (b) the ConfigMap media-mongodb was deleted.",
    claims: ["deployment/user-memcached scale-to-zero", "configmap/media-mongodb configmap-missing"],
  },
  {
    text: "Either post-storage-service or post-storage-memcached has a bad image.",
    claims: [
      "deployment/post-storage-service image-reference-nonexistent",
      "deployment/post-storage-memcached image-reference-nonexistent",
    ],
  },
  {
    text: "user-service, user-mongodb and user-memcached are all fine. Service social-graph-service has a wrong targetPort.",
    claims: ["service/social-graph-service service-target-port-mismatch"],
  },
  { text: "Timeline is empty for some users. I could not find out why.", claims: [] },
  { variant: "4", text: "svc-accounts was deployed with the wrong command", claims: ["deployment/svc-accounts command-wrong-binary"] },
  {
    variant: "5",
    text: "feed-posts-db gets no traffic: policy feed-posts-db-deny-all",
    claims: ["networkpolicy/feed-posts-db-deny-all network-policy-deny"],
  },
  {
    variant: "6",
    text: "feed-svc-members-conf: social-graph-service.addr was altered",
    claims: ["configmap/feed-svc-members-conf configmap-key-drift"],
  },
] satisfies readonly AppText[];
