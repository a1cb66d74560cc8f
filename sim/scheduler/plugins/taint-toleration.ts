import { tolerates } from "#kube/objects/tolerations.ts";
import type { Taint } from "#kube/types/cluster.ts";
import { type FilterPlugin, isNodeChange, unschedulableAndUnresolvable } from "../filter-plugin.ts";

/** Filter of taints that the pod does not tolerate. */
export const taintToleration: FilterPlugin = {
  name: "TaintToleration",
  filter: ({ pod }, { node }) => {
    const keepsOff = (taint: Taint): boolean => taint.effect !== "PreferNoSchedule" && !tolerates(pod.spec.tolerations, taint);
    return node.spec.taints?.some(keepsOff) ? unschedulableAndUnresolvable("node(s) had untolerated taint(s)") : undefined;
  },
  isCuredBy: isNodeChange,
};
