import { workersAmong } from "#kube/listings/list-nodes.ts";
import { matchesNode } from "#kube/objects/node-affinity.ts";
import { tolerates } from "#kube/objects/tolerations.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { PodSpec } from "#kube/types/pod.ts";

/** Workers among some nodes that take pods of a template: some are kept for others. */
export const openWorkers = (nodes: readonly Node[], spec: PodSpec): readonly Node[] =>
  workersAmong(nodes).filter(
    (node) =>
      matchesNode(spec, node) &&
      (node.spec.taints ?? []).every((taint) => taint.effect === "PreferNoSchedule" || tolerates(spec.tolerations, taint)),
  );
