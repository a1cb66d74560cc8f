import { kubectl, type ToolCall, wait } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, deleteObjectOf, patchContainer, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf } from "#kube/checks/fault-target.ts";
import { withTag } from "../build-twins.ts";
import { imageFacts } from "../image-fault.ts";
import type { Params } from "./params.ts";

/** Look at which images the Deployments run. */
export const lookAtImages: ToolCall = kubectl("get deployments -o wide");

export const accepts = ({ target, canary, key }: Params, { app }: Baseline): readonly Attempt[] => {
  const labels = { [key]: "stable" };
  const after: Attempt = {
    name: "delete the canary after its pods",
    calls: [kubectl(`delete ${canary} --cascade=foreground --wait=false`)],
  };
  // Pods that enter themselves in a registry are called whatever a Service selects.
  if ((componentOf(app, target)?.registryCallers ?? []).length > 0) return [after];
  return [
    after,
    {
      name: "let the Service select the Deployment's own track alone",
      calls: [
        kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { metadata: { labels } } } })}'`),
        wait(ROLLED_OUT_S),
        kubectl(`patch service ${nameOf(target)} -p '${JSON.stringify({ spec: { selector: labels } })}'`),
      ],
    },
  ];
};

/** Time in which the slowest programs are rolled out, s: longer than one command may take. */
const ROLLED_OUT_S = 240;

export const rejects = ({ target, canary, key, value, from, tag }: Params, baseline: Baseline): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  { ...scaleUp(target), name: "scale the workload up, so that the canary has a smaller share" },
  { name: "restart the canary", calls: [kubectl(`rollout restart ${canary}`)] },
  { name: "delete the canary's pods", calls: [kubectl(`delete pod -l ${key}=${value} --wait=false`)] },
  { name: "pause the canary", calls: [kubectl(`rollout pause ${canary}`)] },
  {
    name: "run the canary's build everywhere",
    calls: [patchContainer(target, imageFacts(baselineWorkload(baseline, target)).container, { image: withTag(from, tag) })],
  },
  deleteObjectOf(`service/${nameOf(target)}`),
];
