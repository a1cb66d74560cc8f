import type { FilterPlugin } from "./filter-plugin.ts";
import { dynamicResources } from "./plugins/dynamic-resources.ts";
import { interPodAffinity } from "./plugins/inter-pod-affinity.ts";
import { nodeAffinity } from "./plugins/node-affinity.ts";
import { nodeName } from "./plugins/node-name.ts";
import { nodePorts } from "./plugins/node-ports.ts";
import { nodeResourcesFit } from "./plugins/node-resources-fit.ts";
import { nodeUnschedulable } from "./plugins/node-unschedulable.ts";
import { podTopologySpread } from "./plugins/pod-topology-spread.ts";
import { taintToleration } from "./plugins/taint-toleration.ts";
import { volumeBinding } from "./plugins/volume-binding.ts";

/** All filters in the order in which a node must pass them; the first that it fails gives the reason. */
export const FILTERS: readonly FilterPlugin[] = Object.freeze([
  nodeUnschedulable,
  nodeName,
  taintToleration,
  nodeAffinity,
  nodePorts,
  nodeResourcesFit,
  volumeBinding,
  podTopologySpread,
  interPodAffinity,
  dynamicResources,
]);
