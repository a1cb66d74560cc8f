import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import type { Workload } from "#kube/checks/workload.ts";

/** Parameters: a MySQL, the place of its argument with the limit, and the limit that it gets. */
export interface Params {
  readonly store: string;
  readonly container: string;
  readonly index: number;
  readonly limit: number;
}

const OPTION = /^--max[-_]connections=(\d+)$/;

/** True of an argument that sets the limit. */
export const isLimit = (word: string): boolean => OPTION.test(word);

/** Place and value of the limit among the arguments of a workload's container; undefined where it has none. */
export const limitIn = ({ spec }: Workload): { readonly index: number; readonly limit: number } | undefined => {
  const args = spec.template.spec.containers[0]?.args ?? [];
  const index = args.findLastIndex(isLimit);
  return index < 0 ? undefined : { index, limit: Number(OPTION.exec(args[index] ?? "")?.[1]) };
};

/** The container's arguments as they were, with another limit. */
export const argsWith = (args: readonly string[], { index }: Pick<Params, "index">, limit: number): readonly string[] =>
  args.map((word, i) => (i === index ? word.replace(/\d+$/, `${limit}`) : word));

/** The limit of before. */
export const limitBefore = ({ store }: Params, baseline: Baseline): number => limitIn(baselineWorkload(baseline, store))?.limit ?? 0;

/** Call that sets the limit in the template. */
export const setLimit = (params: Params, baseline: Baseline, limit: number): ToolCall => {
  const args = argsWith(baselineWorkload(baseline, params.store).spec.template.spec.containers[0]?.args ?? [], params, limit);
  const containers = [{ name: params.container, args }];
  return kubectl(`patch ${params.store} -p '${JSON.stringify({ spec: { template: { spec: { containers } } } })}'`);
};
