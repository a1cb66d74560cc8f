import type { ToolCall } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { comingReplicas } from "#kube/checks/coming-replicas.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { setHard } from "./tight-quota.ts";

/** Lets a quota allow another number of pods. */
export const raise = (quota: string, pods: number): ToolCall => setHard(quota, { pods: `${pods}` });

/** Number of pods that the app's workloads of the baseline want, and that others come to have. */
export const wantedPods = (baseline: Baseline): number => {
  const components = new Set(baseline.app.components.map(({ name }) => name));
  return ["deployments.apps", "statefulsets.apps"]
    .flatMap((resource) => ownObjects(baseline, resource) as readonly Workload[])
    .reduce(
      (sum, workload) => sum + (components.has(workload.metadata.name) ? (workload.spec.replicas ?? 1) : comingReplicas(workload)),
      0,
    );
};

/** A round number of pods with room for a roll-out of all. */
export const amplePods = (baseline: Baseline): number => 10 * Math.ceil(0.2 * wantedPods(baseline) + 1);
