import type { AppText } from "../app-text.ts";

/**
 * Texts in the names of astronomy-shop that were written before any of them was read by the matcher. They measure it: a text that fails stays as
 * it is, and nothing is tuned for its sake.
 */
export default [
  { text: "cart: 0 replicas", claims: ["deployment/cart scale-to-zero"] },
  {
    text: "Someone took checkout down to zero pods; everything else is a consequence of that.",
    claims: ["deployment/checkout scale-to-zero"],
  },
  {
    text: "payment pods fail with ErrImagePull. The image ghcr.io/open-telemetry/demo:2.1.3-paymnt cannot be found.",
    claims: ["deployment/payment image-reference-nonexistent"],
  },
  {
    text: "I am sorry for my english. The pod of email has too few memory, limit is 16Mi, kernel kills it.",
    claims: ["deployment/email memory-limit-too-small"],
  },
  {
    text: "Incident summary: between 14:05 and 14:20 the recommendation deployment was restarted by the kubelet over and over. A liveness probe had been pointed to port 9090, where the process does not listen.",
    claims: ["deployment/recommendation liveness-probe-wrong-endpoint"],
  },
  { text: "readiness of ad checks /healthy, that path isn't there", claims: ["deployment/ad readiness-probe-wrong-endpoint"] },
  { text: "The Service for shipping was deleted by accident", claims: ["service/shipping service-missing"] },
  {
    text: "svc/quote selector -> app.kubernetes.io/name=quotes. Pods have quote. No endpoints.",
    claims: ["service/quote service-selector-mismatch"],
  },
  {
    text: "Requests to product-catalog are refused because its Service targets port 8081 and not 8080.",
    claims: ["service/product-catalog service-target-port-mismatch"],
  },
  {
    text: "ConfigMap postgresql-init missing, postgresql hangs in ContainerCreating",
    claims: ["configmap/postgresql-init configmap-missing"],
  },
  { text: "The container of currency executes /usr/src/app/cart", claims: ["deployment/currency command-wrong-binary"] },
  {
    text: "```\nresource: deployment/frontend\ncause: nodeSelector hardware=quantum\n```\nfrontend can't be scheduled because its nodeSelector asks for hardware=quantum.",
    claims: ["deployment/frontend node-selector-nonexistent"],
  },
  {
    text: "fraud-detection can't talk to kafka, there is a NetworkPolicy kafka-deny that selects kafka and permits nothing",
    claims: ["networkpolicy/kafka-deny network-policy-deny"],
  },
  {
    text: "In coredns somebody put a rule by which valkey-cart resolves to NXDOMAIN",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  { text: "worker-1: kubelet has been stopped", claims: ["node/worker-1 kubelet-crash"] },
  {
    text: "every node has a NoSchedule taint now (team=infra) and the shop's pods have no toleration",
    claims: ["node/* taint-untolerated"],
  },
  {
    text: "Two things are broken. First, the image tag of ad is invalid. Second, llm's Service has the wrong targetPort.",
    claims: ["deployment/ad image-reference-nonexistent", "service/llm service-target-port-mismatch"],
  },
  {
    text: "Either the liveness probe of accounting is wrong or accounting has a memory limit that is too small.",
    claims: ["deployment/accounting liveness-probe-wrong-endpoint", "deployment/accounting memory-limit-too-small"],
  },
  {
    text: "It's neither the image nor the memory limit of cart. The Service cart no longer matches its pods.",
    claims: ["service/cart service-selector-mismatch"],
  },
  { text: "I see nothing wrong. The alerts were noise.", claims: [] },
  { text: "something with checkout I guess", claims: ["deployment/checkout unspecified"] },
  {
    variant: "5",
    text: "shop-charges-api has a command that doesn't exist in the image",
    claims: ["deployment/shop-charges-api command-wrong-binary"],
  },
  {
    variant: "5",
    text: "`shop-features-api-conf` was deleted, hence shop-features-api won't start",
    claims: ["configmap/shop-features-api-conf configmap-missing"],
  },
  {
    variant: "6",
    text: "The readiness probe on prod-srv-checkout uses the wrong port (5051).",
    claims: ["deployment/prod-srv-checkout readiness-probe-wrong-endpoint"],
  },
  {
    variant: "4",
    text: "as-postgres-main has been scaled to 0, that's why as-items-api logs connection refused",
    claims: ["deployment/as-postgres-main scale-to-zero"],
  },
] satisfies readonly AppText[];
