import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, restartPods, scaleDown, scaleUp } from "#kube/checks/attempts.ts";
import { tryAgain } from "../refused-pods.ts";
import type { Params } from "./injector.ts";
import { ampleMiB, setLimits } from "./limit-range.ts";

export const accepts = ({ target, limits }: Params, baseline: Baseline): readonly Attempt[] => [
  { name: "raise the default", calls: [setLimits(limits, ample(baseline, 1)), tryAgain(target)] },
  { name: "raise it generously", calls: [setLimits(limits, ample(baseline, 2)), tryAgain(target)] },
  {
    name: "bound processors instead",
    calls: [setLimits(limits, { default: { cpu: "8" }, defaultRequest: { cpu: "10m" } }), tryAgain(target)],
  },
];

export const rejects = ({ target, limits, container, memory }: Params): readonly Attempt[] => [
  restartPods(target),
  scaleDown(target),
  scaleUp(target),
  {
    name: "raise the default by a mebibyte",
    calls: [setLimits(limits, more(`${Number.parseInt(memory, 10) + 1}Mi`)), tryAgain(target)],
  },
  { name: "raise another limit", calls: [kubectl(`set resources ${target} -c ${container} --limits=cpu=4`)] },
  { name: "delete the LimitRange and restart nothing", calls: [kubectl(`delete ${limits}`)] },
];

/** Plenty of memory for everybody, of which little is requested. */
const ample = (baseline: Baseline, times: number) => ({
  default: { memory: `${times * ampleMiB(baseline)}Mi` },
  defaultRequest: { memory: "16Mi" },
});

const more = (memory: string) => ({ default: { memory }, defaultRequest: { memory } });
