import { drawTaint } from "#injectors/draw-taint.ts";
import { listWorkers } from "#kube/listings/list-nodes.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { defineDecoy } from "../../problem.ts";

/** A taint of one worker that the scheduler heeds where there is another node, and that keeps no pod from running. */
export default defineDecoy({
  id: "preferred-taint",
  scope: "cluster",
  place: async (cluster, _place, rng) => {
    const { metadata, spec } = rng.stream("node").pick(await listWorkers(cluster));
    const taint = { ...drawTaint(rng), effect: "PreferNoSchedule" };
    const patch = { spec: { taints: [...(spec.taints ?? []), taint] } };
    await patchObject(cluster, { resource: "nodes", name: metadata.name, patchType: "merge", patch });
  },
});
