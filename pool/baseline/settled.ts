import { isPodReady } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/cluster-port.ts";
import { listObjects } from "#kube/list.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";

/**
 * True when every workload runs what it says, every pod of one is ready, and none is on its way out.
 *
 * @param namespace undefined: in all namespaces
 */
export const hasSettled = async (view: ClusterView, namespace: string | undefined): Promise<boolean> => {
  const pods = await listObjects<Pod>(view, "pods", namespace);
  if (!pods.every((pod) => isFinished(pod) || isPodReady(pod))) return false;
  for (const resource of ["deployments.apps", "statefulsets.apps"]) {
    const workloads = await listObjects<CountedWorkload>(view, resource, namespace);
    if (!workloads.every(isRolledOut)) return false;
  }
  return true;
};

/** What Deployments and StatefulSets have in common. */
interface CountedWorkload extends KubeObject {
  readonly spec: { readonly replicas?: number };
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

const isFinished = ({ status }: Pod): boolean => status?.phase === "Succeeded" || status?.phase === "Failed";
