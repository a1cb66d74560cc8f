import type { Rng } from "#core/rng.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import { isUnschedulable } from "#kube/checks/unschedulable.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { drawRollOut, type RollOut, rollOutSchema, rollOutsOf } from "#kube/verbs/roll-out.ts";
import type { Exclusion, Place, Symptom, Target } from "./injector.ts";

/** A workload whose template fits no node, and how the template came into force. */
export interface TemplateParams {
  readonly target: string;
  readonly rollout: RollOut;
}

/** Schemas of the parameters that all faults of a template have which fits no node. */
export const templateParams = { target: objectRef("deployment", "statefulset"), rollout: rollOutSchema } as const;

/**
 * Lists the app's own workloads as targets.
 *
 * @param factsOf further facts of a workload, the reason why it is no target, or undefined where there is nothing to say of it
 * @param isVisible whether users notice; missing: where they miss the component
 */
export const templateTargets = async (
  view: ClusterView,
  { app, namespace }: Place,
  factsOf: (workload: Workload, target: string, own: AppWorkload) => Target["facts"] | string | undefined,
  isVisible: (own: AppWorkload) => boolean = ({ component }) => component.userShare > 0,
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
  const [targets, excluded]: [Target[], Exclusion[]] = [[], [...operated]];
  for (const own of workloads) {
    const { target: resource, workload } = own;
    const facts = factsOf(workload, resource, own);
    if (typeof facts === "string") excluded.push({ resource, reason: facts });
    else if (facts !== undefined) targets.push({ resource, visible: isVisible(own), facts: { rollOuts: rollOutsOf(workload), ...facts } });
  }
  return { targets, excluded };
};

/** Draws what all faults of such templates have. */
export const sampleTemplate = (rng: Rng, { resource: target, facts }: Target): TemplateParams => ({
  target,
  rollout: drawRollOut(rng, facts),
});

/** True where old pods serve on, so that users notice nothing. */
export const isLatentTemplate = ({ rollout }: TemplateParams): boolean => rollout === "rolling";

/** The pods that the scheduler finds no node for: all, or those of the roll-out that hangs. */
export const unschedulableSymptoms = ({ target, rollout }: TemplateParams, { namespace }: Place): readonly Symptom[] => [
  { name: "unschedulable", isSeen: (view) => isUnschedulable(view, { namespace, target, oldServe: rollout === "rolling" }) },
];
