import type { AppText } from "../app-text.ts";

/**
 * Texts in the names of blueprint-hotel-reservation that were written before any of them was read by the matcher. They measure it: a text that fails stays as
 * it is, and nothing is tuned for its sake.
 */
export default [
  { text: "geo-service is scaled to zero", claims: ["deployment/geo-service scale-to-zero"] },
  { text: "rate-db image: mongo:5.0.999, pull fails, manifest unknown", claims: ["deployment/rate-db image-reference-nonexistent"] },
  {
    text: "profile-service has just 5Mi of memory as its limit and is OOM killed at start",
    claims: ["deployment/profile-service memory-limit-too-small"],
  },
  {
    text: "Liveness probe of search-service broken: it dials port 10001",
    claims: ["deployment/search-service liveness-probe-wrong-endpoint"],
  },
  {
    text: "user-service isn't Ready; its readinessProbe asks on port 1234 where nobody answers",
    claims: ["deployment/user-service readiness-probe-wrong-endpoint"],
  },
  { text: "svc geo-db does not exist", claims: ["service/geo-db service-missing"] },
  {
    text: "reserv-service's Service selects pods by a label that they do not carry",
    claims: ["service/reserv-service service-selector-mismatch"],
  },
  {
    text: "Service rate-cache: port 11211 → targetPort 11311. memcached listens on 11211.",
    claims: ["service/rate-cache service-target-port-mismatch"],
  },
  {
    text: "The ConfigMap reserv-service-container-env was deleted, the pod is in CreateContainerConfigError",
    claims: ["configmap/reserv-service-container-env configmap-missing"],
  },
  {
    text: "RESERV_CACHE_DIAL_ADDR has been changed to reserv-cash:11211",
    claims: ["configmap/reserv-service-container-env configmap-key-drift"],
  },
  {
    text: "recomd-service can't find its db since RECOMD_DB_DIAL_ADDR in recomd-service-container-env names a host that doesn't exist",
    claims: ["configmap/recomd-service-container-env configmap-key-drift"],
  },
  {
    text: "command of rate-service: /geo_service_process/geo_service_process instead of its own",
    claims: ["deployment/rate-service command-wrong-binary"],
  },
  { text: "user-db asks for a node with disk=optane. There is none.", claims: ["deployment/user-db node-selector-nonexistent"] },
  { text: "NetworkPolicy profile-db-isolation cuts off profile-db", claims: ["networkpolicy/profile-db-isolation network-policy-deny"] },
  { text: "CoreDNS was told to answer NXDOMAIN for search-service", claims: ["configmap/kube-system/coredns dns-name-nxdomain"] },
  { text: "The kubelet of worker-3 crashed, so the pods on it are gone", claims: ["node/worker-3 kubelet-crash"] },
  { text: "taints everywhere: maintenance=true:NoSchedule on all three workers", claims: ["node/* taint-untolerated"] },
  {
    text: "search-service and geo-service are just victims. rate-service was set to 0 replicas.",
    claims: ["deployment/rate-service scale-to-zero"],
  },
  {
    text: "Root cause 1: profile-cache has a nonexistent image. Root cause 2: ConfigMap rpc is missing.",
    claims: ["deployment/profile-cache image-reference-nonexistent", "configmap/rpc configmap-missing"],
  },
  {
    text: "could be the Service of user-db (wrong selector), could be the Service of user-service (wrong selector)",
    claims: ["service/user-db service-selector-mismatch", "service/user-service service-selector-mismatch"],
  },
  { text: "No faults detected; all requests succeed.", claims: [] },
  { text: "latency is high, no idea", claims: [] },
  { variant: "4", text: "rooms-picks-api: wrong binary", claims: ["deployment/rooms-picks-api command-wrong-binary"] },
  { variant: "5", text: "svc-pricing's Service was removed", claims: ["service/svc-pricing service-missing"] },
  {
    variant: "6",
    text: "In prod-svc-geo-env the value of GEO_DB_DIAL_ADDR is wrong",
    claims: ["configmap/prod-svc-geo-env configmap-key-drift"],
  },
] satisfies readonly AppText[];
