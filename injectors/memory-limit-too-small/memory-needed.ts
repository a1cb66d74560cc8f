import type { Baseline } from "#kube/app/baseline.ts";
import { baselineWorkload, containerOf } from "#kube/checks/fault-checks.ts";
import { componentOf } from "#kube/checks/fault-target.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { ResourceRequirements } from "#kube/types/pod.ts";

/** Container of a workload. */
interface ContainerPlace {
  readonly target: string;
  readonly container: string;
}

/** Requests and limits of a container as recorded in the baseline. */
export const resourcesBefore = (baseline: Baseline, { target, container }: ContainerPlace): ResourceRequirements =>
  containerOf(baselineWorkload(baseline, target), container)?.resources ?? {};

/** Least memory limit that is enough: a fifth more than the idle working set, however much more the baseline allows. */
export const leastLimit = (baseline: Baseline, place: ContainerPlace): string => {
  const needed = `${Math.ceil(idleMiB(baseline, place) * ROOM)}Mi`;
  const before = resourcesBefore(baseline, place).limits?.["memory"];
  return before !== undefined && compareQuantities(before, needed) < 0 ? before : needed;
};

/** Memory limit that is plenty. */
export const generousLimit = (baseline: Baseline, place: ContainerPlace): string =>
  `${Math.ceil((idleMiB(baseline, place) * 4) / 64) * 64 + 128}Mi`;

/** Idle working set of the component, MiB; 0: not known. */
export const idleMiB = (baseline: Baseline, { target }: ContainerPlace): number => componentOf(baseline.app, target)?.idleMiB ?? 0;

/** Working set over idle that a limit must leave room for. */
const ROOM = 1.2;
