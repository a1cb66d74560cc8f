import { keepFor } from "#core/keep-for.ts";
import {
  type FilterContext,
  type FilterPlugin,
  isNodeChange,
  isPodSetChange,
  unschedulable,
  unschedulableAndUnresolvable,
} from "../filter-plugin.ts";
import { countAlike, hasAllKeys, isIncluded, selectsPod } from "../spread-constraint.ts";

/** Filter of topology spread constraints. */
export const podTopologySpread: FilterPlugin = {
  name: "PodTopologySpread",
  filter: (context, { node }) => {
    if (context.pod.spec.topologySpreadConstraints === undefined) return undefined;
    for (const [constraint, counts] of countsOf(context)) {
      const value = node.metadata.labels?.[constraint.topologyKey];
      if (value === undefined)
        return unschedulableAndUnresolvable("node(s) didn't match pod topology spread constraints (missing required label)");
      const own = selectsPod(constraint, context.pod) ? 1 : 0;
      // While there are too few zones, one that is not there yet counts as empty.
      const fewest = counts.size < (constraint.minDomains ?? 1) ? 0 : Math.min(...counts.values());
      if ((counts.get(value) ?? 0) + own - fewest > constraint.maxSkew)
        return unschedulable("node(s) didn't match pod topology spread constraints");
    }
    return undefined;
  },
  isCuredBy: (change) => isNodeChange(change) || isPodSetChange(change),
};

/** Pods by zone for each of the pod's hard constraints, over the nodes that have all their keys and that the constraint includes. */
const countsOf = keepFor(({ pod, nodes }: FilterContext) => {
  const constraints = (pod.spec.topologySpreadConstraints ?? []).filter(({ whenUnsatisfiable }) => whenUnsatisfiable === "DoNotSchedule");
  const eligible = nodes.filter(({ node }) => hasAllKeys(constraints, node));
  return constraints.map((constraint) => {
    const counts = new Map<string, number>();
    for (const state of eligible) {
      if (!isIncluded(constraint, pod, state.node)) continue;
      const zone = state.node.metadata.labels?.[constraint.topologyKey] as string;
      counts.set(zone, (counts.get(zone) ?? 0) + countAlike(constraint, pod, state));
    }
    return [constraint, counts] as const;
  });
});
