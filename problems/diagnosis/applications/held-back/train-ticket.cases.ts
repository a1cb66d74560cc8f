import type { AppText } from "../app-text.ts";

/**
 * Texts in the names of train-ticket that were written before any of them was read by the matcher. They measure it: a text that fails stays as
 * it is, and nothing is tuned for its sake.
 */
export default [
  { text: "ts-travel-service: replicas 0", claims: ["deployment/ts-travel-service scale-to-zero"] },
  { text: "Booking fails because somebody scaled ts-preserve-service to zero.", claims: ["deployment/ts-preserve-service scale-to-zero"] },
  {
    text: "ts-basic-service has an image that does not exist: codewisdom/ts-basic-servce:1.0.0",
    claims: ["deployment/ts-basic-service image-reference-nonexistent"],
  },
  { text: "ts-food-service needs more memory than its limit (80Mi) allows", claims: ["deployment/ts-food-service memory-limit-too-small"] },
  {
    text: "ts-contacts-service: livenessProbe on wrong port -> restarts",
    claims: ["deployment/ts-contacts-service liveness-probe-wrong-endpoint"],
  },
  {
    text: "The readiness probe of ts-order-service queries a port that's closed",
    claims: ["deployment/ts-order-service readiness-probe-wrong-endpoint"],
  },
  { text: "There's no Service ts-seat-service any longer", claims: ["service/ts-seat-service service-missing"] },
  {
    text: "endpoints of ts-station-service are empty, selector app=ts-station does not match",
    claims: ["service/ts-station-service service-selector-mismatch"],
  },
  {
    text: "Service ts-config-service uses targetPort 15680 (the app is on 15679)",
    claims: ["service/ts-config-service service-target-port-mismatch"],
  },
  { text: "rabbitmq config map got lost", claims: ["configmap/rabbitmq configmap-missing"] },
  { text: "nacos ConfigMap: NACOS_ADDRS wrong", claims: ["configmap/nacos configmap-key-drift"] },
  { text: "rabbitmq_host holds the name of a host that doesn't exist", claims: ["configmap/rabbitmq configmap-key-drift"] },
  {
    text: "ts-voucher-service's start command is wrong: python /app/servr.py",
    claims: ["deployment/ts-voucher-service command-wrong-binary"],
  },
  {
    text: "ts-security-service pending. nodeSelector env=staging; no node has this label.",
    claims: ["deployment/ts-security-service node-selector-nonexistent"],
  },
  {
    text: "quarantine-ts-user-service is a NetworkPolicy that blocks ts-user-service",
    claims: ["networkpolicy/quarantine-ts-user-service network-policy-deny"],
  },
  { text: "tsdb-mysql does not resolve because of an override in CoreDNS", claims: ["configmap/kube-system/coredns dns-name-nxdomain"] },
  { text: "worker-2's kubelet died", claims: ["node/worker-2 kubelet-crash"] },
  { text: "a taint on all workers blocks scheduling", claims: ["node/* taint-untolerated"] },
  { text: "Not nacos itself but its Service is the problem: targetPort 8849.", claims: ["service/nacos service-target-port-mismatch"] },
  {
    text: "ts-auth-service or ts-user-service is broken",
    claims: ["deployment/ts-auth-service unspecified", "deployment/ts-user-service unspecified"],
  },
  {
    text: "(1) ts-price-service: bad tag. (2) ts-route-service: memory limit too low.",
    claims: ["deployment/ts-price-service image-reference-nonexistent", "deployment/ts-route-service memory-limit-too-small"],
  },
  { text: "After a complete review of pods, events, logs and metrics I conclude that the system is healthy.", claims: [] },
  { variant: "4", text: "tt-broker's Service has been deleted", claims: ["service/tt-broker service-missing"] },
  {
    variant: "5",
    text: "registry-settings has the wrong address in NACOS_ADDRS",
    claims: ["configmap/registry-settings configmap-key-drift"],
  },
  {
    variant: "6",
    text: "svc-tickets has a nonexistent image tag, svc-seat and svc-route suffer from it",
    claims: ["deployment/svc-tickets image-reference-nonexistent"],
  },
] satisfies readonly AppText[];
