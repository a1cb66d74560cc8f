import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { nameInFull, setVariable } from "../address-attempts.ts";
import { type AddressPlace, rightValue } from "../address-variable.ts";

export const accepts = (params: AddressPlace, baseline: Baseline): readonly Attempt[] => [
  createAnew(baseline, params.target),
  replaceByChart(baseline, params.target),
  ...nameInFull(params, baseline),
];

export const rejects = (params: AddressPlace, baseline: Baseline): readonly Attempt[] => {
  const { target, service, container, variable } = params;
  const right = rightValue(params, baseline);
  return [
    restartPods(target),
    scaleDown(target),
    scaleUp(target),
    { name: "set it to nothing", calls: [setVariable(params, "")] },
    {
      name: "set it to a Service that there is not",
      calls: [setVariable(params, right.replace(nameOf(service), `${nameOf(service)}-svc`))],
    },
    { name: "set another variable", calls: [kubectl(`set env ${target} -c ${container} ${variable}_URL=${right}`)] },
  ];
};
