import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { TopologySpreadConstraint } from "#kube/types/pod.ts";
import { matchesNode } from "../../controller-runtime/node-affinity.ts";
import {
  type FilterContext,
  type FilterPlugin,
  isNodeChange,
  isPodSetChange,
  unschedulable,
  unschedulableAndUnresolvable,
} from "../filter-plugin.ts";

/** Filter of topology spread constraints. */
export const podTopologySpread: FilterPlugin = {
  name: "PodTopologySpread",
  filter: (context, node) => {
    for (const constraint of context.pod.spec.topologySpreadConstraints ?? []) {
      if (constraint.whenUnsatisfiable !== "DoNotSchedule") continue;
      const value = node.node.metadata.labels?.[constraint.topologyKey];
      if (value === undefined)
        return unschedulableAndUnresolvable("node(s) didn't match pod topology spread constraints (missing required label)");
      const counts = countByZone(context, constraint);
      const own = matchesLabelSelector(constraint.labelSelector, context.pod.metadata.labels) ? 1 : 0;
      // While there are too few zones, one that is not there yet counts as empty.
      const fewest = counts.size < (constraint.minDomains ?? 1) ? 0 : Math.min(...counts.values());
      if ((counts.get(value) ?? 0) + own - fewest > constraint.maxSkew)
        return unschedulable("node(s) didn't match pod topology spread constraints");
    }
    return undefined;
  },
  isCuredBy: (change) => isNodeChange(change) || isPodSetChange(change),
};

/** Counts zones among the nodes that the pod's own node affinity allows. */
const countByZone = (
  { pod, nodes }: FilterContext,
  { topologyKey, labelSelector }: TopologySpreadConstraint,
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { node, pods } of nodes) {
    const zone = node.metadata.labels?.[topologyKey];
    if (zone === undefined || !matchesNode(pod.spec, node)) continue;
    const alike = pods.filter(
      ({ metadata }) =>
        metadata.namespace === pod.metadata.namespace &&
        metadata.deletionTimestamp === undefined &&
        matchesLabelSelector(labelSelector, metadata.labels),
    );
    counts.set(zone, (counts.get(zone) ?? 0) + alike.length);
  }
  return counts;
};
