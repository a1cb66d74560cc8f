import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { stripFinalizers } from "./strip-finalizers.ts";

/**
 * Deletes an object and waits until it is gone, or until the timeout. Finalizers without a controller are removed
 * first, the cluster's own after a delay; pods get no grace period.
 *
 * @returns true if it is gone
 */
export const removeObject = async (
  cluster: ClusterPort,
  resource: string,
  { metadata }: KubeObject,
  timeoutMs: number,
): Promise<boolean> => {
  const { namespace, name, uid, finalizers = [] } = metadata;
  const path = apiPath({ resource, namespace, name });
  const keep = async (kept: readonly string[]): Promise<void> => {
    const body = { metadata: { finalizers: kept.length === 0 ? null : kept } };
    await cluster.write({ method: "PATCH", path, patchType: "merge", body });
  };
  const served = finalizers.filter((finalizer) => isServed(resource, finalizer));
  if (served.length < finalizers.length) await keep(served);
  await deleteObject(cluster, { resource, namespace, name }, resource === "pods" ? { gracePeriodSeconds: 0 } : {});
  // What holds on to something in it would hold the namespace, too.
  if (resource === "namespaces") await stripFinalizers(cluster, name);
  const isGone = async (): Promise<boolean> => {
    const answer = await cluster.read({ path });
    return answer.status === 404 || (answer.body as KubeObject).metadata.uid !== uid;
  };
  if (await cluster.clock.until(isGone, { timeoutMs: Math.min(timeoutMs, FINALIZER_WAIT_MS) })) return true;
  await keep([]);
  return await cluster.clock.until(isGone, { timeoutMs });
};

/** True for a finalizer that a controller of the cluster removes within seconds from objects of a resource. */
export const isServed = (resource: string, finalizer: string): boolean =>
  GARBAGE_COLLECTOR.has(finalizer) || SERVED_FINALIZERS[resource]?.has(finalizer) === true;

/** Finalizers of the garbage collector, on any object. */
const GARBAGE_COLLECTOR: ReadonlySet<string> = new Set(["foregroundDeletion", "orphan"]);

/** Finalizers of other controllers, by the only resource from which they remove them. */
const SERVED_FINALIZERS: Readonly<Record<string, ReadonlySet<string>>> = {
  persistentvolumeclaims: new Set(["kubernetes.io/pvc-protection"]),
  pods: new Set(["batch.kubernetes.io/job-tracking"]),
  services: new Set(["service.kubernetes.io/load-balancer-cleanup"]),
};

const FINALIZER_WAIT_MS = 10_000;
