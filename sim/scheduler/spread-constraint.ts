import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import { matchesNode } from "#kube/objects/node-affinity.ts";
import { tolerates } from "#kube/objects/tolerations.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { TopologySpreadConstraint } from "#kube/types/placement.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { NodeState } from "./node-state.ts";

/** True when a node has the topology keys of all constraints: others are no place to spread over. */
export const hasAllKeys = (constraints: readonly TopologySpreadConstraint[], { metadata }: Node): boolean =>
  constraints.every(({ topologyKey }) => metadata.labels?.[topologyKey] !== undefined);

/** True when a node counts for a constraint: by its policies, nodes that the pod cannot choose, or does not tolerate, are left out. */
export const isIncluded = (
  { nodeAffinityPolicy = "Honor", nodeTaintsPolicy = "Ignore" }: TopologySpreadConstraint,
  { spec }: Pod,
  node: Node,
): boolean =>
  (nodeAffinityPolicy !== "Honor" || matchesNode(spec, node)) &&
  (nodeTaintsPolicy !== "Honor" ||
    (node.spec.taints ?? []).every((taint) => taint.effect === "PreferNoSchedule" || tolerates(spec.tolerations, taint)));

/** Number of pods on a node that a constraint of a pod counts; an empty selector counts none. */
export const countAlike = ({ labelSelector }: TopologySpreadConstraint, { metadata: own }: Pod, { pods }: NodeState): number => {
  const { matchLabels = {}, matchExpressions = [] } = labelSelector ?? {};
  if (Object.keys(matchLabels).length === 0 && matchExpressions.length === 0) return 0;
  return pods.filter(
    ({ metadata }) =>
      metadata.namespace === own.namespace &&
      metadata.deletionTimestamp === undefined &&
      matchesLabelSelector(labelSelector, metadata.labels),
  ).length;
};

/** True when a constraint counts the pod itself. */
export const selectsPod = ({ labelSelector }: TopologySpreadConstraint, { metadata }: Pod): boolean =>
  matchesLabelSelector(labelSelector, metadata.labels);
