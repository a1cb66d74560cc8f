import { kubectl } from "#core/tool-call.ts";
import type { Move } from "../agent.ts";

/** First looks of an engineer, before anything is known, each with its purpose. */
export const SURVEY = {
  alerts: { call: { name: "get_alerts", arguments: {} }, says: "Which alerts fire?" },
  pods: { call: kubectl("get pods"), says: "Which pods are not ready?" },
  services: { call: { name: "get_services", arguments: {} }, says: "Which Services lack endpoints?" },
  workloads: { call: kubectl("get deployments,statefulsets"), says: "Does every workload have its replicas?" },
  warnings: { call: kubectl("get events --field-selector type=Warning"), says: "What do the cluster's warnings say?" },
  nodes: { call: kubectl("get nodes"), says: "Are all nodes ready?" },
  policies: { call: kubectl("get networkpolicies"), says: "Which traffic is restricted?" },
} as const satisfies Readonly<Record<string, Move>>;

/** The report with which an episode begins, as a person wrote it; undefined if there is none. */
export const reportIn = (first: string): string | undefined => /^\d\d:\d\d:\d\d UTC\. (.*)$/m.exec(first)?.[1];
