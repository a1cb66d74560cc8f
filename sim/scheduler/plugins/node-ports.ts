import { type FilterPlugin, isNodeChange, isPodGone, unschedulable } from "../filter-plugin.ts";
import { hostPorts } from "../pod-requests.ts";

/** A port of a node belongs to one pod. */
export const nodePorts: FilterPlugin = {
  name: "NodePorts",
  filter: ({ pod }, node) =>
    hostPorts(pod.spec).some((port) => node.hostPorts.has(port))
      ? unschedulable("node(s) didn't have free ports for the requested pod ports")
      : undefined,
  isCuredBy: (change) => isNodeChange(change) || isPodGone(change),
};
