import type { Baseline } from "#kube/app/baseline.ts";
import { baselineReplicas, baselineWorkload, containerOf } from "#kube/checks/fault-checks.ts";
import { componentOf } from "#kube/checks/fault-target.ts";
import { milliValue } from "#kube/objects/quantity.ts";

/** Parameters: a container, and the limit that it gets. */
export interface Params {
  readonly target: string;
  readonly container: string;
  readonly limit: string;
}

type ContainerPlace = Pick<Params, "target" | "container">;

/** True if the container had a CPU limit before. */
export const hadLimit = (place: ContainerPlace, baseline: Baseline): boolean => limitBefore(place, baseline) !== undefined;

const limitBefore = ({ target, container }: ContainerPlace, baseline: Baseline): string | undefined =>
  containerOf(baselineWorkload(baseline, target), container)?.resources?.limits?.["cpu"];

/** Least CPU limit that lets bursts pass: twice what a pod needs on average, or what it had where that was less; millicores. */
export const leastMilli = (place: ContainerPlace, baseline: Baseline): number => {
  const before = limitBefore(place, baseline);
  const needed = Math.ceil(2 * podMilli(place, baseline));
  return before === undefined ? needed : Math.min(needed, milliValue(before));
};

/** A round CPU limit that is plenty, millicores. */
export const generousMilli = (place: ContainerPlace, baseline: Baseline): number => Math.ceil((5 * podMilli(place, baseline)) / 100) * 100;

const podMilli = ({ target }: ContainerPlace, baseline: Baseline): number =>
  (componentOf(baseline.app, target)?.cpuMilli ?? 0) / baselineReplicas(baseline, target);
