import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { KubeObject, ObjectMeta } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** A workload with its pods. */
export interface Workload {
  readonly kind: (typeof KINDS)[number];
  readonly name: string;
  readonly desired: number;
  readonly ready: number;
  /** Restarts of the containers of its pods. */
  readonly restarts: number;
  readonly pods: readonly Pod[];
}

/** Reads the Deployments, StatefulSets and DaemonSets of a namespace, in the order of their names. */
export const readWorkloads = async (cluster: ClusterView, namespace: string): Promise<readonly Workload[]> => {
  const pods = await listObjects<Pod>(cluster, { resource: "pods", namespace });
  const replicaSets = await listObjects<Scalable>(cluster, { resource: "replicasets.apps", namespace });
  const deploymentOf = new Map(replicaSets.map(({ metadata }) => [metadata.uid, controllerOf(metadata)]));
  const found: Workload[] = [];
  for (const kind of KINDS)
    for (const { metadata, spec, status } of await listObjects<Scalable>(cluster, { resource: `${kind}s.apps`, namespace })) {
      const owned = pods.filter((pod) => {
        const uid = controllerOf(pod.metadata);
        return (deploymentOf.get(uid) ?? uid) === metadata.uid;
      });
      found.push({
        kind,
        name: metadata.name,
        desired: spec?.replicas ?? status?.desiredNumberScheduled ?? 0,
        ready: status?.readyReplicas ?? status?.numberReady ?? 0,
        restarts: owned
          .flatMap(({ status: { containerStatuses = [] } = {} }) => containerStatuses)
          .reduce((sum, c) => sum + c.restartCount, 0),
        pods: owned,
      });
    }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
};

const KINDS = ["deployment", "statefulset", "daemonset"] as const;

/** Common fields of the workloads that this reads. */
interface Scalable extends KubeObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly readyReplicas?: number; readonly desiredNumberScheduled?: number; readonly numberReady?: number };
}

const controllerOf = ({ ownerReferences = [] }: ObjectMeta): string | undefined =>
  ownerReferences.find(({ controller }) => controller === true)?.uid;
