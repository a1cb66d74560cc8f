import type { ToolCall } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { comingReplicas } from "#kube/checks/coming-replicas.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { setHard } from "./tight-quota.ts";

/** Lets a quota allow another number of pods. */
export const raise = (quota: string, pods: number): ToolCall => setHard(quota, { pods: `${pods}` });

/** Counts the pods that each of the app's workloads of the baseline wants, and that each other one comes to have. */
export const countedWorkloads = (baseline: Baseline): readonly { readonly workload: Workload; readonly count: number }[] => {
  const components = new Set(baseline.app.components.map(({ name }) => name));
  return ["deployments.apps", "statefulsets.apps"]
    .flatMap((resource) => ownObjects(baseline, resource) as readonly Workload[])
    .map((workload) => ({
      workload,
      count: components.has(workload.metadata.name) ? (workload.spec.replicas ?? 1) : comingReplicas(workload),
    }));
};

/** Number of those pods. */
export const wantedPods = (baseline: Baseline): number => countedWorkloads(baseline).reduce((sum, { count }) => sum + count, 0);

/** A round number of pods with room for a roll-out of all. */
export const amplePods = (baseline: Baseline): number => 10 * Math.ceil(0.2 * wantedPods(baseline) + 1);
