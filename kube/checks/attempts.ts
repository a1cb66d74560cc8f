import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "../app/baseline.ts";
import { plainManifest } from "../objects/plain-manifest.ts";
import type { KubeObject } from "../types/meta.ts";
import { baselineTarget, baselineWorkload } from "./fault-checks.ts";
import { nameOf } from "./fault-target.ts";

/** Something that an agent could do about a fault, named as in the fault's README. */
export interface Attempt {
  /** Begins with a verb: `roll the template back`. */
  readonly name: string;
  readonly calls: readonly ToolCall[];
}

/** Rolls a workload's template back to the revision before. */
export const rollBack = (target: string): Attempt => ({ name: "roll the template back", calls: [kubectl(`rollout undo ${target}`)] });

/** Replaces an object by what the chart says. */
export const replaceByChart = (baseline: Baseline, target: string): Attempt => ({
  name: "replace the object by the chart's",
  calls: [kubectl("replace -f -", manifestText(baseline, target))],
});

/** Deletes an object and creates it as the chart says. */
export const createAnew = (baseline: Baseline, target: string): Attempt => ({
  name: "delete the object and create the chart's",
  calls: [kubectl(`delete ${target}`), kubectl("create -f -", manifestText(baseline, target))],
});

/** Recreates the pods and changes nothing. */
export const restartPods = (target: string): Attempt => ({ name: "restart the pods", calls: [kubectl(`rollout restart ${target}`)] });

/** Scales a workload to zero, so that no pod of it is unhealthy. */
export const scaleDown = (target: string): Attempt => ({
  name: "scale the workload down",
  calls: [kubectl(`scale ${target} --replicas=0`)],
});

/** Runs more pods, each with the same defect. */
export const scaleUp = (target: string): Attempt => ({ name: "scale the workload up", calls: [kubectl(`scale ${target} --replicas=4`)] });

/** Lets a workload's pods onto every node, whatever its taints. */
export const tolerateAll = (target: string): Attempt => ({
  name: "tolerate every taint",
  calls: [kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec: { tolerations: [{ operator: "Exists" }] } } } })}'`)],
});

/** Deletes an object, so that nothing of it is unhealthy. */
export const deleteObjectOf = (target: string): Attempt => ({ name: `delete the ${kindOf(target)}`, calls: [kubectl(`delete ${target}`)] });

/** Strategic merge patch of one container in a workload's template. */
export const patchContainer = (target: string, container: string, change: Readonly<Record<string, unknown>>): ToolCall =>
  kubectl(`patch ${target} -p '${JSON.stringify({ spec: { template: { spec: { containers: [{ name: container, ...change }] } } } })}'`);

/** Text of the manifest that the chart would apply for an object of the baseline, `kind/name`. */
export const manifestText = (baseline: Baseline, target: string): string =>
  JSON.stringify(plainManifest(baselineTarget<KubeObject>(baseline, target)));

/** Text of a pod like those of a workload, which no controller owns. */
export const barePodText = (baseline: Baseline, target: string): string => {
  const workload = baselineWorkload(baseline, target);
  const { metadata, spec } = workload.spec.template;
  const claimed = "volumeClaimTemplates" in workload.spec ? (workload.spec.volumeClaimTemplates ?? []) : [];
  const volumes = [...(spec.volumes ?? []), ...claimed.map(({ metadata: { name } }) => ({ name, emptyDir: {} }))];
  // A StatefulSet would take one with a number for its own.
  const name = `${nameOf(target)}-${workload.kind === "StatefulSet" ? "manual" : "0"}`;
  return JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata: { name, labels: metadata?.labels }, spec: { ...spec, volumes } });
};

const KINDS: Readonly<Record<string, string>> = { service: "Service", configmap: "ConfigMap", node: "node" };

const kindOf = (target: string): string => KINDS[target.slice(0, target.indexOf("/"))] ?? "workload";
