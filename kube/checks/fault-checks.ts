import { isSameJson } from "#core/canonical-json.ts";
import { type Baseline, baselineObject } from "../app/baseline.ts";
import { parseObjectRef } from "../objects/object-ref.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { KubeObject } from "../types/meta.ts";
import type { Container } from "../types/pod.ts";
import { nameOf } from "./fault-target.ts";
import type { Check, Finding } from "./oracle.ts";
import { judgeWorkload, readWorkload, type Workload } from "./workload.ts";

/** Creates a check of the group *defect gone*. */
export const defectGone = (name: string, judge: (view: ClusterView) => Promise<Finding>): Check => ({
  name,
  group: "defect-gone",
  weight: 1,
  judge,
});

/** Creates a check of the group *defect gone* that reads only what is written by people, never by controllers. */
export const writtenDefectGone = (name: string, judge: (view: ClusterView) => Promise<Finding>): Check =>
  defectGone(name, async (view) => needingWrite(await judge(view)));

/** Says of a condition that does not hold that waiting will not change that. */
export const needingWrite = (finding: Finding): Finding => (finding.held ? finding : { ...finding, needsWrite: true });

/** Creates a check on what is written in a workload's object; a missing workload violates it. */
export const workloadCondition = (
  { name, baseline, target }: { readonly name: string; readonly baseline: Baseline; readonly target: string },
  judge: (workload: Workload) => Finding,
): Check =>
  writtenDefectGone(name, async (view) => {
    const workload = await readWorkload(view, baseline.namespace, target);
    return workload === undefined ? { held: false, evidence: `${target} is gone` } : judge(workload);
  });

/** Creates a check that the workload runs as before: at least the baseline's replicas, all ready and of the current template. */
export const workloadRuns = (baseline: Baseline, target: string): Check =>
  defectGone("workload-runs", (view) =>
    judgeWorkload(view, { namespace: baseline.namespace, target, replicasMin: baselineReplicas(baseline, target) }),
  );

/** Number of replicas of the workload in the baseline. */
export const baselineReplicas = (baseline: Baseline, target: string): number => baselineWorkload(baseline, target).spec.replicas ?? 1;

/** The workload as recorded in the baseline. */
export const baselineWorkload = (baseline: Baseline, target: string): Workload => baselineTarget<Workload>(baseline, target);

/** True while a workload's pods are to be as the baseline has it. */
export const isTemplateAsBefore = async (view: ClusterView, baseline: Baseline, target: string): Promise<boolean> => {
  const present = await readWorkload(view, baseline.namespace, target);
  return isSameJson(present?.spec.template.spec, baselineWorkload(baseline, target).spec.template.spec);
};

/**
 * The object that a target names, as recorded in the baseline.
 *
 * @throws Error if there is none
 */
export const baselineTarget = <T extends KubeObject>(baseline: Baseline, target: string): T => {
  const { resource = "", namespace } = parseObjectRef(target) ?? {};
  const object = baselineObject<T>(baseline, resource, nameOf(target), namespace);
  if (object === undefined) throw new Error(`the baseline lacks ${target}`);
  return object;
};

/** Finds a container of a workload's template by name. */
export const containerOf = (workload: Workload, name: string): Container | undefined =>
  workload.spec.template.spec.containers.find((container) => container.name === name);
