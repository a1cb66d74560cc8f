import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, restartPods, scaleDown, tolerateAll } from "#kube/checks/attempts.ts";
import { baselineReplicas, baselineWorkload } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { ratherApart } from "./apart.ts";
import { patchAffinity } from "./patch-affinity.ts";

/** Attempts that leave pods of a workload without a node, since they must keep apart and have too few places. */
export const rejectsApart = (
  { target, replicas }: { readonly target: string; readonly replicas: number },
  baseline: Baseline,
): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  { name: "scale the workload up", calls: [kubectl(`scale ${target} --replicas=${replicas + 1}`)] },
  tolerateAll(target),
  {
    name: "prefer other nodes as well",
    calls: [patchAffinity(target, ratherApart(baselineWorkload(baseline, target).spec.selector))],
  },
  {
    name: "delete the pods that wait",
    calls: [kubectl(`delete pods -l ${baseline.app.labelKey}=${nameOf(target)} --field-selector=status.phase=Pending`)],
  },
];

/** Runs as many pods as the workload had. */
export const asManyAsBefore = (baseline: Baseline, target: string): Attempt => ({
  name: "run as many pods as before",
  calls: [kubectl(`scale ${target} --replicas=${baselineReplicas(baseline, target)}`)],
});
