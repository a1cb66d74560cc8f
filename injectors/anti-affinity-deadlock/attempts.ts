import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart } from "#kube/checks/attempts.ts";
import { baselineReplicas, baselineWorkload } from "#kube/checks/fault-checks.ts";
import type { Node } from "#kube/types/cluster.ts";
import { asManyAsBefore, rejectsApart } from "../apart-attempts.ts";
import { openWorkers } from "../open-workers.ts";
import type { Params } from "./injector.ts";

export const accepts = ({ target }: Params, baseline: Baseline): readonly Attempt[] => {
  const workers = openWorkers((baseline.objects["nodes"] ?? []) as readonly Node[], baselineWorkload(baseline, target).spec.template.spec);
  return [
    replaceByChart(baseline, target),
    createAnew(baseline, target),
    // With a pod on every node, a roll-out that keeps the old ones has no room for a new one.
    ...(baselineReplicas(baseline, target) < workers.length ? [asManyAsBefore(baseline, target)] : []),
  ];
};

export const rejects = rejectsApart;
