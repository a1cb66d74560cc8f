import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, rollBack } from "#kube/checks/attempts.ts";
import { amplePods, raise, wantedPods } from "../quota-on-pods.ts";
import { tryAgain } from "../refused-pods.ts";
import { atCostOfAnother, type QuotaParams, replacements, sparingTheQuota, withoutHard } from "../tight-quota.ts";
import { KEEPS_ALL, ONE_GOES } from "./strategies.ts";

/** Parameters: the quota, and the change of the template that cannot be rolled out. */
export interface Params extends QuotaParams {
  readonly checksum: string;
}

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target, quota } = params;
  return [
    ...replacements(params, { pods: `${wantedPods(baseline)}` }, { "count/deployments.apps": "200" }),
    withoutHard(params, "pods"),
    { name: "raise it generously", calls: [raise(quota, 5 * amplePods(baseline)), tryAgain(target)] },
    { name: "let an old pod go first", calls: [setStrategy(target, ONE_GOES), tryAgain(target)] },
  ];
};

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target, quota } = params;
  return [
    ...sparingTheQuota(params, baseline),
    rollBack(target),
    { name: "allow just what runs", calls: [raise(quota, wantedPods(baseline)), tryAgain(target)] },
    {
      name: "allow a greater surge",
      calls: [setStrategy(target, { ...KEEPS_ALL, rollingUpdate: { maxSurge: 3, maxUnavailable: 0 } })],
    },
    ...atCostOfAnother(params, baseline),
  ];
};

const setStrategy = (target: string, strategy: object): ToolCall =>
  kubectl(`patch ${target} -p '${JSON.stringify({ spec: { strategy } })}'`);
