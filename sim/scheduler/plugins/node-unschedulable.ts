import { tolerates } from "#kube/objects/tolerations.ts";
import { type FilterPlugin, isNodeChange, unschedulableAndUnresolvable } from "../filter-plugin.ts";

/** Filter of cordoned nodes, which accept only pods that tolerate it. */
export const nodeUnschedulable: FilterPlugin = {
  name: "NodeUnschedulable",
  filter: ({ pod }, { node }) => {
    if (node.spec.unschedulable !== true) return undefined;
    const taint = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" as const };
    return tolerates(pod.spec.tolerations, taint) ? undefined : unschedulableAndUnresolvable("node(s) were unschedulable");
  },
  isCuredBy: isNodeChange,
};
