/** PromQL of a namespace's requests, by service. Durations are in ms, the rest per second. */
export const SIGNALS = (namespace: string) => {
  const scope = `namespace=${JSON.stringify(namespace)}, span_kind=~"SPAN_KIND_SERVER|SPAN_KIND_CONSUMER"`;
  const calls = (more = "") => `sum by (service_name) (rate(traces_span_metrics_calls_total{${scope}${more}}[2m]))`;
  const quantile = (share: number) =>
    `histogram_quantile(${share}, sum by (service_name, le) (rate(traces_span_metrics_duration_milliseconds_bucket{${scope}}[2m])))`;
  return {
    rate: { query: calls(), by: "service_name" },
    errors: { query: calls(', status_code="STATUS_CODE_ERROR"'), by: "service_name" },
    p50: { query: quantile(0.5), by: "service_name" },
    p95: { query: quantile(0.95), by: "service_name" },
  } as const;
};

/** PromQL of what a namespace's pods use and may use: CPU in cores, memory in bytes. */
export const USES = (namespace: string) => {
  const scope = `namespace=${JSON.stringify(namespace)}`;
  const limit = (resource: string) => `sum by (pod) (kube_pod_container_resource_limits{${scope}, resource="${resource}"})`;
  return {
    cpu: { query: `sum by (pod) (rate(container_cpu_usage_seconds_total{${scope}, container!=""}[2m]))`, by: "pod" },
    cpuLimit: { query: limit("cpu"), by: "pod" },
    memory: { query: `sum by (pod) (container_memory_working_set_bytes{${scope}, container!=""})`, by: "pod" },
    memoryLimit: { query: limit("memory"), by: "pod" },
  } as const;
};

/** PromQL of the slowest service of a namespace: the time within which it answers 95 % of its requests, ms. */
export const WORST_P95 = (namespace: string): string => `max(${SIGNALS(namespace).p95.query})`;

/** Time beyond which the alert about slow services fires, ms. */
export const P95_LIMIT_MS = 3000;
