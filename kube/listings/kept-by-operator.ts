import type { KubeObject } from "../types/meta.ts";

/** Reason for which no change of an object stays: something else makes it, and puts it back; undefined where changes stay. */
export const keptByOperator = ({ metadata }: KubeObject): string | undefined => {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  return owner === undefined ? undefined : `the operator of ${owner.kind} ${owner.name} puts back what is changed on it`;
};
