import type { StatefulSet } from "#kube/types/workloads.ts";

/** The number in a member's name; undefined when the name is none of the set's. */
export const ordinalOf = ({ metadata }: StatefulSet, podName: string): number | undefined => {
  if (!podName.startsWith(`${metadata.name}-`)) return undefined;
  const rest = podName.slice(metadata.name.length + 1);
  return /^(0|[1-9]\d*)$/.test(rest) ? Number(rest) : undefined;
};

/** The number of the first member. */
export const firstOrdinal = ({ spec }: StatefulSet): number => spec.ordinals?.start ?? 0;

/** True when a member's number is among those that the set should have. */
export const isWanted = (set: StatefulSet, podName: string): boolean => {
  const ordinal = ordinalOf(set, podName) ?? 0;
  const start = firstOrdinal(set);
  return ordinal >= start && ordinal < start + (set.spec.replicas ?? 1);
};
