import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "node/*",
  params: { target: "deployment/geo", nodes: ["node/worker-1", "node/worker-2", "node/worker-3"] },
  resources: ["node/worker-1", "nodes/worker-3", "node/worker-1, node/worker-2", "node/worker-1, node/worker-2, node/worker-3", "nodes/*"],
  otherResources: ["node/worker-9", "deployment/search", "service/geo"],
  texts: [
    "All workers are cordoned.",
    "Somebody cordoned every worker node, so geo stays Pending.",
    "node/*: cordoned",
    "Pods of geo stay Pending because the nodes were cordoned.",
    "FailedScheduling: 3 node(s) were unschedulable.",
    "All nodes are SchedulingDisabled.",
    "The nodes were cordoned for maintenance and never uncordoned.",
    "worker-1, worker-2 and worker-3 have been cordoned.",
    "Every worker is marked unschedulable.",
    "Scheduling is disabled on all the nodes.",
    "The workers are marked as unschedulable, so that the new pod of geo finds no node.",
    "spec.unschedulable is true on all worker nodes.",
    "All of the nodes were left cordoned after a drain.",
  ],
  types: [
    "cordoned",
    "cordoned-node",
    "nodes cordoned",
    "cordoned nodes",
    "node-unschedulable",
    "SchedulingDisabled",
    "all workers cordoned",
    "node scheduling disabled",
    "unschedulable nodes",
  ],
} satisfies FaultTexts;
