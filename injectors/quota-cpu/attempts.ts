import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { Attempt } from "#kube/checks/attempts.ts";
import { tryAgain } from "../refused-pods.ts";
import { atCostOfAnother, replacements, setHard, sparingTheQuota, withoutHard } from "../tight-quota.ts";
import { ampleMilli, CPU_FIELD, hardCpu, milliOf, type Params, wantedMilli } from "./cpu-amounts.ts";

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target, quota, cpu } = params;
  return [
    ...replacements(params, hardCpu(milliOf(cpu)), { "count/deployments.apps": "200" }),
    withoutHard(params, CPU_FIELD),
    { name: "raise it generously", calls: [setHard(quota, hardCpu(5 * ampleMilli(baseline))), tryAgain(target)] },
  ];
};

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target, quota, cpu } = params;
  return [
    ...sparingTheQuota(params, baseline),
    { name: "raise it by less than is missing", calls: [setHard(quota, hardCpu(milliOf(cpu) + 1)), tryAgain(target)] },
    { name: "allow just what runs", calls: [setHard(quota, hardCpu(wantedMilli(baseline))), tryAgain(target)] },
    { name: "request next to nothing", calls: [kubectl(`set resources ${target} --requests=cpu=1m`)] },
    ...atCostOfAnother(params, baseline),
  ];
};
