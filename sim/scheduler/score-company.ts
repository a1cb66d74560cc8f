import type { PodAffinityTerm } from "#kube/types/placement.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { FilterContext } from "./filter-plugin.ts";
import type { NodeState } from "./node-state.ts";
import { selectsOther } from "./pod-affinity-term.ts";

/**
 * 0…100 by node: how well the pods of its zones suit a pod, by its own preferences and by those of the pods that are there; undefined
 * where nobody has any.
 */
export const scoreCompany = (context: FilterContext, candidates: readonly NodeState[]): ReadonlyMap<string, number> | undefined => {
  const { pod, nodes } = context;
  const own = preferencesOf(pod);
  const sums = new Map<string, Map<string, number>>();
  const add = ({ node }: NodeState, { topologyKey }: PodAffinityTerm, weight: number): void => {
    const zone = node.metadata.labels?.[topologyKey];
    if (zone === undefined) return;
    const byZone = sums.get(topologyKey) ?? new Map<string, number>();
    sums.set(topologyKey, byZone.set(zone, (byZone.get(zone) ?? 0) + weight));
  };
  for (const state of nodes) {
    for (const { term, weight } of own)
      for (const other of state.pods) if (selectsOther(context.world, term, pod, other)) add(state, term, weight);
    for (const other of state.withAffinity)
      for (const { term, weight } of wishesOf(other)) if (selectsOther(context.world, term, other, pod)) add(state, term, weight);
  }
  return sums.size === 0 ? undefined : normalize(candidates, sums);
};

interface Preference {
  readonly term: PodAffinityTerm;
  /** Negative: rather not. */
  readonly weight: number;
}

const preferencesOf = ({ spec }: Pod): readonly Preference[] => {
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {};
  return [
    ...(podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm: term, weight }) => ({ term, weight })),
    ...(podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm: term, weight }) => ({
      term,
      weight: -weight,
    })),
  ];
};

/** Wishes of a pod that is there, and needs that it had, which weigh 1. */
const wishesOf = (pod: Pod): readonly Preference[] => [
  ...(pod.spec.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => ({ term, weight: 1 })),
  ...preferencesOf(pod),
];

const normalize = (
  candidates: readonly NodeState[],
  sums: ReadonlyMap<string, ReadonlyMap<string, number>>,
): ReadonlyMap<string, number> => {
  const raw = candidates.map(({ name, node }) => {
    let score = 0;
    for (const [key, byZone] of sums) score += byZone.get(node.metadata.labels?.[key] ?? "") ?? 0;
    return [name, score] as const;
  });
  const [least, most] = [Math.min(...raw.map(([, score]) => score)), Math.max(...raw.map(([, score]) => score))];
  return new Map(raw.map(([name, score]) => [name, most === least ? 0 : Math.trunc((100 * (score - least)) / (most - least))]));
};
