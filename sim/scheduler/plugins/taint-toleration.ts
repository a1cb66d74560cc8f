import { tolerates } from "../../controllers/frame/tolerations.ts";
import { type FilterPlugin, final, isNodeChange } from "../filter-plugin.ts";

/** Taints keep off the pods that do not tolerate them. */
export const taintToleration: FilterPlugin = {
  name: "TaintToleration",
  filter: ({ pod }, { node }) => {
    const taint = node.spec.taints?.find(
      (candidate) => candidate.effect !== "PreferNoSchedule" && !tolerates(pod.spec.tolerations, candidate),
    );
    return taint === undefined ? undefined : final(`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ""}}`);
  },
  isCuredBy: isNodeChange,
};
