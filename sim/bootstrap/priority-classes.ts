import type { PriorityClass } from "#kube/types/cluster.ts";

/** The priority classes that every cluster has. */
export const PRIORITY_CLASSES: readonly PriorityClass[] = Object.freeze([
  priorityClass(
    "system-cluster-critical",
    2_000_000_000,
    "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
  ),
  priorityClass("system-node-critical", 2_000_001_000, "Used for system critical pods that must not be moved from their current node."),
]);

function priorityClass(name: string, value: number, description: string): PriorityClass {
  return { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass", metadata: { name }, value, description };
}
