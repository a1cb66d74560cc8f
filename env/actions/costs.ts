import { answerBytes, OBSERVATION_BYTES_MAX } from "../observations/observation-sizes.ts";

/** Virtual time that a call of each tool costs, ms, beside the time that passes while it waits. */
export const ACTION_COSTS_MS = {
  kubectl: 500,
  query_metrics: 500,
  query_logs: 500,
  get_traces: 500,
  get_dependency_graph: 500,
  get_overview: 500,
  get_services: 300,
  get_alerts: 300,
  run_on_node: 2_000,
  undo: 500,
  submit_diagnosis: 0,
  submit_mitigation: 0,
  wait: 0,
} as const;

/** Maximum size of a tool's answer where the observation has room for it, bytes; what an episode's limits leave of it is announced with them. */
export const CONTENT_MAX_BYTES = answerBytes(OBSERVATION_BYTES_MAX, 1);
