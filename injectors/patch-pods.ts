import { kubectl, type ToolCall } from "#core/tool-call.ts";

/** Strategic merge patch of the pods' specification in a workload's template. */
export const patchPods = (target: string, spec: object): ToolCall =>
  kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec } } })}'`);
