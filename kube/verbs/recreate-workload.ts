import { remember } from "../checks/remember.ts";
import { podsOf, readWorkload, type Workload } from "../checks/workload.ts";
import { parseObjectRef } from "../objects/object-ref.ts";
import type { ClusterPort, ClusterView } from "../ports/cluster-port.ts";
import type { ReplicaSet } from "../types/workloads.ts";
import { deleteObject } from "./delete.ts";
import { listObjects } from "./list.ts";
import { patchObject } from "./patch.ts";

/**
 * Changes a workload by one patch and sees to it that no pod of the old template serves on.
 *
 * A workload whose strategy keeps old pods until new ones are ready loses its old ReplicaSet, as by a clean-up: nothing else
 * would end the old pods, and there is no revision to go back to.
 * @param patch strategic merge patch of the whole object; its template is what the new pods get
 * @throws ApiError when the server refuses; Error when the target is gone or its pods do not end
 */
export const recreateWorkload = async (
  cluster: ClusterPort,
  { namespace, target }: { readonly namespace: string; readonly target: string },
  patch: object,
): Promise<void> => {
  const ref = parseObjectRef(target, namespace);
  const workload = await readWorkload(cluster, namespace, target);
  if (ref === undefined || workload === undefined) throw new Error(`${target} is not in namespace ${namespace}`);
  const { resource, name } = ref;
  const oldUids = new Set((await podsOf(cluster, workload)).map(({ metadata }) => metadata.uid));
  await patchObject(cluster, { resource, namespace, name, patchType: "strategic", patch });
  if (keepsOldPods(workload)) await deleteReplicaSetsOfPods(cluster, workload, oldUids);
  await waitUntilGone(cluster, workload, oldUids);
};

/** True for a Deployment that takes old pods away only when new ones are ready. */
const keepsOldPods = ({ kind, spec }: Workload): boolean => {
  if (kind !== "Deployment" || !("strategy" in spec) || spec.strategy?.type === "Recreate") return false;
  const { maxUnavailable } = spec.strategy?.rollingUpdate ?? {};
  const replicas = spec.replicas ?? 1;
  const away =
    typeof maxUnavailable === "number" ? maxUnavailable : Math.floor((replicas * Number.parseInt(maxUnavailable ?? "25", 10)) / 100);
  return away < replicas;
};

const deleteReplicaSetsOfPods = async (
  cluster: ClusterPort,
  workload: Workload,
  podUids: ReadonlySet<string | undefined>,
): Promise<void> => {
  const { namespace } = workload.metadata;
  const pods = (await podsOf(cluster, workload)).filter(({ metadata }) => podUids.has(metadata.uid));
  const owners = new Set(pods.flatMap(({ metadata }) => (metadata.ownerReferences ?? []).map(({ uid }) => uid)));
  for (const { metadata } of await listObjects<ReplicaSet>(cluster, { resource: "replicasets.apps", namespace }))
    if (owners.has(metadata.uid ?? "")) await deleteObject(cluster, { resource: "replicasets.apps", namespace, name: metadata.name });
};

/** Deletes a workload's pods, so that new ones read configuration and data again. */
export const recyclePods = async (cluster: ClusterPort, namespace: string, target: string): Promise<void> => {
  const workload = await readWorkload(cluster, namespace, target);
  if (workload === undefined) throw new Error(`${target} is not in namespace ${namespace}`);
  const old = await podsOf(cluster, workload);
  for (const { metadata } of old) await deleteObject(cluster, { resource: "pods", namespace, name: metadata.name });
  await waitUntilGone(cluster, workload, new Set(old.map(({ metadata }) => metadata.uid)));
};

const waitUntilGone = async (cluster: ClusterPort, workload: Workload, uids: ReadonlySet<string | undefined>): Promise<void> => {
  const { namespace = "", name } = workload.metadata;
  const isGone = async (view: ClusterView) => (await podsOf(view, workload)).every(({ metadata }) => !uids.has(metadata.uid));
  if (!(await cluster.clock.until(remember(cluster, isGone), { timeoutMs: PODS_GONE_TIMEOUT_MS })))
    throw new Error(`the pods of ${namespace}/${name} do not end`);
};

const PODS_GONE_TIMEOUT_MS = 90_000;
