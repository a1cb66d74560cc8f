import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, barePodText, createAnew, deleteObjectOf, replaceByChart, restartPods } from "#kube/checks/attempts.ts";
import { baselineReplicas } from "#kube/checks/fault-checks.ts";

interface Params {
  readonly target: string;
}

export const accepts = ({ target }: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, target),
  createAnew(baseline, target),
  { name: "run one replica more than before", calls: [kubectl(`scale ${target} --replicas=${baselineReplicas(baseline, target) + 1}`)] },
];

export const rejects = ({ target }: Params, baseline: Baseline): readonly Attempt[] => [
  restartPods(target),
  deleteObjectOf(target),
  { name: "put an autoscaler before it", calls: [kubectl(`autoscale ${target} --min=1 --max=3 --cpu=80%`)] },
  { name: "run a bare pod in its place", calls: [kubectl("create -f -", barePodText(baseline, target))] },
];
