import { hostPorts } from "#kube/objects/host-ports.ts";
import { type FilterPlugin, isNodeChange, isPodGone, unschedulable } from "../filter-plugin.ts";

/** Filter of host ports: one pod per port of a node. */
export const nodePorts: FilterPlugin = {
  name: "NodePorts",
  filter: ({ pod }, node) =>
    hostPorts(pod.spec).some((port) => node.hostPorts.has(port))
      ? unschedulable("node(s) didn't have free ports for the requested pod ports")
      : undefined,
  isCuredBy: (change) => isNodeChange(change) || isPodGone(change),
};
