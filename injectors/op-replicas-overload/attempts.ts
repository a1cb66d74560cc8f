import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, replaceByChart } from "#kube/checks/attempts.ts";
import { formerSettings, operatorOf, patchMember, patchSpec, setOf } from "../operator-spec.ts";
import type { Params } from "./injector.ts";

/** Greatest number that is no overload: a few more than before, as somebody may have wanted. */
export const replicasMost = (before: number): number => before + 2;

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, params.target),
  { name: "ask for one more than before", calls: [patchMember(params, { replicas: formerSettings(baseline, params).replicas + 1 })] },
];

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const operator = operatorOf(baseline.app, params.target);
  const scale = kubectl(`scale ${setOf(params)} --replicas=${formerSettings(baseline, params).replicas}`);
  return [
    { name: "scale the StatefulSet instead", calls: [scale] },
    { name: "stop the operator and scale the StatefulSet", calls: [kubectl(`scale ${operator} --replicas=0`), scale] },
    { name: "pause the custom resource and scale the StatefulSet", calls: [patchSpec(params.target, { paused: true }), scale] },
    { name: "delete the pods that wait", calls: [kubectl("delete pods --field-selector=status.phase=Pending --wait=false")] },
    { name: "ask for half as many", calls: [patchMember(params, { replicas: Math.ceil(params.replicas / 2) })] },
    { name: "let each have less", calls: [patchMember(params, { requests: { cpu: "10m", memory: "64Mi" } })] },
  ];
};
