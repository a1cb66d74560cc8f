import type { AppRecord } from "#kube/app/app.ts";
import type { Baseline, SlotExtent } from "#kube/app/baseline.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects, listServed } from "#kube/verbs/list.ts";
import { CLUSTER_RESOURCES, TRACKED_RESOURCES } from "./tracked-resources.ts";

/** Options of recording a baseline, with facts that only the caller knows. */
export interface RecordOptions {
  readonly app: AppRecord;
  readonly namespace: string;
  /** Extent of the slot; missing: the namespace. */
  readonly extent?: SlotExtent;
  /** Alerts that currently fire; missing: none. */
  readonly alerts?: readonly string[];
  /** Checksums of the stores' data; missing: none. */
  readonly stores?: Readonly<Record<string, string>>;
  /** Further facts about stores; missing: none. */
  readonly storeFacts?: Baseline["storeFacts"];
}

/**
 * Records the current state of a slot through the port.
 *
 * @throws ApiError if a list is refused, or if the namespace does not exist
 */
export const recordBaseline = async (view: ClusterView, options: RecordOptions): Promise<Baseline> => {
  const { app, namespace, extent = "namespace", alerts = [], stores = {}, storeFacts } = options;
  const takenAtMs = view.clock.nowMs();
  const objects = await readObjects(view, options);
  return { app, namespace, extent, takenAtMs, objects, alerts, stores, ...(storeFacts && { storeFacts }) };
};

/** Namespace and extent of a slot. */
export type SlotPlace = Pick<Baseline, "namespace" | "extent">;

/** Lists every tracked object of a slot by resource, including the namespaces themselves. */
export const readObjects = async (
  view: ClusterView,
  { namespace, extent }: SlotPlace,
): Promise<Readonly<Record<string, readonly KubeObject[]>>> => {
  const isWhole = extent === "cluster";
  const objects: Record<string, readonly KubeObject[]> = {};
  const own = isWhole ? undefined : await getObject(view, { resource: "namespaces", name: namespace });
  objects.namespaces = isWhole ? await listObjects(view, { resource: "namespaces" }) : own === undefined ? [] : [own];
  const resources = isWhole ? [...CLUSTER_RESOURCES, ...TRACKED_RESOURCES] : TRACKED_RESOURCES;
  const lists = await Promise.all(resources.map((resource) => listServed(view, { resource, namespace: isWhole ? undefined : namespace })));
  for (const [i, resource] of resources.entries()) objects[resource] = lists[i] ?? [];
  return objects;
};
