import type { Baseline } from "#kube/app/baseline.ts";
import { baselineTarget, needingWrite } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { AUTOSCALERS } from "#kube/listings/autoscaled.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Condition } from "#kube/types/meta.ts";
import type { HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { getObject } from "#kube/verbs/get.ts";

/** Autoscaler of a baseline. */
interface AutoscalerBefore {
  readonly baseline: Baseline;
  readonly target: string;
}

/** Holds if an autoscaler names the workload that it named, and may give it more replicas than it must have. */
export const judgeReference = async (view: ClusterView, { baseline, target }: AutoscalerBefore): Promise<Finding> => {
  const found = await readAutoscaler(view, baseline.namespace, nameOf(target));
  if (found === undefined) return { held: false, evidence: `${target} is gone` };
  const { scaleTargetRef, minReplicas = 1, maxReplicas } = found.spec;
  const { kind, name } = baselineTarget<HorizontalPodAutoscaler>(baseline, target).spec.scaleTargetRef;
  const isSame = scaleTargetRef.kind === kind && scaleTargetRef.name === name;
  if (!isSame) return { held: false, evidence: `${target} names ${scaleTargetRef.kind}/${scaleTargetRef.name}` };
  return { held: minReplicas < maxReplicas, evidence: `${target} gives ${kind}/${name} ${minReplicas} to ${maxReplicas} replicas` };
};

/** Holds if an autoscaler reads the size of its workload and is the only one that does; the load of new pods is known a minute later only. */
export const judgeScaling = async (view: ClusterView, { baseline, target }: AutoscalerBefore): Promise<Finding> => {
  const found = await readAutoscaler(view, baseline.namespace, nameOf(target));
  if (found === undefined) return needingWrite({ held: false, evidence: `${target} is gone` });
  const [able, active] = [conditionOf(found, "AbleToScale"), conditionOf(found, "ScalingActive")];
  const isRivalled = active?.reason === "AmbiguousSelector";
  const held = able?.status === "True" && !isRivalled;
  return { held, evidence: held ? `${target} reads its workload` : `${target} says ${(isRivalled ? active : able)?.message ?? "nothing"}` };
};

/** True once an autoscaler has looked for its workload and not found it. */
export const hasNoTarget = async (
  view: ClusterView,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<boolean> => {
  const found = await readAutoscaler(view, namespace, name);
  return found !== undefined && conditionOf(found, "AbleToScale")?.reason === "FailedGetScale";
};

const conditionOf = ({ status }: HorizontalPodAutoscaler, wanted: string): Condition | undefined =>
  status?.conditions?.find(({ type }) => type === wanted);

const readAutoscaler = (view: ClusterView, namespace: string, name: string): Promise<HorizontalPodAutoscaler | undefined> =>
  getObject<HorizontalPodAutoscaler>(view, { resource: AUTOSCALERS, namespace, name });
