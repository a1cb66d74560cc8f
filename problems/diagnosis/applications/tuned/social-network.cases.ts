import type { AppText } from "../app-text.ts";

/** Texts in the names of social-network by which the reader is tuned. */
export default [
  { text: "lockdown-user-mongodb drops its traffic", claims: ["networkpolicy/lockdown-user-mongodb network-policy-deny"] },
  { text: "The ConfigMap text-service does not exist", claims: ["configmap/text-service configmap-missing"] },
  {
    text: "configmap user-service: user-mongodb.addr is set to user-mongo, a host that isn't there",
    claims: ["configmap/user-service configmap-key-drift"],
  },
  {
    text: "post-storage-mongodb.addr in post-storage-service's config was changed to wrong-mongodb",
    claims: ["configmap/post-storage-service configmap-key-drift"],
  },
  {
    text: "user-service was started with UniqueIdService instead of UserService",
    claims: ["deployment/user-service command-wrong-binary"],
  },
  { text: "text-service has 0 replicas", claims: ["deployment/text-service scale-to-zero"] },
  { text: "service text-service was deleted", claims: ["service/text-service service-missing"] },
  {
    text: "media-service Service forwards 9090 to 9091, nobody listens on 9091",
    claims: ["service/media-service service-target-port-mismatch"],
  },
  {
    text: "user-timeline-redis: the Service's selector lists version=v2, pods only have version=v1",
    claims: ["service/user-timeline-redis service-selector-mismatch"],
  },
  { text: "compose-post-service OOM: 16Mi limit", claims: ["deployment/compose-post-service memory-limit-too-small"] },
  { text: "nginx-thrift liveness probe asks :8081/health, wrong port", claims: ["deployment/nginx-thrift liveness-probe-wrong-endpoint"] },
  {
    text: "home-timeline-service never gets ready, its readiness probe uses port 9999",
    claims: ["deployment/home-timeline-service readiness-probe-wrong-endpoint"],
  },
  {
    text: "The image of social-graph-mongodb is mongo:4.4.666 and that one doesn't exist",
    claims: ["deployment/social-graph-mongodb image-reference-nonexistent"],
  },
  {
    text: "unique-id-service cannot schedule, nodeSelector pool=burst matches no node",
    claims: ["deployment/unique-id-service node-selector-nonexistent"],
  },
  { variant: "5", text: "feed-svc-posts ConfigMap is missing", claims: ["configmap/feed-svc-posts configmap-missing"] },
  { variant: "5", text: "feed-svc-links was scaled to 0 replicas", claims: ["deployment/feed-svc-links scale-to-zero"] },
  { variant: "4", text: "svc/svc-publish is missing", claims: ["service/svc-publish service-missing"] },
  {
    variant: "4",
    text: "cm-svc-articles has postStorageMongodb.addr = mongo-artikles, a typo",
    claims: ["configmap/cm-svc-articles configmap-key-drift"],
  },
  { variant: "6", text: "feed-posts-mongo-conf has been deleted.", claims: ["configmap/feed-posts-mongo-conf configmap-missing"] },
  { text: "All good here. Nothing broken.", claims: [] },
  {
    text: "the DNS entry for user-memcached is overridden in CoreDNS with NXDOMAIN",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  {
    text: "## Root cause\n- **Resource:** `service/url-shorten-service`\n- **Fault:** selector mismatch (`app=url-shorten` vs. `app=url-shorten-service`)\n## Fix\nPatch the selector.",
    claims: ["service/url-shorten-service service-selector-mismatch"],
  },
  { text: "user-mongodb ConfigMap deleted", claims: ["configmap/user-mongodb configmap-missing"] },
  {
    text: "ConfigMap/user-mongodb can't be found; user-mongodb pod stuck ContainerCreating",
    claims: ["configmap/user-mongodb configmap-missing"],
  },
  { text: "media-frontend: readiness probe, path /readyy", claims: ["deployment/media-frontend readiness-probe-wrong-endpoint"] },
  {
    text: "social-graph-service's config has social-graph-redis.addr = social-graph-rediss",
    claims: ["configmap/social-graph-service configmap-key-drift"],
  },
  {
    text: "In `home-timeline-service` ConfigMap, `post-storage-service.addr` was edited to `post-store`.",
    claims: ["configmap/home-timeline-service configmap-key-drift"],
  },
  {
    text: "url-shorten-memcached Service routes to targetPort 11212",
    claims: ["service/url-shorten-memcached service-target-port-mismatch"],
  },
  {
    text: "post-storage-service can't talk to post-storage-mongodb; the latter has been scaled to zero",
    claims: ["deployment/post-storage-mongodb scale-to-zero"],
  },
  { text: "Service user-service exists, Deployment user-service was scaled to 0", claims: ["deployment/user-service scale-to-zero"] },
  { text: "text-service binary swapped for MediaService", claims: ["deployment/text-service command-wrong-binary"] },
  {
    text: "nginx-thrift was given an image openresty-thrift:xenial-2 that isn't in any registry",
    claims: ["deployment/nginx-thrift image-reference-nonexistent"],
  },
  { text: "user-mention-service dies: OOMKilled, limit 10Mi", claims: ["deployment/user-mention-service memory-limit-too-small"] },
  { text: "kubectl get svc shows no social-graph-redis Service", claims: ["service/social-graph-redis service-missing"] },
  {
    text: "either user-timeline-mongodb is scaled to 0 or user-timeline-redis is",
    claims: ["deployment/user-timeline-mongodb scale-to-zero", "deployment/user-timeline-redis scale-to-zero"],
  },
  {
    text: "media-memcached-isolation denies everything to media-memcached",
    claims: ["networkpolicy/media-memcached-isolation network-policy-deny"],
  },
  {
    variant: "5",
    text: "feed-svc-graph restarts, livenessProbe exec is wrong",
    claims: ["deployment/feed-svc-graph liveness-probe-wrong-endpoint"],
  },
  { variant: "4", text: "Service mongo-relations wrong selector", claims: ["service/mongo-relations service-selector-mismatch"] },
  {
    variant: "6",
    text: "feed-svc-tags is started with TextService, not UserMentionService",
    claims: ["deployment/feed-svc-tags command-wrong-binary"],
  },
  {
    text: "home-timeline-redis ConfigMap is fine, home-timeline-service ConfigMap was deleted",
    claims: ["configmap/home-timeline-service configmap-missing"],
  },
  {
    text: "the configmap user-timeline-service misses key service-config.json",
    claims: ["configmap/user-timeline-service configmap-key-drift"],
  },
  {
    text: "`media-service` — `spec.template.spec.containers[0].command` = `TextService`",
    claims: ["deployment/media-service command-wrong-binary"],
  },
  { text: "url-shorten-service's Service vs pods: labels differ", claims: ["service/url-shorten-service service-selector-mismatch"] },
  { text: "svc user-mongodb has targetPort 27018", claims: ["service/user-mongodb service-target-port-mismatch"] },
  {
    text: "user-memcached was scaled to zero (Deployment). The ConfigMap and Service exist.",
    claims: ["deployment/user-memcached scale-to-zero"],
  },
  {
    text: "compose-post-service can't reach unique-id-service. There is no service unique-id-service.",
    claims: ["service/unique-id-service service-missing"],
  },
  {
    text: "Image for social-graph-redis (redis:6.2.99-nope) is unavailable",
    claims: ["deployment/social-graph-redis image-reference-nonexistent"],
  },
  { text: "I blame post-storage-memcached", claims: ["deployment/post-storage-memcached unspecified"] },
  {
    text: "The liveness probe of user-service hits port 9999; meanwhile social-graph-service merely waits.",
    claims: ["deployment/user-service liveness-probe-wrong-endpoint"],
  },
  { variant: "4", text: "svc-ids deployment: wrong image", claims: ["deployment/svc-ids image-reference-nonexistent"] },
  { variant: "5", text: "feed-edge ConfigMap vanished", claims: ["configmap/feed-edge configmap-missing"] },
] satisfies readonly AppText[];
