import type { AppText } from "../app-text.ts";

/** Texts in the names of train-ticket by which the reader is tuned. */
export default [
  { text: "The ConfigMap nacos has a wrong NACOS_ADDRS", claims: ["configmap/nacos configmap-key-drift"] },
  { text: "configmap/nacos is missing", claims: ["configmap/nacos configmap-missing"] },
  { text: "nacos was scaled to 0", claims: ["statefulset/nacos scale-to-zero"] },
  { text: "rabbitmq_host in cm rabbitmq points to rabbit-mq", claims: ["configmap/rabbitmq configmap-key-drift"] },
  { text: "service rabbitmq removed", claims: ["service/rabbitmq service-missing"] },
  {
    text: "ts-order-service: memory limit 100Mi while JVM needs 500, OOMKilled",
    claims: ["deployment/ts-order-service memory-limit-too-small"],
  },
  {
    text: "ts-seat-service image codewisdom/ts-seat-service:1.0.00 can not be pulled, tag doesn't exist",
    claims: ["deployment/ts-seat-service image-reference-nonexistent"],
  },
  { text: "ts-user-service's command is java -jar /app/ts-order-service.jar", claims: ["deployment/ts-user-service command-wrong-binary"] },
  {
    text: "Service ts-travel-service sends requests to targetPort 12347, app is on 12346",
    claims: ["service/ts-travel-service service-target-port-mismatch"],
  },
  {
    text: "deny-ts-auth-service (NetworkPolicy) denies all ingress to ts-auth-service",
    claims: ["networkpolicy/deny-ts-auth-service network-policy-deny"],
  },
  {
    text: "ts-station-service not scheduled - nodeSelector names node worker-42, not in cluster",
    claims: ["deployment/ts-station-service node-selector-nonexistent"],
  },
  {
    text: "probe for liveness on ts-price-service targets 17579, app listens on 16579",
    claims: ["deployment/ts-price-service liveness-probe-wrong-endpoint"],
  },
  {
    text: "ts-route-service unready since readiness check hits 11179",
    claims: ["deployment/ts-route-service readiness-probe-wrong-endpoint"],
  },
  { text: "selector of svc tsdb-mysql wrong, no endpoints", claims: ["service/tsdb-mysql service-selector-mismatch"] },
  {
    variant: "4",
    text: "nacos-address carries a wrong value for NACOS_ADDRS (tt-registry:8848)",
    claims: ["configmap/nacos-address configmap-key-drift"],
  },
  {
    variant: "5",
    text: "ConfigMap broker-address deleted; ts-delivery-svc et al. cannot start",
    claims: ["configmap/broker-address configmap-missing"],
  },
  { variant: "6", text: "svc-seat was scaled to zero, svc-tickets only suffers", claims: ["deployment/svc-seat scale-to-zero"] },
  { variant: "6", text: "discovery's Service was deleted", claims: ["service/discovery service-missing"] },
  { text: "All worker nodes are tainted with team=ml:NoSchedule", claims: ["node/* taint-untolerated"] },
  { text: "no anomalies found, system operates normally", claims: [] },
  { text: "NACOS_ADDRS points to nacos-0.nacos-headles:8848", claims: ["configmap/nacos configmap-key-drift"] },
  {
    text: "All services lost registration because ConfigMap nacos has NACOS_ADDRS=nacos-old:8848",
    claims: ["configmap/nacos configmap-key-drift"],
  },
  { text: "the nacos Service is missing", claims: ["service/nacos service-missing"] },
  { text: "rabbitmq ConfigMap was removed by somebody", claims: ["configmap/rabbitmq configmap-missing"] },
  { text: "ts-order-service -> 0 replicas. ts-preserve-service suffers.", claims: ["deployment/ts-order-service scale-to-zero"] },
  { text: "tsdb-mysql readiness probe uses port 3307", claims: ["statefulset/tsdb-mysql readiness-probe-wrong-endpoint"] },
  { text: "ts-news-service starts /go/bin/ts-voucher-service", claims: ["deployment/ts-news-service command-wrong-binary"] },
  {
    text: "NetworkPolicy ts-food-service-deny-ingress isolates ts-food-service",
    claims: ["networkpolicy/ts-food-service-deny-ingress network-policy-deny"],
  },
  { text: "DNS lookups of nacos get NXDOMAIN from CoreDNS, template plugin", claims: ["configmap/kube-system/coredns dns-name-nxdomain"] },
  { text: "ts-ui-dashboard svc -> targetPort 8088, nginx on 8080", claims: ["service/ts-ui-dashboard service-target-port-mismatch"] },
  {
    text: "ts-auth-service pod 7d9f wants node label tier=premium - no node matches",
    claims: ["deployment/ts-auth-service node-selector-nonexistent"],
  },
  {
    text: "ts-travel2-service dead: liveness on /actuator/healthz is wrong",
    claims: ["deployment/ts-travel2-service liveness-probe-wrong-endpoint"],
  },
  {
    text: "1) ts-seat-service scaled to 0 2) svc ts-price-service selector wrong",
    claims: ["deployment/ts-seat-service scale-to-zero", "service/ts-price-service service-selector-mismatch"],
  },
  { text: "kubelet down at worker-1", claims: ["node/worker-1 kubelet-crash"] },
  { text: "checked everything, there is no fault", claims: [] },
  { variant: "4", text: "tt-registry-server is at 0/0", claims: ["statefulset/tt-registry-server scale-to-zero"] },
  { variant: "4", text: "tt-tokens-svc's memory cap is 90Mi", claims: ["deployment/tt-tokens-svc memory-limit-too-small"] },
  { variant: "5", text: "selector of ts-login-svc doesn't fit its pods", claims: ["service/ts-login-svc service-selector-mismatch"] },
  { text: "NACOS_ADDRS was removed from configmap nacos", claims: ["configmap/nacos configmap-key-drift"] },
  { text: "Configmap nacos: key NACOS_ADDRS has typo", claims: ["configmap/nacos configmap-key-drift"] },
  { text: "nacos: wrong readiness probe. ConfigMap nacos is right.", claims: ["statefulset/nacos readiness-probe-wrong-endpoint"] },
  { text: "ts-config-service scaled to 0", claims: ["deployment/ts-config-service scale-to-zero"] },
  { text: "the ts-config-service image tag is wrong", claims: ["deployment/ts-config-service image-reference-nonexistent"] },
  { text: "tsdb-mysql-init configmap gone", claims: ["configmap/tsdb-mysql-init configmap-missing"] },
  {
    text: "ts-ticket-office-service: nodeSelector ssd=fast; nodes have no such label",
    claims: ["deployment/ts-ticket-office-service node-selector-nonexistent"],
  },
  {
    text: "ts-gateway-service 503 since Service ts-travel-plan-service has no endpoints: its selector is app=ts-travel-plan",
    claims: ["service/ts-travel-plan-service service-selector-mismatch"],
  },
  { text: "policy block-ts-order-service denies ingress", claims: ["networkpolicy/block-ts-order-service network-policy-deny"] },
  { text: "ts-user-service should be 1 replica, is 0", claims: ["deployment/ts-user-service scale-to-zero"] },
] satisfies readonly AppText[];
