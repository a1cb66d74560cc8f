import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, patchContainer, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { runOtherImage } from "../image-of-chart.ts";
import type { TemplateParams } from "../unschedulable-template.ts";

/** A workload that runs an image for another processor, and how it was rolled out. */
export interface Params extends TemplateParams {
  readonly container: string;
  /** The image that it ran before. */
  readonly from: string;
  readonly tag: string;
  /** Processor that the new one is for, as the labels of nodes name it. */
  readonly architecture: string;
}

/** Look at what all pods of a component have written lately. */
export const logOf = ({ labelKey }: AppRecord, target: string): ToolCall =>
  kubectl(`logs -l ${labelKey}=${nameOf(target)} --prefix --tail=5`);

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { target, container, architecture } = params;
  const selector = JSON.stringify({ spec: { template: { spec: { nodeSelector: { "kubernetes.io/arch": architecture } } } } });
  return [
    restartPods(target),
    scaleDown(target),
    scaleUp(target),
    { name: "pull the image anew", calls: [patchContainer(target, container, { imagePullPolicy: "Always" })] },
    { name: "ask for a node with that processor", calls: [kubectl(`patch ${target} -p '${selector}'`)] },
    ...runOtherImage(params, baseline),
  ];
};
