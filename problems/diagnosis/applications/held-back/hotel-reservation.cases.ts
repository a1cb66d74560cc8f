import type { AppText } from "../app-text.ts";

/**
 * Texts in the names of hotel-reservation that were written before any of them was read by the matcher. They measure it: a text that fails stays as
 * it is, and nothing is tuned for its sake.
 */
export default [
  { text: "reservation → scaled down to 0", claims: ["deployment/reservation scale-to-zero"] },
  {
    text: "the docker image that deployment/profile refers to is not available in the registry",
    claims: ["deployment/profile image-reference-nonexistent"],
  },
  { text: "mongodb-user dies with exit code 137, limit 12Mi", claims: ["deployment/mongodb-user memory-limit-too-small"] },
  {
    text: "Kubelet keeps killing geo. Reason: livenessProbe points at 8083 but geo serves on 8083/grpc only, /live is not there.",
    claims: ["deployment/geo liveness-probe-wrong-endpoint"],
  },
  { text: "user never passes its readiness probe, wrong port 8099", claims: ["deployment/user readiness-probe-wrong-endpoint"] },
  { text: "The search Service has been wiped", claims: ["service/search service-missing"] },
  {
    text: "memcached-profile: Service selector doesn't agree with the pod labels",
    claims: ["service/memcached-profile service-selector-mismatch"],
  },
  {
    text: "mongodb-geo Service sends connections to 27018 while mongod is on 27017",
    claims: ["service/mongodb-geo service-target-port-mismatch"],
  },
  {
    text: "recommendation can't mount config since recommendation-config doesn't exist",
    claims: ["configmap/recommendation-config configmap-missing"],
  },
  { text: "UserMongoAddress in user-config reads mongodb-usr:27017", claims: ["configmap/user-config configmap-key-drift"] },
  { text: "frontend's entrypoint has been overridden: it runs the search binary", claims: ["deployment/frontend command-wrong-binary"] },
  { text: "rate's nodeSelector (rack=r99) excludes all nodes", claims: ["deployment/rate node-selector-nonexistent"] },
  {
    text: "consul's traffic is blocked, NetworkPolicy consul-lock, ingress: []",
    claims: ["networkpolicy/consul-lock network-policy-deny"],
  },
  {
    text: "DNS says NXDOMAIN for mongodb-reservation though the Service exists. There is a template in the coredns ConfigMap.",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  { text: "kubelet.service failed on worker-1", claims: ["node/worker-1 kubelet-crash"] },
  { text: "Workers have been tainted, pods remain Pending", claims: ["node/* taint-untolerated"] },
  { text: "mongodb-rate: user admin has lost the readWrite role on rate-db", claims: ["mongouser/admin@rate-db mongo-role-revoked"] },
  {
    text: "The account geo uses to log into MongoDB isn't allowed to read geo-db since its role was withdrawn",
    claims: ["mongouser/admin@geo-db mongo-role-revoked"],
  },
  {
    text: "First I thought geo's image was wrong, but it isn't. What's wrong is the selector of Service geo.",
    claims: ["service/geo service-selector-mismatch"],
  },
  {
    text: "profile and rate both have a wrong image tag",
    claims: ["deployment/profile image-reference-nonexistent", "deployment/rate image-reference-nonexistent"],
  },
  { text: "No root cause, hotel reservation runs fine.", claims: [] },
  { variant: "5", text: "On geo-store the user hotel had its role taken away", claims: ["mongouser/hotel@geo mongo-role-revoked"] },
  {
    variant: "5",
    text: "cm-auth-service contains user-mongo-address: auth-stor:27017, which is wrong",
    claims: ["configmap/cm-auth-service configmap-key-drift"],
  },
  {
    variant: "6",
    text: "svc-recommender does not start. ConfigMap svc-recommender not found.",
    claims: ["configmap/svc-recommender configmap-missing"],
  },
  {
    variant: "4",
    text: "prod-memcached-rates: Service port maps onto 11212, nothing is listening there",
    claims: ["service/prod-memcached-rates service-target-port-mismatch"],
  },
] satisfies readonly AppText[];
