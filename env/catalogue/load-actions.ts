import type { ActionTool } from "../actions/action.ts";
import { loadPlugins } from "./load-plugins.ts";

/** Loads every tool of `env/actions/`, sorted by name. */
export const loadActions = (): Promise<readonly ActionTool[]> =>
  loadPlugins<ActionTool>({ folder: "env/actions", file: "action", idOf: ({ spec }) => spec.name });

/** Tools by profile: `kubectl` = command lines alone, `typed` = those and the telemetry tools, `readonly` = no tools that repair. */
export const TOOL_PROFILES = {
  kubectl: ["kubectl", "run_on_node", "submit_diagnosis", "submit_mitigation", "wait"],
  typed: [
    "get_alerts",
    "get_dependency_graph",
    "get_overview",
    "get_services",
    "get_traces",
    "kubectl",
    "query_logs",
    "query_metrics",
    "run_on_node",
    "submit_diagnosis",
    "submit_mitigation",
    "wait",
  ],
  readonly: [
    "get_alerts",
    "get_dependency_graph",
    "get_overview",
    "get_services",
    "get_traces",
    "query_logs",
    "query_metrics",
    "submit_diagnosis",
    "submit_mitigation",
    "wait",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
