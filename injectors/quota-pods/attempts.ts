import type { Baseline } from "#kube/app/baseline.ts";
import type { Attempt } from "#kube/checks/attempts.ts";
import { amplePods, raise, wantedPods } from "../quota-on-pods.ts";
import { tryAgain } from "../refused-pods.ts";
import { atCostOfAnother, type QuotaParams, replacements, sparingTheQuota, withoutHard } from "../tight-quota.ts";

interface Params extends QuotaParams {
  readonly pods: string;
}

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target, quota, pods } = params;
  return [
    ...replacements(params, { pods }, { "count/deployments.apps": "200" }),
    withoutHard(params, "pods"),
    { name: "raise it generously", calls: [raise(quota, 5 * amplePods(baseline)), tryAgain(target)] },
  ];
};

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target, quota, pods } = params;
  return [
    ...sparingTheQuota(params, baseline),
    { name: "raise it by less than is missing", calls: [raise(quota, Number(pods) - 1), tryAgain(target)] },
    { name: "allow just what runs", calls: [raise(quota, wantedPods(baseline)), tryAgain(target)] },
    ...atCostOfAnother(params, baseline),
  ];
};
