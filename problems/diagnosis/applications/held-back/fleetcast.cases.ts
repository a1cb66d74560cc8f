import type { AppText } from "../app-text.ts";

/**
 * Texts in the names of fleetcast that were written before any of them was read by the matcher. They measure it: a text that fails stays as
 * it is, and nothing is tuned for its sake.
 */
export default [
  { text: "satellite-app-backend replicas=0", claims: ["deployment/satellite-app-backend scale-to-zero"] },
  {
    text: "The frontend of the satellite app (satellite-app-frontend) was scaled to zero replicas by an operator.",
    claims: ["deployment/satellite-app-frontend scale-to-zero"],
  },
  {
    text: "satellite-app-backend → ImagePullBackOff, tag v0.0.0-bad was never built",
    claims: ["deployment/satellite-app-backend image-reference-nonexistent"],
  },
  { text: "grafana gets OOMKilled because someone lowered limits.memory to 30Mi", claims: ["deployment/grafana memory-limit-too-small"] },
  {
    text: "otel-collector: liveness check is on port 13144, should be 13133, so kubelet restarts it",
    claims: ["deployment/otel-collector liveness-probe-wrong-endpoint"],
  },
  {
    text: "satellite-app-backend isn't in the endpoints. Its readiness probe requests /readyz which returns 404.",
    claims: ["deployment/satellite-app-backend readiness-probe-wrong-endpoint"],
  },
  { text: "Service basic-tidb is gone", claims: ["service/basic-tidb service-missing"] },
  {
    text: "satellite-app-frontend can't be reached, for the Service selects app=satellite-frontend",
    claims: ["service/satellite-app-frontend service-selector-mismatch"],
  },
  {
    text: "targetPort of satellite-app-backend's Service is 8001; uvicorn is bound to 8000",
    claims: ["service/satellite-app-backend service-target-port-mismatch"],
  },
  {
    text: "jaeger's pod starts with the command /go/bin/all-in-wan, no such file or directory",
    claims: ["deployment/jaeger command-wrong-binary"],
  },
  {
    text: "satellite-app-frontend stays Pending since it is bound to node worker-77",
    claims: ["deployment/satellite-app-frontend node-selector-nonexistent"],
  },
  {
    text: "A default deny NetworkPolicy called fence-tidb stops the backend from talking to basic-tidb",
    claims: ["networkpolicy/fence-tidb network-policy-deny"],
  },
  {
    text: "basic-tidb cannot be resolved: the Corefile has been tampered with",
    claims: ["configmap/kube-system/coredns dns-name-nxdomain"],
  },
  { text: "kubelet isn't running on worker-2", claims: ["node/worker-2 kubelet-crash"] },
  { text: "the nodes carry a taint (quarantine) which nothing tolerates", claims: ["node/* taint-untolerated"] },
  {
    text: "The image of satellite-app-backend is right, its probes too. But its Service points at port 9000.",
    claims: ["service/satellite-app-backend service-target-port-mismatch"],
  },
  {
    text: "Most probably the memory limit of satellite-app-backend is too low; I can't rule out its liveness probe.",
    claims: ["deployment/satellite-app-backend memory-limit-too-small"],
  },
  {
    text: "**Findings**\n- `satellite-app-backend`: CrashLoopBackOff\n- `satellite-app-frontend`: 502 (downstream)\n\n**Root cause:** the container command of `satellite-app-backend` was changed to a binary that does not exist.",
    claims: ["deployment/satellite-app-backend command-wrong-binary"],
  },
  { text: "image, probes, limits, selectors, policies and DNS are all suspicious", claims: [] },
  { text: "We're good, nothing to repair", claims: [] },
  {
    text: "either grafana was scaled to zero or its Service is missing",
    claims: ["deployment/grafana scale-to-zero", "service/grafana service-missing"],
  },
  { variant: "4", text: "page-app svc has wrong selector", claims: ["service/page-app service-selector-mismatch"] },
  { variant: "4", text: "telemetry has an image tag that does not exist", claims: ["deployment/telemetry image-reference-nonexistent"] },
  {
    variant: "5",
    text: "orbit-portal cannot start, its memory limit of 3Mi is too little",
    claims: ["deployment/orbit-portal memory-limit-too-small"],
  },
  { variant: "6", text: "no replicas for fleet-api-app", claims: ["deployment/fleet-api-app scale-to-zero"] },
] satisfies readonly AppText[];
