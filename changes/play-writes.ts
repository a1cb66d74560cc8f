import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import { ApiError } from "#kube/ports/api-error.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { ReplicaSet } from "#kube/types/workloads.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import type { DatedWrite, OrdinaryWrite, RestoreRevision, TrimHistories } from "./ordinary-write.ts";

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
    case "trim-histories":
      await trimHistories(cluster, namespace, write);
      return;
    case "restore-revision":
      await restoreRevision(cluster, namespace, write);
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

const trimHistories = async (cluster: ClusterPort, namespace: string, { keep }: TrimHistories): Promise<void> => {
  const all = await listObjects<ReplicaSet>(cluster, { resource: "replicasets.apps", namespace });
  for (const [name, count] of Object.entries(keep)) {
    const own = all.filter(isOwnedBy(name)).sort((a, b) => revisionOf(a) - revisionOf(b));
    for (const { metadata } of own.slice(0, Math.max(0, own.length - count)).filter(({ spec }) => spec.replicas === 0))
      await deleteObject(cluster, { resource: "replicasets.apps", namespace, name: metadata.name });
  }
};

const restoreRevision = async (cluster: ClusterPort, namespace: string, { name, revision, manager }: RestoreRevision): Promise<void> => {
  const all = await listObjects<ReplicaSet>(cluster, { resource: "replicasets.apps", namespace });
  const [present] = all.filter(isOwnedBy(name)).sort((a, b) => revisionOf(b) - revisionOf(a));
  if (present === undefined) return;
  const patch = { metadata: { annotations: { [REVISION]: `${revision}` } } };
  const { name: ownName } = present.metadata;
  await patchObject(cluster, { resource: "replicasets.apps", namespace, name: ownName, patchType: "merge", patch, fieldManager: manager });
};

const isOwnedBy =
  (name: string) =>
  ({ metadata }: ReplicaSet): boolean =>
    metadata.ownerReferences?.some((owner) => owner.kind === "Deployment" && owner.name === name) === true;

const revisionOf = ({ metadata }: ReplicaSet): number => Number(metadata.annotations?.[REVISION] ?? 0);

const REVISION = "deployment.kubernetes.io/revision";
