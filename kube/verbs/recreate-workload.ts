import { remember } from "../checks/remember.ts";
import { podsOf, readWorkload } from "../checks/workload.ts";
import { parseObjectRef } from "../objects/object-ref.ts";
import type { ClusterPort, ClusterView } from "../ports/cluster-port.ts";
import { deleteObject } from "./delete.ts";
import { patchObject } from "./patch.ts";

/**
 * Changes a workload by scaling it to zero, patching it and scaling it up again, so that no pod of the old template
 * serves on.
 *
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
  await patchObject(cluster, { resource, namespace, name, patchType: "merge", patch: { spec: { replicas: 0 } } });
  const isEmpty = async (view: ClusterView) => (await podsOf(view, workload)).length === 0;
  if (!(await cluster.clock.until(remember(cluster, isEmpty), { timeoutMs: PODS_GONE_TIMEOUT_MS })))
    throw new Error(`the pods of ${target} do not end`);
  await patchObject(cluster, { resource, namespace, name, patchType: "strategic", patch });
  await patchObject(cluster, { resource, namespace, name, patchType: "merge", patch: { spec: { replicas: workload.spec.replicas ?? 1 } } });
};

/** Deletes a workload's pods, so that new ones read configuration and data again. */
export const recyclePods = async (cluster: ClusterPort, namespace: string, target: string): Promise<void> => {
  const workload = await readWorkload(cluster, namespace, target);
  if (workload === undefined) throw new Error(`${target} is not in namespace ${namespace}`);
  const old = await podsOf(cluster, workload);
  for (const { metadata } of old) await deleteObject(cluster, { resource: "pods", namespace, name: metadata.name });
  const oldUids = new Set(old.map(({ metadata }) => metadata.uid));
  const isReplaced = async (view: ClusterView) => (await podsOf(view, workload)).every(({ metadata }) => !oldUids.has(metadata.uid));
  if (!(await cluster.clock.until(remember(cluster, isReplaced), { timeoutMs: PODS_GONE_TIMEOUT_MS })))
    throw new Error(`the pods of ${target} do not end`);
};

const PODS_GONE_TIMEOUT_MS = 90_000;
