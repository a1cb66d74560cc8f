import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, replaceByChart, restartPods, rollBack, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import type { Params } from "./injector.ts";
import { forceAway, hookPatch } from "./slow-end.ts";

export const accepts = ({ target, container }: Params, baseline: Baseline): readonly Attempt[] => {
  const force = forceAway(target, baseline);
  const { name, calls } = replaceByChart(baseline, target);
  return [
    { name, calls: [...calls, force] },
    {
      name: "let the hook end soon",
      calls: [kubectl(`patch ${target} -p '${JSON.stringify(hookPatch(container, { sleep: { seconds: 5 } }))}'`), force],
    },
  ];
};

export const rejects = ({ target, container }: Params, baseline: Baseline): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  rollBack(target),
  { name: "force the pods away alone", calls: [forceAway(target, baseline)] },
  {
    name: "give the hook half the time",
    calls: [
      kubectl(`patch ${target} -p '${JSON.stringify(hookPatch(container, { sleep: { seconds: 3600 } }))}'`),
      forceAway(target, baseline),
    ],
  },
];
