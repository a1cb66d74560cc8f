import { matchesNode } from "#kube/objects/node-affinity.ts";
import { type FilterPlugin, isNodeChange, unschedulableAndUnresolvable } from "../filter-plugin.ts";

/** A pod's nodeSelector and required node affinity. */
export const nodeAffinity: FilterPlugin = {
  name: "NodeAffinity",
  filter: ({ pod }, { node }) =>
    matchesNode(pod.spec, node) ? undefined : unschedulableAndUnresolvable("node(s) didn't match Pod's node affinity/selector"),
  isCuredBy: isNodeChange,
};
