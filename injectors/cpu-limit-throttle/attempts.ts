import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, patchContainer, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import { generousMilli, hadLimit, type Params } from "./cpu-needed.ts";

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => [
  {
    name: "raise the limit by a patch of the container",
    calls: [patchContainer(params.target, params.container, { resources: { limits: { cpu: `${generousMilli(params, baseline)}m` } } })],
  },
  // Where there was a limit, to take it away is a loss.
  ...(hadLimit(params, baseline) ? [] : [{ name: "take the limit away", calls: [removeLimit(params, baseline)] }]),
  {
    name: "give the limit in cores, and the request with it",
    calls: [setResources(params, `--limits=cpu=${generousMilli(params, baseline) / 1000} --requests=cpu=${params.limit}`)],
  },
];

export const rejects = (params: Params): readonly Attempt[] => [
  restartPods(params.target),
  scaleDown(params.target),
  scaleUp(params.target),
  {
    name: "raise the limit by a tenth",
    calls: [setResources(params, `--limits=cpu=${Math.ceil(Number.parseInt(params.limit, 10) * 1.1)}m`)],
  },
  { name: "raise another limit", calls: [setResources(params, "--limits=memory=2Gi")] },
];

const setResources = ({ target, container }: Params, options: string): ToolCall =>
  kubectl(`set resources ${target} -c ${container} ${options}`);

const removeLimit = ({ target, container }: Params, baseline: Baseline): ToolCall => {
  const { containers } = baselineWorkload(baseline, target).spec.template.spec;
  const path = `/spec/template/spec/containers/${containers.findIndex(({ name }) => name === container)}/resources/limits/cpu`;
  return kubectl(`patch ${target} --type=json -p '${JSON.stringify([{ op: "remove", path }])}'`);
};
