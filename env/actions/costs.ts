/** Virtual milliseconds that a call of a tool costs, beside the time that passes while it waits. */
export const ACTION_COSTS_MS = {
  kubectl: 500,
  query_metrics: 500,
  query_logs: 500,
  get_traces: 500,
  get_services: 300,
  get_alerts: 300,
  run_on_node: 2_000,
  submit_diagnosis: 0,
  submit_mitigation: 0,
  wait: 0,
} as const;

/** Bytes that a tool's answer may have; the Loop truncates longer ones. */
export const CONTENT_MAX_BYTES = 32_768;
