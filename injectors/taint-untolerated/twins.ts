import { workersAmong } from "#kube/listings/list-nodes.ts";
import type { Node } from "#kube/types/cluster.ts";
import { drawTaint } from "../draw-taint.ts";
import type { DrawTwins } from "../twin.ts";

/** A taint of all workers that no pod has to heed. */
export const twins: DrawTwins = (rng, baseline) => {
  const taint = { ...drawTaint(rng), effect: "PreferNoSchedule" as const };
  return workersAmong((baseline.objects["nodes"] ?? []) as readonly Node[]).map(({ metadata: { name }, spec }) => ({
    verb: "patch",
    resource: "nodes",
    name,
    namespace: null,
    patch: { spec: { taints: [...(spec.taints ?? []), taint] } },
  }));
};
