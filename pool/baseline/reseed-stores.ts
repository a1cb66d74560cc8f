import type { Baseline } from "#kube/app/baseline.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import { podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { awaitSettled } from "./await-settled.ts";
import { awaitStores, listChangedStores } from "./read-stores.ts";
import { type RestoreOptions, restoreBaseline } from "./restore-baseline.ts";

/**
 * Restores the initial data of stores: on new volumes, on which their own scripts create the users, and restarted
 * consumers write what is missing.
 */
export const reseedStores = async (
  cluster: ClusterPort,
  baseline: Baseline,
  stores: readonly string[],
  { timeoutMs = DEFAULT_TIMEOUT_MS }: Pick<RestoreOptions, "timeoutMs"> = {},
): Promise<void> => {
  const { namespace, app } = baseline;
  const components = app.components.filter(({ name }) => stores.includes(name));
  for (const store of components) {
    for (const claim of await listClaims(cluster, namespace, workloadTarget(store)))
      await deleteObject(cluster, { resource: "persistentvolumeclaims", namespace, name: claim });
    await recyclePods(cluster, namespace, workloadTarget(store));
  }
  await restoreBaseline(cluster, baseline, { timeoutMs });
  const consumers = new Set(components.flatMap(({ startLoadedBy, readBy }) => [...startLoadedBy, ...readBy]));
  for (const component of app.components) {
    const isBetween = component.role === "cache" && component.dnsCallers.some((name) => consumers.has(name));
    if (consumers.has(component.name) || isBetween) await recyclePods(cluster, namespace, workloadTarget(component));
  }
  await awaitSettled(cluster, namespace, timeoutMs);
  await awaitStores(cluster, baseline, (states) => listChangedStores(baseline, states).length === 0);
};

const DEFAULT_TIMEOUT_MS = 180_000;

const listClaims = async (cluster: ClusterPort, namespace: string, target: string): Promise<readonly string[]> => {
  const volumes = (await readWorkload(cluster, namespace, target))?.spec.template.spec.volumes ?? [];
  return volumes.flatMap(({ persistentVolumeClaim }) => (persistentVolumeClaim === undefined ? [] : [persistentVolumeClaim.claimName]));
};

const recyclePods = async (cluster: ClusterPort, namespace: string, target: string): Promise<void> => {
  const workload = await readWorkload(cluster, namespace, target);
  for (const { metadata } of workload === undefined ? [] : await podsOf(cluster, workload))
    await deleteObject(cluster, { resource: "pods", namespace, name: metadata.name });
};
