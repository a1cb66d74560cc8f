import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods, scaleUp } from "#kube/checks/attempts.ts";
import { baselineTarget } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { AUTOSCALERS } from "#kube/listings/autoscaled.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";

interface Params {
  readonly autoscaler: string;
}

/** Lets an autoscaler follow another workload. */
export const patchReference = (target: string, scaleTargetRef: object): ToolCall =>
  kubectl(`patch ${target} --type=merge -p '${JSON.stringify({ spec: { scaleTargetRef } })}'`);

export const accepts = ({ autoscaler: target }: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, target),
  createAnew(baseline, target),
];

export const rejects = ({ autoscaler: target }: Params, baseline: Baseline): readonly Attempt[] => {
  const { scaleTargetRef, minReplicas, maxReplicas, metrics } = baselineTarget<HorizontalPodAutoscaler>(baseline, target).spec;
  const workload = `deployment/${scaleTargetRef.name}`;
  const right = { kind: scaleTargetRef.kind, name: scaleTargetRef.name };
  const beside = JSON.stringify({
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: `${nameOf(target)}-2` },
    spec: { scaleTargetRef, minReplicas, maxReplicas, metrics },
  });
  return [
    restartPods(workload),
    scaleUp(workload),
    { name: "delete the autoscaler", calls: [kubectl(`delete ${target}`)] },
    { name: "put another autoscaler beside it", calls: [kubectl("create -f -", beside)] },
    { name: "let it follow another workload", calls: [patchReference(target, { ...right, name: otherWorkload(baseline, target) })] },
    {
      name: "name the workload and allow one number of replicas alone",
      calls: [patchReference(target, right), kubectl(`patch ${target} --type=merge -p '{"spec":{"maxReplicas":${minReplicas}}}'`)],
    },
    { name: "widen its bounds", calls: [kubectl(`patch ${target} --type=merge -p '{"spec":{"maxReplicas":${maxReplicas + 5}}}'`)] },
  ];
};

/** Workload of another autoscaler. */
const otherWorkload = (baseline: Baseline, target: string): string => {
  const others = (ownObjects(baseline, AUTOSCALERS) as readonly HorizontalPodAutoscaler[]).filter(
    ({ metadata }) => metadata.name !== nameOf(target),
  );
  return others[0]?.spec.scaleTargetRef.name ?? "";
};
