import { z } from "zod";
import type { Rng } from "#core/rng.ts";
import { readWorkload, type Workload } from "../checks/workload.ts";
import { parseObjectRef } from "../objects/object-ref.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";
import { patchObject } from "./patch.ts";
import { keepsOldPods, recreateWorkload } from "./recreate-workload.ts";

/** Schema of the way in which a changed template comes into force. */
export const rollOutSchema = z.enum(["recreate", "rolling"]);

/** Ways in which a changed template comes into force: old pods go at once, or serve on until new ones are ready. */
export type RollOut = z.output<typeof rollOutSchema>;

/** Ways that a workload's strategy allows: a fact of it that `drawRollOut` draws from. */
export const rollOutsOf = (workload: Workload): readonly RollOut[] => (keepsOldPods(workload) ? ["recreate", "rolling"] : ["recreate"]);

/** Draws one of the ways, each with equal chances. */
export const drawRollOut = (rng: Rng, facts: Readonly<Record<string, unknown>>): RollOut =>
  rng.stream("rollout").pick(facts["rollOuts"] as readonly RollOut[]);

/**
 * Changes a workload's template, and lets it come into force in a given way.
 *
 * A rolling one that never gets ready hangs: the old pods serve on.
 * @param patch strategic merge patch of the spec
 * @throws ApiError when the server refuses; Error when the target is gone, old pods do not end, or its strategy keeps none
 */
export const rollOut = async (
  cluster: ClusterPort,
  { namespace, target, way }: { readonly namespace: string; readonly target: string; readonly way: RollOut },
  patch: { readonly spec: object },
): Promise<void> => {
  if (way === "recreate") return await recreateWorkload(cluster, { namespace, target }, patch);
  const ref = parseObjectRef(target, namespace);
  const workload = await readWorkload(cluster, namespace, target);
  if (ref === undefined || workload === undefined) throw new Error(`${target} is not in namespace ${namespace}`);
  if (!keepsOldPods(workload)) throw new Error(`the strategy of ${target} lets old pods go before new ones are ready`);
  await patchObject(cluster, { ...ref, namespace, patchType: "strategic", patch });
};
