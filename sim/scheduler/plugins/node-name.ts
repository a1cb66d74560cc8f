import { type FilterPlugin, isNodeChange, unschedulableAndUnresolvable } from "../filter-plugin.ts";

/** A pod that names its node goes there or nowhere. */
export const nodeName: FilterPlugin = {
  name: "NodeName",
  filter: ({ pod }, { name }) =>
    pod.spec.nodeName === undefined || pod.spec.nodeName === name
      ? undefined
      : unschedulableAndUnresolvable("node(s) didn't match the requested node name"),
  isCuredBy: isNodeChange,
};
