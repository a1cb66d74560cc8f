import { matchesLabelSelector } from "../objects/label-selector.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { KubeObject, LabelSelector } from "../types/meta.ts";
import type { Pod } from "../types/pod.ts";
import { listObjects } from "../verbs/list.ts";
import { isPodReady } from "./workload.ts";

/**
 * True if every workload runs its current template, all its pods are ready, and none is terminating.
 *
 * @param namespace undefined: in all namespaces
 */
export const hasSettled = async (view: ClusterView, namespace: string | undefined): Promise<boolean> => {
  const pods = await listObjects<Pod>(view, { resource: "pods", namespace });
  if (!pods.every((pod) => isFinished(pod) || isPodReady(pod))) return false;
  const workloads = await Promise.all(
    ["deployments.apps", "statefulsets.apps"].map((resource) => listObjects<CountedWorkload>(view, { resource, namespace })),
  );
  return workloads.flat().every(isRolledOut) && haveTheirPods(workloads.flat(), pods);
};

/** Fields that Deployments and StatefulSets have in common. */
interface CountedWorkload extends KubeObject {
  readonly spec: { readonly replicas?: number; readonly selector: LabelSelector };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly readyReplicas?: number;
  };
}

/** True if a workload has as many pods as it asks for, all of them ready and of its present template. */
export const isRolledOut = ({ metadata, spec: { replicas = 1 }, status = {} }: CountedWorkload): boolean =>
  (status.observedGeneration ?? 0) >= (metadata.generation ?? 0) &&
  [status.replicas, status.updatedReplicas, status.readyReplicas].every((count) => (count ?? 0) === replicas);

/** True if each workload has its wanted number of running pods and none has more: the counts in a status lag behind. */
const haveTheirPods = (workloads: readonly CountedWorkload[], pods: readonly Pod[]): boolean => {
  const wanted = workloads.reduce((sum, { spec: { replicas = 1 } }) => sum + replicas, 0);
  const isOf = ({ metadata, status }: Pod, workload: CountedWorkload): boolean =>
    status?.phase === "Running" &&
    metadata.namespace === workload.metadata.namespace &&
    matchesLabelSelector(workload.spec.selector, metadata.labels ?? {});
  return (
    pods.filter((pod) => workloads.some((workload) => isOf(pod, workload))).length === wanted &&
    workloads.every((workload) => pods.filter((pod) => isOf(pod, workload)).length >= (workload.spec.replicas ?? 1))
  );
};

/** True for a finished pod that is not being deleted: a deleted one has such a phase, too, at its last moment. */
const isFinished = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp === undefined && (status?.phase === "Succeeded" || status?.phase === "Failed");
