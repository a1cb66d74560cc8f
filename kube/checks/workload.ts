import { matchesLabelSelector } from "../objects/label-selector.ts";
import { parseObjectRef } from "../objects/object-ref.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { Pod } from "../types/pod.ts";
import type { Deployment, StatefulSet } from "../types/workloads.ts";
import { getObject } from "../verbs/get.ts";
import { listObjects } from "../verbs/list.ts";
import type { Finding } from "./oracle.ts";

/** A workload whose pods are replaced from a template. */
export type Workload = Deployment | StatefulSet;

/** Reads the workload named by a target such as `deployment/geo`; undefined when there is none. */
export const readWorkload = async (view: ClusterView, namespace: string, target: string): Promise<Workload | undefined> => {
  const ref = parseObjectRef(target, namespace);
  return ref === undefined ? undefined : await getObject<Workload>(view, { resource: ref.resource, namespace, name: ref.name });
};

/** Lists the pods that a workload's selector matches, including those being deleted. */
export const podsOf = async (view: ClusterView, workload: Workload): Promise<readonly Pod[]> => {
  const pods = await listObjects<Pod>(view, { resource: "pods", namespace: workload.metadata.namespace });
  return pods.filter((pod) => matchesLabelSelector(workload.spec.selector, pod.metadata.labels ?? {}));
};

/** True if the pod has condition Ready and is not being deleted. */
export const isPodReady = (pod: Pod): boolean =>
  pod.metadata.deletionTimestamp === undefined &&
  pod.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true;

/** Holds if a workload has at least `replicasMin` replicas, all ready and of the current template, and no other pods. */
export const judgeWorkload = async (
  view: ClusterView,
  { namespace, target, replicasMin }: { readonly namespace: string; readonly target: string; readonly replicasMin: number },
): Promise<Finding> => judgeReplicas(await readWorkload(view, namespace, target), target, replicasMin);

/** Judges a workload that was read before, like `judgeWorkload`; undefined: it does not exist. */
export const judgeReplicas = (workload: Workload | undefined, target: string, replicasMin: number): Finding => {
  if (workload === undefined) return { held: false, evidence: `${target} is gone`, needsWrite: true };
  const { spec, status, metadata } = workload;
  const replicas = spec.replicas ?? 1;
  if (replicas < replicasMin)
    return { held: false, evidence: `${target} has replicas ${replicas}, at least ${replicasMin} are wanted`, needsWrite: true };
  if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0))
    return { held: false, evidence: `${target}: the controller has not seen the last change` };
  const [updated, ready, total] = [status?.updatedReplicas ?? 0, status?.readyReplicas ?? 0, status?.replicas ?? 0];
  const held = updated === replicas && ready === replicas && total === replicas;
  return { held, evidence: `${target}: ${ready}/${replicas} ready, ${updated} of the present template, ${total} pods` };
};
