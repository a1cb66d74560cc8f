import type { PodSpec } from "#kube/types/pod.ts";
import type { QuotaParams } from "../tight-quota.ts";

/** Amounts of memory that a quota can bound, each of which a pod must then name. */
export const FIELDS = ["requests.memory", "limits.memory"] as const;

export type Field = (typeof FIELDS)[number];

export interface Params extends QuotaParams {
  readonly field: Field;
  /** Amount that is more than all pods that say something of it have together. */
  readonly amount: string;
}

/** A container of a template, in which list it is. */
export interface LackingContainer {
  readonly list: "containers" | "initContainers";
  readonly name: string;
}

/** Containers of a template that leave an amount of memory open; a limit is a request too. */
export const lackingContainers = ({ containers, initContainers = [] }: PodSpec, field: Field): readonly LackingContainer[] => {
  const all = [
    ...containers.map((one) => ({ list: "containers", ...one }) as const),
    ...initContainers.map((one) => ({ list: "initContainers", ...one }) as const),
  ];
  return all.flatMap(({ list, name, resources }) => {
    const isSet =
      resources?.limits?.["memory"] !== undefined || (field === "requests.memory" && resources?.requests?.["memory"] !== undefined);
    return isSet ? [] : [{ list, name }];
  });
};
