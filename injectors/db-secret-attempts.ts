import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, deleteObjectOf, replaceByChart, restartPods, scaleUp } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { rightField, type WrongField, writeField } from "./db-secret.ts";

/** Repairs of a wrong field of a Secret beyond the expert's. */
export const fieldAccepts = (params: WrongField, baseline: Baseline): readonly Attempt[] => {
  const replaced = replaceByChart(baseline, params.secret);
  const [write] = writeField(params, rightField(params, baseline));
  return [
    { ...replaced, calls: [...replaced.calls, kubectl(`rollout restart ${params.consumer}`)] },
    {
      name: "delete the consumer's pods after the Secret is right",
      calls: [...(write === undefined ? [] : [write]), kubectl(`delete pods -l ${baseline.app.labelKey}=${nameOf(params.consumer)}`)],
    },
  ];
};

/**
 * Attempts that leave such a field wrong.
 *
 * @param other another value that is wrong
 */
export const fieldRejects = (params: WrongField, other: string): readonly Attempt[] => [
  restartPods(params.consumer),
  scaleUp(params.consumer),
  { ...deleteObjectOf(params.secret), name: "delete the Secret" },
  { name: "try another value", calls: writeField(params, other) },
];
