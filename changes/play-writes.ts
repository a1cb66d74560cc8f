import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import { ApiError } from "#kube/ports/api-error.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { ReplicaSet } from "#kube/types/workloads.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import type { DatedWrite, OrdinaryWrite } from "./ordinary-write.ts";

/**
 * Plays writes in the order of their times, and lets the cluster's time pass between them.
 *
 * Writes whose time is over are made at once.
 * @throws ApiError when the server refuses one
 */
export const playWrites = async (cluster: ClusterPort, namespace: string, writes: readonly DatedWrite[]): Promise<void> => {
  for (const { atMs, write } of [...writes].sort((a, b) => a.atMs - b.atMs)) {
    const restMs = atMs - cluster.clock.nowMs();
    if (restMs > 0) await cluster.clock.sleep(restMs);
    await playWrite(cluster, namespace, write);
  }
};

/** Makes one write. @throws ApiError when the server refuses it */
export const playWrite = async (cluster: ClusterPort, namespace: string, write: OrdinaryWrite): Promise<void> => {
  switch (write.verb) {
    case "create":
      await createObject(cluster, { resource: write.resource, object: write.object, fieldManager: write.manager });
      return;
    case "patch": {
      const { verb: _verb, manager: fieldManager, ...patch } = write;
      await patchObject(cluster, { ...patch, namespace, fieldManager }).catch(ignoreMissing);
      return;
    }
    case "delete":
      await deleteObject(cluster, { resource: write.resource, namespace, name: write.name });
      return;
    case "replace-pod":
      await replacePod(cluster, namespace, write.target);
      return;
    case "prune-replica-sets":
      await pruneReplicaSets(cluster, namespace, write.name);
  }
};

/** Somebody else may have deleted the object meanwhile, which is no reason to stop work. */
const ignoreMissing = (cause: unknown): void => {
  if (!(cause instanceof ApiError) || cause.code !== 404) throw cause;
};

const replacePod = async (cluster: ClusterPort, namespace: string, target: string): Promise<void> => {
  const workload = await readWorkload(cluster, namespace, target);
  const [pod] = workload === undefined ? [] : await podsOf(cluster, workload);
  if (pod !== undefined) await deleteObject(cluster, { resource: "pods", namespace, name: pod.metadata.name });
};

const pruneReplicaSets = async (cluster: ClusterPort, namespace: string, name: string): Promise<void> => {
  for (const { metadata, spec } of await listObjects<ReplicaSet>(cluster, { resource: "replicasets.apps", namespace })) {
    if (spec.replicas === 0 && metadata.ownerReferences?.some((owner) => owner.kind === "Deployment" && owner.name === name))
      await deleteObject(cluster, { resource: "replicasets.apps", namespace, name: metadata.name });
  }
};
