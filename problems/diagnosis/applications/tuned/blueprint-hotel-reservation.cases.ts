import type { AppText } from "../app-text.ts";

/** Texts in the names of blueprint-hotel-reservation by which the reader is tuned. */
export default [
  {
    text: "user-service was started with UniqueIdService instead of UserService",
    claims: ["deployment/user-service command-wrong-binary"],
  },
  { text: "No ConfigMap named rpc exists any more", claims: ["configmap/rpc configmap-missing"] },
  { text: "cm rpc deleted -> all pods CreateContainerConfigError", claims: ["configmap/rpc configmap-missing"] },
  {
    text: "GEO_DB_DIAL_ADDR in geo-service-container-env says geo-database:27017, but the host is geo-db",
    claims: ["configmap/geo-service-container-env configmap-key-drift"],
  },
  {
    text: "search-service cannot start because RATE_SERVICE_GRPC_DIAL_ADDR was removed from its ConfigMap.",
    claims: ["configmap/search-service-container-env configmap-key-drift"],
  },
  { text: "profile-cache: image set to memcached:1.6.399, tag unknown", claims: ["deployment/profile-cache image-reference-nonexistent"] },
  { text: "reserv-db has spec.replicas = 0", claims: ["deployment/reserv-db scale-to-zero"] },
  {
    text: "The Service search-service points to a targetPort 12399 nobody serves.",
    claims: ["service/search-service service-target-port-mismatch"],
  },
  { text: "service search-service missing", claims: ["service/search-service service-missing"] },
  {
    text: "rate-service pod wants a node with zone=eu-west-9 which no node has",
    claims: ["deployment/rate-service node-selector-nonexistent"],
  },
  {
    text: "There's a NetworkPolicy in front of user-db that allows nothing in.",
    claims: ["networkpolicy/unspecified network-policy-deny"],
  },
  { text: "recomd-service: limits.memory=6Mi => OOMKilled", claims: ["deployment/recomd-service memory-limit-too-small"] },
  {
    text: "The readiness probe for geo-service is asking /ready on 12399 and gets connection refused, hence not ready.",
    claims: ["deployment/geo-service readiness-probe-wrong-endpoint"],
  },
  {
    text: "kubelet kills profile-service every 30s: liveness probe goes to a path which isn't served.",
    claims: ["deployment/profile-service liveness-probe-wrong-endpoint"],
  },
  {
    variant: "4",
    text: "rooms-user-db Service selects tier=data, pods carry tier=db only",
    claims: ["service/rooms-user-db service-selector-mismatch"],
  },
  {
    variant: "5",
    text: "svc-geolocation's image was set to registry.local/hotel:v2 and this tag isn't in the registry",
    claims: ["deployment/svc-geolocation image-reference-nonexistent"],
  },
  {
    variant: "6",
    text: "ConfigMap client-defaults does not exist, so pods hang in CreateContainerConfigError",
    claims: ["configmap/client-defaults configmap-missing"],
  },
  {
    variant: "5",
    text: "It is not the db-login. The svc-login deployment got 0 replicas.",
    claims: ["deployment/svc-login scale-to-zero"],
  },
  { text: "geo-service is slow and I do not know why", claims: ["deployment/geo-service unspecified"] },
  {
    text: "Two faults: user-db scaled to 0; Service rate-cache has targetPort 11212 (should be 11211).",
    claims: ["deployment/user-db scale-to-zero", "service/rate-cache service-target-port-mismatch"],
  },
  { text: "everything looks healthy to me, no fault", claims: [] },
  { text: "on worker-1 kubelet inactive (dead)", claims: ["node/worker-1 kubelet-crash"] },
  {
    text: "user-service connects to the wrong database as USER_DB_DIAL_ADDR=user-database:27017 in its ConfigMap",
    claims: ["configmap/user-service-container-env configmap-key-drift"],
  },
  { text: "The configmap of rate-service lost RATE_CACHE_DIAL_ADDR", claims: ["configmap/rate-service-container-env configmap-key-drift"] },
  { text: "geo-db was rolled to mongo:4.4-nope and cannot be pulled", claims: ["deployment/geo-db image-reference-nonexistent"] },
  {
    text: "service/profile-cache now selects app=profile-cach, endpoints none",
    claims: ["service/profile-cache service-selector-mismatch"],
  },
  {
    text: "reserv-service: readiness and not liveness is the issue, it checks 12345",
    claims: ["deployment/reserv-service readiness-probe-wrong-endpoint"],
  },
  { text: "search-service pods do not exist at all: desired 0.", claims: ["deployment/search-service scale-to-zero"] },
  {
    text: "Most likely rate-db's Service is missing. Less likely the NetworkPolicy of rate-db.",
    claims: ["service/rate-db service-missing"],
  },
  { text: "frontend-service's memory limit was cut to 4Mi", claims: ["deployment/frontend-service memory-limit-too-small"] },
  {
    text: "recomd-db unreachable; policy recomd-db-lockdown denies ingress",
    claims: ["networkpolicy/recomd-db-lockdown network-policy-deny"],
  },
  {
    text: "process started in geo-service is rate_service_process, should be geo_service_process",
    claims: ["deployment/geo-service command-wrong-binary"],
  },
  { text: "node worker-3 NotReady, its kubelet is stopped", claims: ["node/worker-3 kubelet-crash"] },
  {
    text: "not a fault of profile-service. profile-db's Service sends to 27018 although mongod listens on 27017",
    claims: ["service/profile-db service-target-port-mismatch"],
  },
  {
    text: "kubernetes: no ConfigMap called search-service-container-env",
    claims: ["configmap/search-service-container-env configmap-missing"],
  },
  {
    text: "user-db's pods are labelled app=user-db but its Service looks for app=user-database",
    claims: ["service/user-db service-selector-mismatch"],
  },
  {
    text: "ConfigMap geo-service-container-env: GEO_DB_DIAL_ADDR should be geo-db:27017 but is geo-db:27018",
    claims: ["configmap/geo-service-container-env configmap-key-drift"],
  },
  {
    text: "deployment/user-service → executable file not found (command: user_service_proces)",
    claims: ["deployment/user-service command-wrong-binary"],
  },
  {
    text: "Everything that talks to rate-cache hangs, a network policy without ingress rules selects it",
    claims: ["networkpolicy/unspecified network-policy-deny"],
  },
  { text: "reserv-cache got a bad image tag", claims: ["deployment/reserv-cache image-reference-nonexistent"] },
  {
    text: "The fault is in profile-service, nodeSelector, no matching node",
    claims: ["deployment/profile-service node-selector-nonexistent"],
  },
  {
    text: "frontend-service cannot reach search-service; the Service search-service has been removed and this is the cause",
    claims: ["service/search-service service-missing"],
  },
  { text: "targetPort mismatch at service geo-service", claims: ["service/geo-service service-target-port-mismatch"] },
  { text: "geo-db's Service does not select geo-db's pods", claims: ["service/geo-db service-selector-mismatch"] },
  { text: "rpc", claims: [] },
] satisfies readonly AppText[];
