import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, patchContainer, restartPods, scaleDown } from "#kube/checks/attempts.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { type ChangedImage, runOtherImage } from "../image-of-chart.ts";

/** Attempts that leave the image, or start another server on no data or on none that is the chart's. */
export const rejects = (params: ChangedImage, baseline: Baseline): readonly Attempt[] => [
  restartPods(params.target),
  scaleDown(params.target),
  { name: "pull the image anew", calls: [patchContainer(params.target, params.container, { imagePullPolicy: "Always" })] },
  { name: "start empty, on a volume that goes with the pod", calls: [kubectl(`patch ${params.target} -p '${emptied(params, baseline)}'`)] },
  ...runOtherImage(params, baseline),
];

/** Strategic merge patch that gives a workload empty folders for its claims. */
const emptied = ({ target }: ChangedImage, baseline: Baseline): string => {
  const volumes = (baselineWorkload(baseline, target).spec.template.spec.volumes ?? [])
    .filter(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined)
    .map(({ name }) => ({ name, persistentVolumeClaim: null, emptyDir: {} }));
  return JSON.stringify({ spec: { template: { spec: { volumes } } } });
};
