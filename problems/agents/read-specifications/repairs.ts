import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { Container } from "#kube/types/pod.ts";

/** Name of a workload as kubectl takes it: `deployment/geo`. */
export const targetOf = ({ kind, metadata: { name } }: Workload): string => `${kind.toLowerCase()}/${name}`;

/** The first container of a workload's pods. */
export const firstOf = ({ spec }: Workload): Container | undefined => spec.template.spec.containers[0];

/** Rolls a template back. */
export const rolledBack = (workload: Workload): readonly ToolCall[] => [kubectl(`rollout undo ${targetOf(workload)}`), ...freed(workload)];

/** Takes a field away from a template. @param path below the pods' specification: `/nodeSelector` */
export const without = (workload: Workload, path: string): readonly ToolCall[] => [
  kubectl(`patch ${targetOf(workload)} --type=json -p '${JSON.stringify([{ op: "remove", path: `/spec/template/spec${path}` }])}'`),
  ...freed(workload),
];

/** Gives the first container other fields, by a strategic merge. */
export const withFields = (workload: Workload, fields: object): readonly ToolCall[] => [
  kubectl(
    `patch ${targetOf(workload)} -p '${JSON.stringify({
      spec: { template: { spec: { containers: [{ name: firstOf(workload)?.name, ...fields }] } } },
    })}'`,
  ),
  ...freed(workload),
];

/** Changes a field of any object by a JSON patch. */
export const patched = (resource: string, op: "add" | "replace" | "remove", path: string, value?: unknown): ToolCall =>
  kubectl(`patch ${resource} --type=json -p '${JSON.stringify([{ op, path, ...(op !== "remove" && { value }) }])}'`);

/** Lets controllers that wait ever longer after refusals try at once. */
export const TRIED_AGAIN: ToolCall = kubectl("rollout restart deployment");

/** A StatefulSet waits for broken pods. */
const freed = ({ kind, metadata: { name }, spec }: Workload): readonly ToolCall[] => {
  if (kind !== "StatefulSet") return [];
  const labels = Object.entries(spec.template.metadata?.labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return [kubectl(`delete pods -l ${labels.join(",") || `app=${name}`}`)];
};
