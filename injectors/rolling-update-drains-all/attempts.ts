import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods, rollBack, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { CAREFUL, DRAINING, mendBoth, type Params, strategyPatch } from "./strategies.ts";

export const accepts = ({ target, name }: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, target),
  createAnew(baseline, target),
  {
    name: "let new pods come before old ones go",
    calls: [kubectl(`rollout undo ${target}`), patch(target, strategyPatch({ maxUnavailable: 0, maxSurge: 1 }))],
  },
  { name: "let half of the pods go at a time", calls: [patch(target, mendBoth(name, { maxUnavailable: "50%", maxSurge: "0%" }))] },
];

export const rejects = ({ target, name }: Params, { app }: Baseline): readonly Attempt[] => {
  const budget = {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: nameOf(target) },
    spec: { maxUnavailable: 1, selector: { matchLabels: { [app.labelKey]: nameOf(target) } } },
  };
  return [
    restartPods(target),
    scaleDown(target),
    scaleUp(target),
    rollBack(target),
    { name: "mend the strategy alone", calls: [patch(target, strategyPatch(CAREFUL))] },
    { name: "recreate all pods at each roll-out", calls: [patch(target, recreating(name))] },
    { name: "let more pods come, and all old ones go", calls: [patch(target, mendBoth(name, { ...DRAINING, maxSurge: "25%" }))] },
    {
      name: "keep pods by a budget",
      calls: [kubectl("apply -f -", JSON.stringify(budget)), kubectl(`rollout undo ${target}`)],
    },
  ];
};

const recreating = (name: string) => ({ spec: { ...mendBoth(name, {}).spec, strategy: { type: "Recreate", rollingUpdate: null } } });

const patch = (target: string, change: object): ToolCall => kubectl(`patch ${target} -p '${JSON.stringify(change)}'`);
