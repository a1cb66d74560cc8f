import type { ToolCall } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { setHard } from "./tight-quota.ts";

/** Lets a quota allow another number of pods. */
export const raise = (quota: string, pods: number): ToolCall => setHard(quota, { pods: `${pods}` });

/** Number of pods that the workloads of the baseline want. */
export const wantedPods = (baseline: Baseline): number =>
  ["deployments.apps", "statefulsets.apps"]
    .flatMap((resource) => ownObjects(baseline, resource) as readonly Workload[])
    .reduce((sum, { spec }) => sum + (spec.replicas ?? 1), 0);

/** A round number of pods with room for a roll-out of all. */
export const amplePods = (baseline: Baseline): number => 10 * Math.ceil(0.2 * wantedPods(baseline) + 1);
