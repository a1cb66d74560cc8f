import { kubectl, type ToolCall } from "#core/tool-call.ts";

/** Strategic merge patch of the affinity of a workload's pods. */
export const patchAffinity = (target: string, affinity: object): ToolCall =>
  kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec: { affinity } } } })}'`);
