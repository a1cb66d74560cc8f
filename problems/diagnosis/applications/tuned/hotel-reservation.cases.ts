import type { AppText } from "../app-text.ts";

/** Texts in the names of hotel-reservation by which the reader is tuned. */
export default [
  { variant: "5", text: "auth-store runs mongo:4.46. which does not exist", claims: ["deployment/auth-store image-reference-nonexistent"] },
  {
    variant: "5",
    text: "hotel lost its readWrite on geo; geo-service reports not authorized",
    claims: ["mongouser/hotel@geo mongo-role-revoked"],
  },
  {
    variant: "6",
    text: "In init-nearby-mongodb nothing changed, but user reader@geo-db has no role any more",
    claims: ["mongouser/reader@geo-db mongo-role-revoked"],
  },
  {
    variant: "5",
    text: "cm-orders-service: key reserve-mongo-address points at orders-storage:27017",
    claims: ["configmap/cm-orders-service configmap-key-drift"],
  },
  {
    text: "geo uses mongodb-geo:27018 as GeoMongoAddress (geo-config), correct is 27017",
    claims: ["configmap/geo-config configmap-key-drift"],
  },
  { text: "frontend is running /go/bin/search", claims: ["deployment/frontend command-wrong-binary"] },
  {
    text: "The user Deployment wants image sregym/hotel:latestt. Registry says not found.",
    claims: ["deployment/user image-reference-nonexistent"],
  },
  { text: "lockdown-mongodb-user drops its traffic", claims: ["networkpolicy/lockdown-mongodb-user network-policy-deny"] },
  { text: "rate is only allowed 5Mi of memory", claims: ["deployment/rate memory-limit-too-small"] },
  { text: "Root cause: memcached-rate scaled to zero replicas, i.e. no pods run.", claims: ["deployment/memcached-rate scale-to-zero"] },
  {
    text: "The Service `consul` has a selector that no pod matches; therefore its endpoints are missing.",
    claims: ["service/consul service-selector-mismatch"],
  },
  {
    text: "Either user was scaled to zero or its Service was deleted",
    claims: ["deployment/user scale-to-zero", "service/user service-missing"],
  },
  {
    variant: "4",
    text: "prod-rates-api can't be scheduled as it demands a label gpu=true that is on no node",
    claims: ["deployment/prod-rates-api node-selector-nonexistent"],
  },
  {
    variant: "6",
    text: "registry: readinessProbe path /healthzz gives 404",
    claims: ["deployment/registry readiness-probe-wrong-endpoint"],
  },
  { variant: "6", text: "registry is scaled to 0", claims: ["deployment/registry scale-to-zero"] },
  {
    variant: "5",
    text: "prices-store refuses prices-service: user hotel has no roles on prices",
    claims: ["mongouser/hotel@prices mongo-role-revoked"],
  },
  {
    variant: "4",
    text: "prod-accounts-api runs the wrong program (/go/bin/rate)",
    claims: ["deployment/prod-accounts-api command-wrong-binary"],
  },
  { variant: "4", text: "prod-picks-api configmap was deleted", claims: ["configmap/prod-picks-api configmap-missing"] },
  {
    variant: "6",
    text: "svc-tariff: rateMemcAddress in its ConfigMap points to tariff-memcache:11211 which is no Service",
    claims: ["configmap/svc-tariff configmap-key-drift"],
  },
  { text: "readWrite on geo-db revoked from admin", claims: ["mongouser/admin@geo-db mongo-role-revoked"] },
  { text: "rate & profile down: both scaled to 0", claims: ["deployment/rate scale-to-zero", "deployment/profile scale-to-zero"] },
  {
    text: "user is not scaled to zero and its image is fine; the Service user has the wrong selector",
    claims: ["service/user service-selector-mismatch"],
  },
  {
    text: "search crashed because geo is gone: geo's pods cannot be scheduled, nodeSelector ssd=true fits no node",
    claims: ["deployment/geo node-selector-nonexistent"],
  },
  { text: "no kubelet heartbeat from worker-2, service kubelet dead", claims: ["node/worker-2 kubelet-crash"] },
  { text: "mongodb-rate: 27017 -> 27117 in Service targetPort", claims: ["service/mongodb-rate service-target-port-mismatch"] },
  {
    variant: "5",
    text: "finder-service, prices-service, geo-service, picks-service, auth-service and website may be at fault",
    claims: [],
  },
  {
    text: "The ConfigMap rate-config has a RateMongoAddress of mongodb-rate:27018 (Service listens on 27017).",
    claims: ["configmap/rate-config configmap-key-drift"],
  },
  { variant: "4", text: "admin@hotel_geo lost readWrite", claims: ["mongouser/admin@hotel_geo mongo-role-revoked"] },
  { text: "frontend has no endpoints. Selector wrong.", claims: ["service/frontend service-selector-mismatch"] },
  { text: "The taint key=broken:NoSchedule was added on the nodes", claims: ["node/* taint-untolerated"] },
  {
    text: "A new NetworkPolicy, zero-trust-search, drops all ingress for search.",
    claims: ["networkpolicy/zero-trust-search network-policy-deny"],
  },
  {
    text: "It was not the network policy and not the selector: the deployment search had 0 replicas.",
    claims: ["deployment/search scale-to-zero"],
  },
] satisfies readonly AppText[];
