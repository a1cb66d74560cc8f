import type { StatefulSet } from "#kube/types/workloads.ts";

/** The number in a member's name; undefined when the name is none of the set's. */
export const ordinalOf = ({ metadata }: StatefulSet, podName: string): number | undefined => {
  if (!podName.startsWith(`${metadata.name}-`)) return undefined;
  const rest = podName.slice(metadata.name.length + 1);
  return /^(0|[1-9]\d*)$/.test(rest) ? Number(rest) : undefined;
};
