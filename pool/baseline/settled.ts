import { isPodReady } from "#kube/checks/workload.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { KubeObject, LabelSelector } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";

/**
 * True when every workload runs what it says, every pod of one is ready, and none is on its way out.
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

/** What Deployments and StatefulSets have in common. */
interface CountedWorkload extends KubeObject {
  readonly spec: { readonly replicas?: number; readonly selector: LabelSelector };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly readyReplicas?: number;
  };
}

const isRolledOut = ({ metadata, spec: { replicas = 1 }, status = {} }: CountedWorkload): boolean =>
  (status.observedGeneration ?? 0) >= (metadata.generation ?? 0) &&
  [status.replicas, status.updatedReplicas, status.readyReplicas].every((count) => (count ?? 0) === replicas);

/** Counts in a status are some moments old: those who have just lost a pod, or one too many, do not know it yet. */
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

/** One that is deleted has such a phase, too, for its last moment. */
const isFinished = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp === undefined && (status?.phase === "Succeeded" || status?.phase === "Failed");
