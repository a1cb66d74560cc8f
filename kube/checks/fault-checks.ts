import { type Baseline, baselineObject } from "../app/baseline.ts";
import { parseObjectRef } from "../objects/object-ref.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { Container } from "../types/pod.ts";
import { nameOf } from "./fault-target.ts";
import type { Check, Finding } from "./oracle.ts";
import { judgeWorkload, readWorkload, type Workload } from "./workload.ts";

/** A condition of the group *defect gone*. */
export const defectGone = (name: string, judge: (view: ClusterView) => Promise<Finding>): Check => ({
  name,
  group: "defect-gone",
  weight: 1,
  judge,
});

/** A condition on a workload's object; a workload that is gone violates it. */
export const workloadCondition = (
  { name, baseline, target }: { readonly name: string; readonly baseline: Baseline; readonly target: string },
  judge: (workload: Workload) => Finding,
): Check =>
  defectGone(name, async (view) => {
    const workload = await readWorkload(view, baseline.namespace, target);
    return workload === undefined ? { held: false, evidence: `${target} is gone` } : judge(workload);
  });

/** The workload runs as before: replicas of the baseline or more, all ready and of the present template. */
export const workloadRuns = (baseline: Baseline, target: string): Check =>
  defectGone("workload-runs", (view) =>
    judgeWorkload(view, { namespace: baseline.namespace, target, replicasMin: baselineReplicas(baseline, target) }),
  );

/** Replicas that the workload had before. */
export const baselineReplicas = (baseline: Baseline, target: string): number => baselineWorkload(baseline, target).spec.replicas ?? 1;

/** The workload as it was before. */
export const baselineWorkload = (baseline: Baseline, target: string): Workload => {
  const workload = baselineObject<Workload>(baseline, parseObjectRef(target)?.resource ?? "", nameOf(target));
  if (workload === undefined) throw new Error(`the baseline lacks ${target}`);
  return workload;
};

/** A container of a workload's template by name. */
export const containerOf = (workload: Workload, name: string): Container | undefined =>
  workload.spec.template.spec.containers.find((container) => container.name === name);
