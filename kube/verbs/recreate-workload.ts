import { remember } from "../checks/remember.ts";
import { podsOf, readWorkload, type Workload } from "../checks/workload.ts";
import { parseObjectRef } from "../objects/object-ref.ts";
import type { ClusterPort, ClusterView } from "../ports/cluster-port.ts";
import type { Pod } from "../types/pod.ts";
import { deleteObject } from "./delete.ts";
import { patchObject } from "./patch.ts";

/**
 * Changes a workload by one patch and sees to it that no pod of the old template serves on.
 *
 * Where its strategy would keep old pods until new ones are ready, the patch lets them go too, as hasty people have it and as
 * many workloads have it anyway.
 * @param patch strategic merge patch of the spec; its template is what the new pods get
 * @throws ApiError when the server refuses; Error when the target is gone or its pods do not end
 */
export const recreateWorkload = async (
  cluster: ClusterPort,
  { namespace, target }: { readonly namespace: string; readonly target: string },
  patch: { readonly spec: object },
): Promise<void> => {
  const ref = parseObjectRef(target, namespace);
  const workload = await readWorkload(cluster, namespace, target);
  if (ref === undefined || workload === undefined) throw new Error(`${target} is not in namespace ${namespace}`);
  const { resource, name } = ref;
  const oldUids = new Set((await podsOf(cluster, workload)).map(({ metadata }) => metadata.uid));
  const spec = {
    ...patch.spec,
    ...(keepsOldPods(workload) && { strategy: { rollingUpdate: { maxUnavailable: workload.spec.replicas ?? 1 } } }),
  };
  await patchObject(cluster, { resource, namespace, name, patchType: "strategic", patch: { spec } });
  // A StatefulSet stops at the first pod that does not get ready; the others would serve on.
  if (workload.kind === "StatefulSet" && (workload.spec.replicas ?? 1) > 1) await deletePods(cluster, namespace, workload);
  await waitUntilGone(cluster, workload, oldUids);
};

/** True for a Deployment that takes old pods away only when new ones are ready. */
export const keepsOldPods = ({ kind, spec }: Workload): boolean => {
  if (kind !== "Deployment" || !("strategy" in spec) || spec.strategy?.type === "Recreate") return false;
  const { maxUnavailable } = spec.strategy?.rollingUpdate ?? {};
  const replicas = spec.replicas ?? 1;
  const away =
    typeof maxUnavailable === "number" ? maxUnavailable : Math.floor((replicas * Number.parseInt(maxUnavailable ?? "25", 10)) / 100);
  return away < replicas && replicas > 0;
};

/** Deletes a workload's pods, so that new ones read configuration and data again. */
export const recyclePods = async (cluster: ClusterPort, namespace: string, target: string): Promise<void> => {
  const workload = await readWorkload(cluster, namespace, target);
  if (workload === undefined) throw new Error(`${target} is not in namespace ${namespace}`);
  const old = await deletePods(cluster, namespace, workload);
  await waitUntilGone(cluster, workload, new Set(old.map(({ metadata }) => metadata.uid)));
};

const deletePods = async (cluster: ClusterPort, namespace: string, workload: Workload): Promise<readonly Pod[]> => {
  const pods = await podsOf(cluster, workload);
  for (const { metadata } of pods) await deleteObject(cluster, { resource: "pods", namespace, name: metadata.name });
  return pods;
};

const waitUntilGone = async (cluster: ClusterPort, workload: Workload, uids: ReadonlySet<string | undefined>): Promise<void> => {
  const { namespace = "", name } = workload.metadata;
  const isGone = async (view: ClusterView) => (await podsOf(view, workload)).every(({ metadata }) => !uids.has(metadata.uid));
  if (!(await cluster.clock.until(remember(cluster, isGone), { timeoutMs: PODS_GONE_TIMEOUT_MS })))
    throw new Error(`the pods of ${namespace}/${name} do not end`);
};

const PODS_GONE_TIMEOUT_MS = 90_000;
