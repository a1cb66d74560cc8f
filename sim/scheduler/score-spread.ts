import type { TopologySpreadConstraint } from "#kube/types/placement.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { FilterContext } from "./filter-plugin.ts";
import type { NodeState } from "./node-state.ts";
import { countAlike, hasAllKeys, isIncluded } from "./spread-constraint.ts";

/** 0…100 by node: how well a pod would be spread by its soft constraints; undefined for a pod without any. */
export const scoreSpread = ({ pod, nodes }: FilterContext, candidates: readonly NodeState[]): ReadonlyMap<string, number> | undefined => {
  const soft = (pod.spec.topologySpreadConstraints ?? []).filter(({ whenUnsatisfiable }) => whenUnsatisfiable === "ScheduleAnyway");
  if (soft.length === 0) return undefined;
  const eligible = candidates.filter(({ node }) => hasAllKeys(soft, node));
  const terms = soft.map((constraint) => termOf(constraint, pod, { nodes: nodes.filter(({ node }) => hasAllKeys(soft, node)), eligible }));
  const raw = new Map(eligible.map((state) => [state.name, Math.round(terms.reduce((sum, term) => sum + term(state), 0))]));
  const [most, least] = [Math.max(0, ...raw.values()), Math.min(...raw.values())];
  const normalized = (score: number): number => (most === 0 ? 100 : Math.trunc((100 * (most + least - score)) / most));
  return new Map([...raw].map(([name, score]) => [name, normalized(score)]));
};

const HOSTNAME = "kubernetes.io/hostname";

/** Cost of a node by one constraint: its pods in the node's zone, weighted by the number of zones. */
const termOf = (
  constraint: TopologySpreadConstraint,
  pod: Pod,
  { nodes, eligible }: { readonly nodes: readonly NodeState[]; readonly eligible: readonly NodeState[] },
): ((state: NodeState) => number) => {
  const { topologyKey, maxSkew } = constraint;
  const zoneOf = ({ node }: NodeState): string => node.metadata.labels?.[topologyKey] ?? "";
  const zones = new Map(eligible.map((state) => [zoneOf(state), 0]));
  const weight = Math.log((topologyKey === HOSTNAME ? eligible.length : zones.size) + 2);
  const cost = (count: number): number => count * weight + maxSkew - 1;
  if (topologyKey === HOSTNAME) return (state) => cost(countAlike(constraint, pod, state));
  for (const state of nodes) {
    const before = zones.get(zoneOf(state));
    if (before !== undefined && isIncluded(constraint, pod, state.node))
      zones.set(zoneOf(state), before + countAlike(constraint, pod, state));
  }
  return (state) => cost(zones.get(zoneOf(state)) ?? 0);
};
