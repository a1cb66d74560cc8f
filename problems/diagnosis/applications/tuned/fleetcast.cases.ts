import type { AppText } from "../app-text.ts";

/** Texts in the names of fleetcast by which the reader is tuned. */
export default [
  {
    text: "satellite-app-backend wants 12Mi at most (limit) and that is not enough, exit 137",
    claims: ["deployment/satellite-app-backend memory-limit-too-small"],
  },
  {
    text: "satellite-app-frontend's Service routes to port 8081 but nginx listens on 8080",
    claims: ["service/satellite-app-frontend service-target-port-mismatch"],
  },
  { text: "grafana/grafana:12.0.00 was put on grafana, no such tag", claims: ["deployment/grafana image-reference-nonexistent"] },
  { text: "the deployment of grafana was scaled away", claims: ["deployment/grafana scale-to-zero"] },
  {
    text: "isolate-satellite-app-backend cuts satellite-app-backend off from its callers (policyTypes Ingress, no rules)",
    claims: ["networkpolicy/isolate-satellite-app-backend network-policy-deny"],
  },
  { text: "svc/basic-tidb deleted", claims: ["service/basic-tidb service-missing"] },
  { text: "Root cause = selector on Service jaeger (app: jaegr) matches zero pods", claims: ["service/jaeger service-selector-mismatch"] },
  {
    text: "otel-collector readiness: GET :13134/ -> refused; correct port is 13133",
    claims: ["deployment/otel-collector readiness-probe-wrong-endpoint"],
  },
  {
    text: "tidb-controller-manager command replaced by /usr/local/bin/tidb-schedulerx, executable not found",
    claims: ["deployment/tidb-controller-manager command-wrong-binary"],
  },
  {
    text: "satellite-app-backend pods pending: node selector kubernetes.io/hostname=worker-9, that node doesn't exist",
    claims: ["deployment/satellite-app-backend node-selector-nonexistent"],
  },
  { text: "Corefile rewrites basic-tidb to NXDOMAIN", claims: ["configmap/kube-system/coredns dns-name-nxdomain"] },
  { text: "Taint added to every node, app does not tolerate", claims: ["node/* taint-untolerated"] },
  {
    variant: "4",
    text: "tracker-app restarts: its liveness probe is on the wrong port.",
    claims: ["deployment/tracker-app liveness-probe-wrong-endpoint"],
  },
  {
    variant: "5",
    text: "orbit-api was scaled down to 0 by someone; orbit-portal shows 502",
    claims: ["deployment/orbit-api scale-to-zero"],
  },
  {
    variant: "6",
    text: "`portal` Service: targetPort changed to `web`, container has no such port name",
    claims: ["service/portal service-target-port-mismatch"],
  },
  {
    text: "The satellite-app-frontend Deployment is fine; the Service of the same name has been removed.",
    claims: ["service/satellite-app-frontend service-missing"],
  },
  { text: "could be dns, could be the database, could be anything", claims: [] },
  { text: "No incident. Fleetcast is healthy.", claims: [] },
  {
    text: "Deployment satellite-app-backend: command uvicron instead of uvicorn",
    claims: ["deployment/satellite-app-backend command-wrong-binary"],
  },
  { text: "satellite-app-frontend OOMs at 5Mi", claims: ["deployment/satellite-app-frontend memory-limit-too-small"] },
  { text: "satellite-app-backend unreachable as its Service vanished", claims: ["service/satellite-app-backend service-missing"] },
  {
    text: "satellite-app-frontend → satellite-app-backend times out; a NetworkPolicy called backend-quarantine blocks it",
    claims: ["networkpolicy/backend-quarantine network-policy-deny"],
  },
  { text: "tidb-controller-manager has zero replicas", claims: ["deployment/tidb-controller-manager scale-to-zero"] },
  { text: "jaeger liveness probe was changed to port 14270 (14269 is right)", claims: ["deployment/jaeger liveness-probe-wrong-endpoint"] },
  {
    text: "Either grafana's readiness probe or its image is wrong.",
    claims: ["deployment/grafana readiness-probe-wrong-endpoint", "deployment/grafana image-reference-nonexistent"],
  },
  {
    text: "selector on svc satellite-app-backend: component=api. Pods: component=backend.",
    claims: ["service/satellite-app-backend service-selector-mismatch"],
  },
  { text: "workers are all tainted (maintenance:NoSchedule)", claims: ["node/* taint-untolerated"] },
  { text: "jaeger cannot be placed. nodeSelector = {arch: riscv}", claims: ["deployment/jaeger node-selector-nonexistent"] },
  {
    text: "satellite-app-frontend image nginx:1.27.99-alpine: not found",
    claims: ["deployment/satellite-app-frontend image-reference-nonexistent"],
  },
  { text: "the system is bad, please restart all", claims: [] },
  {
    text: "Service otel-collector targetPort=4399, collector listens to 4317",
    claims: ["service/otel-collector service-target-port-mismatch"],
  },
  { variant: "6", text: "main-tidb's Service was dropped", claims: ["service/main-tidb service-missing"] },
  { variant: "6", text: "collector was given replicas: 0", claims: ["deployment/collector scale-to-zero"] },
  {
    text: "The Service of satellite-app-backend forwards to the wrong port",
    claims: ["service/satellite-app-backend service-target-port-mismatch"],
  },
  {
    text: "grafana is only suffering, the culprit is otel-collector which is scaled to 0",
    claims: ["deployment/otel-collector scale-to-zero"],
  },
  {
    text: "nodeSelector on deploy/satellite-app-frontend can't be satisfied",
    claims: ["deployment/satellite-app-frontend node-selector-nonexistent"],
  },
  {
    text: "Backend's memory limit is too low: satellite-app-backend OOMKilled",
    claims: ["deployment/satellite-app-backend memory-limit-too-small"],
  },
  {
    text: "The readiness probe and the liveness probe of satellite-app-backend are both wrong",
    claims: [
      "deployment/satellite-app-backend readiness-probe-wrong-endpoint",
      "deployment/satellite-app-backend liveness-probe-wrong-endpoint",
    ],
  },
  { text: "I would say jaeger's image does not exist.", claims: ["deployment/jaeger image-reference-nonexistent"] },
  { text: "Taints on worker-1, worker-2 and worker-3 keep pods away", claims: ["node/* taint-untolerated"] },
  {
    text: "The frontend runs nginxx which is not a binary in the image of satellite-app-frontend",
    claims: ["deployment/satellite-app-frontend command-wrong-binary"],
  },
  {
    text: "coredns config was manipulated to return nxdomain for satellite-app-backend",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
] satisfies readonly AppText[];
