import { kubectl } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { Attempt } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { type QuotaParams, replacements, sparingTheQuota, tryAgain } from "../tight-quota.ts";
import { amplePods, raise, wantedPods } from "./raise.ts";

interface Params extends QuotaParams {
  readonly pods: string;
}

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target, quota, pods } = params;
  return [
    ...replacements(params, { pods }, { "count/deployments.apps": "200" }),
    {
      name: "take the number out of the quota",
      calls: [kubectl(`patch ${quota} --type=json -p '[{"op":"remove","path":"/spec/hard/pods"}]'`), tryAgain(target)],
    },
    { name: "raise it generously", calls: [raise(quota, 5 * amplePods(baseline)), tryAgain(target)] },
  ];
};

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target, quota, pods } = params;
  const other = (ownObjects(baseline, "deployments.apps") as readonly Workload[]).find(
    ({ metadata: { name }, spec }) =>
      name !== nameOf(target) && (spec.replicas ?? 1) > 0 && baseline.app.components.some((component) => component.name === name),
  );
  return [
    ...sparingTheQuota(params, baseline),
    { name: "raise it by less than is missing", calls: [raise(quota, Number(pods) - 1), tryAgain(target)] },
    { name: "allow just what runs", calls: [raise(quota, wantedPods(baseline)), tryAgain(target)] },
    ...(other === undefined
      ? []
      : [
          {
            name: "make room at the cost of another workload",
            calls: [kubectl(`scale deployment/${other.metadata.name} --replicas=0`), tryAgain(target)],
          },
        ]),
  ];
};
