import type { AppRecord } from "#kube/app.ts";
import type { Baseline } from "#kube/baseline.ts";
import type { ClusterView } from "#kube/cluster-port.ts";
import { getObject } from "#kube/get.ts";
import { listObjects } from "#kube/list.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { TRACKED_RESOURCES } from "./tracked-resources.ts";

/** What to record, and what only the caller knows. */
export interface RecordOptions {
  readonly app: AppRecord;
  readonly namespace: string;
  /** Alerts that fire now; missing: none. */
  readonly alerts?: readonly string[];
  /** Checksums of the stores' data; missing: none. */
  readonly stores?: Readonly<Record<string, string>>;
}

/**
 * Records the present state of a namespace through the port.
 *
 * @throws ApiError when a list is refused, or when the namespace is not there
 */
export const recordBaseline = async (view: ClusterView, { app, namespace, alerts = [], stores = {} }: RecordOptions): Promise<Baseline> => {
  const takenAtMs = view.clock.nowMs();
  return { app, namespace, takenAtMs, objects: await readObjects(view, namespace), alerts, stores };
};

/** Every tracked object of a namespace by resource, the namespace itself included. */
export const readObjects = async (view: ClusterView, namespace: string): Promise<Readonly<Record<string, readonly KubeObject[]>>> => {
  const objects: Record<string, readonly KubeObject[]> = {};
  const own = await getObject(view, "namespaces", undefined, namespace);
  objects.namespaces = own === undefined ? [] : [own];
  const lists = await Promise.all(TRACKED_RESOURCES.map(({ resource }) => listObjects(view, resource, namespace)));
  for (const [i, { resource }] of TRACKED_RESOURCES.entries()) objects[resource] = lists[i] ?? [];
  return objects;
};
