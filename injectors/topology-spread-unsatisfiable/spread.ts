import { HOSTNAME } from "#kube/listings/list-nodes.ts";
import { matchesNode } from "#kube/objects/node-affinity.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { LabelSelector } from "#kube/types/meta.ts";
import type { TopologySpreadConstraint } from "#kube/types/placement.ts";
import type { PodSpec } from "#kube/types/pod.ts";

/** Constraint by which pods must be spread evenly over the values of a label. */
export const spreadOver = (topologyKey: string, maxSkew: number, labelSelector: LabelSelector): TopologySpreadConstraint => ({
  maxSkew,
  topologyKey,
  whenUnsatisfiable: "DoNotSchedule",
  labelSelector,
});

/** Constraint by which pods had better be on different hosts. */
export const ratherOverHosts = (labelSelector: LabelSelector): TopologySpreadConstraint => ({
  ...spreadOver(HOSTNAME, 1, labelSelector),
  whenUnsatisfiable: "ScheduleAnyway",
});

/** True for a node that pods of a template can choose, and that has the labels over which they must be spread. */
export const isPlaceFor = (spec: PodSpec, node: Node): boolean =>
  matchesNode(spec, node) &&
  (spec.topologySpreadConstraints ?? []).every(
    ({ topologyKey, whenUnsatisfiable }) => whenUnsatisfiable !== "DoNotSchedule" || node.metadata.labels?.[topologyKey] !== undefined,
  );
