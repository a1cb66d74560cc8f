import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, replaceByChart, restartPods, rollBack, scaleUp } from "#kube/checks/attempts.ts";
import { baselineWorkload, containerOf } from "#kube/checks/fault-checks.ts";
import { cpuRequestOf } from "#kube/listings/autoscaled.ts";

interface Params {
  readonly target: string;
  readonly container: string;
  readonly autoscaler: string;
}

type ContainerPlace = Pick<Params, "target" | "container">;

/** CPU of a container in the baseline: what it requested, and its limit; undefined: it had none. */
export const cpuBefore = (
  baseline: Baseline,
  { target, container }: ContainerPlace,
): { readonly requests: string; readonly limits: string | undefined } => {
  const found = containerOf(baselineWorkload(baseline, target), container);
  const limits = found?.resources?.limits?.["cpu"];
  return { requests: found?.resources?.requests?.["cpu"] ?? limits ?? "", limits };
};

export const accepts = ({ target, container }: Params, baseline: Baseline): readonly Attempt[] => [
  rollBack(target),
  replaceByChart(baseline, target),
  {
    name: "give a limit alone",
    calls: [kubectl(`set resources ${target} -c ${container} --limits=cpu=${2 * milliBefore(baseline, { target, container })}m`)],
  },
  {
    name: "request half as much again",
    calls: [
      kubectl(`set resources ${target} -c ${container} --requests=cpu=${Math.ceil(1.5 * milliBefore(baseline, { target, container }))}m`),
    ],
  },
];

const milliBefore = (baseline: Baseline, { target, container }: ContainerPlace): number =>
  cpuRequestOf(containerOf(baselineWorkload(baseline, target), container) ?? {}) ?? 0;

export const rejects = ({ target, container, autoscaler }: Params): readonly Attempt[] => [
  restartPods(target),
  scaleUp(target),
  { name: "delete the autoscaler", calls: [kubectl(`delete hpa ${autoscaler}`)] },
  {
    name: "let the autoscaler follow an amount",
    calls: [
      kubectl(
        `patch hpa ${autoscaler} --type=merge -p '{"spec":{"metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"type":"AverageValue","averageValue":"500m"}}}]}}'`,
      ),
    ],
  },
  { name: "request memory alone", calls: [kubectl(`set resources ${target} -c ${container} --requests=memory=32Mi`)] },
  { name: "request next to nothing", calls: [kubectl(`set resources ${target} -c ${container} --requests=cpu=1m`)] },
];
