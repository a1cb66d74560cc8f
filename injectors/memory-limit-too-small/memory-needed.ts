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

/** Least memory limit that is enough: the baseline's, or a fifth more than the idle working set where it had none. */
export const leastLimit = (baseline: Baseline, place: ContainerPlace): string =>
  resourcesBefore(baseline, place).limits?.["memory"] ?? `${Math.ceil(idleMiB(baseline, place) * ROOM)}Mi`;

/** Memory limit that is plenty, and no less than the baseline's. */
export const generousLimit = (baseline: Baseline, place: ContainerPlace): string => {
  const plenty = `${Math.ceil((idleMiB(baseline, place) * 4) / 64) * 64 + 128}Mi`;
  const least = leastLimit(baseline, place);
  return compareQuantities(plenty, least) < 0 ? least : plenty;
};

/** Idle working set of the component, MiB; 0: not known. */
export const idleMiB = (baseline: Baseline, { target }: ContainerPlace): number => componentOf(baseline.app, target)?.idleMiB ?? 0;

/** Working set over idle that a limit must leave room for. */
const ROOM = 1.2;
