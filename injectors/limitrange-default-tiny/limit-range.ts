import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { LimitRange } from "#kube/types/cluster.ts";

/** A LimitRange that gives containers this much memory which say nothing of it. */
export const limitRange = (name: string, namespace: string, memory: string): LimitRange => ({
  apiVersion: "v1",
  kind: "LimitRange",
  metadata: { name, namespace },
  spec: { limits: [{ type: "Container", default: { memory }, defaultRequest: { memory } }] },
});

/** Lets a LimitRange give other amounts. */
export const setLimits = (limits: string, item: object): ToolCall =>
  kubectl(`patch ${limits} --type=merge -p '${JSON.stringify({ spec: { limits: [{ type: "Container", ...item }] } })}'`);

/** Lets it give no memory, and everything else as before. */
export const withoutMemory = (limits: string): ToolCall => {
  const operations = ["default", "defaultRequest"].map((list) => ({ op: "remove", path: `/spec/limits/0/${list}/memory` }));
  return kubectl(`patch ${limits} --type=json -p '${JSON.stringify(operations)}'`);
};

/** Memory that is plenty for each component, MiB. */
export const ampleMiB = ({ app }: Baseline): number =>
  Math.ceil((Math.max(...app.components.map(({ idleMiB }) => idleMiB)) * 4) / 256) * 256 + 256;

/** Names that such a LimitRange has. */
export const NAMES: readonly string[] = [
  "resource-defaults",
  "namespace-defaults",
  "tenant-defaults",
  "pod-sizing",
  "container-sizing",
  "base-resources",
];
