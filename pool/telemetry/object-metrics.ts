import { apiPath } from "#kube/ports/api-path.ts";
import type { KubeList, KubeObject } from "#kube/types/meta.ts";
import { rowsOf } from "#sim/telemetry/metrics/object-series.ts";
import { OBJECT_FAMILIES } from "#sim/telemetry/metrics/world-series.ts";
import type { SlotView, WatchedResource } from "../kubernetes/slot-view.ts";
import type { ApiReader } from "./api-reader.ts";
import type { Sample } from "./exposition.ts";

/** Metrics of a slot's objects as in kube-state-metrics, derived by the simulator's own code. */
export interface ObjectMetrics {
  samples(nowMs: number): Promise<readonly Sample[]>;
}

export const createObjectMetrics = (reader: ApiReader, view: SlotView, namespace: string): ObjectMetrics => {
  const lists = new Map<string, CachedList>();
  const listed = async (resource: string, nowMs: number): Promise<readonly KubeObject[]> => {
    const known = lists.get(resource);
    if (known !== undefined && nowMs - known.askedMs < LIST_INTERVAL_MS) return known.objects;
    const found = await listVisible(reader, resource, namespace).catch(() => undefined);
    const objects = found === undefined ? (known?.objects ?? []) : keepIdentity(found, known?.objects ?? []);
    lists.set(resource, { askedMs: nowMs, objects });
    return objects;
  };
  return {
    samples: async (nowMs) => {
      await view.ready;
      const objects = await Promise.all(
        RESOURCES.map(async (resource) =>
          WATCHED.has(resource) ? view.objects(resource as WatchedResource) : await listed(resource, nowMs),
        ),
      );
      return RESOURCES.flatMap((resource, i) =>
        (objects[i] ?? []).flatMap((object) =>
          OBJECT_FAMILIES.filter((family) => family.resource === resource).flatMap((family) => rowsOf(family, object)),
        ),
      );
    },
  };
};

/** Interval of listing objects, ms: those that change by themselves are watched anyway, the others rarely change. */
const LIST_INTERVAL_MS = 60_000;
const WATCHED: ReadonlySet<string> = new Set<WatchedResource>(["pods", "deployments.apps", "services", "endpointslices.discovery.k8s.io"]);
const RESOURCES: readonly string[] = [...new Set(OBJECT_FAMILIES.map(({ resource }) => resource))].sort();

interface CachedList {
  readonly askedMs: number;
  readonly objects: readonly KubeObject[];
}

/** Reuses the previous object where it has not changed, so that what is derived from it is derived once. */
const keepIdentity = (found: readonly KubeObject[], before: readonly KubeObject[]): readonly KubeObject[] => {
  const versions = new Map(before.map((object) => [versionOf(object), object]));
  return found.map((object) => versions.get(versionOf(object)) ?? object);
};

const versionOf = ({ metadata: { uid, resourceVersion } }: KubeObject): string => `${uid}/${resourceVersion}`;

/** Lists the cluster-scoped objects that an agent may know: its own namespace, its claims' volumes, and those that RBAC lets it read. */
const listVisible = async (reader: ApiReader, resource: string, namespace: string): Promise<readonly KubeObject[]> => {
  if (resource === "namespaces") return [JSON.parse(await reader.text(apiPath({ resource, name: namespace }))) as KubeObject];
  const isOfCluster = CLUSTER_WIDE.has(resource);
  const path = apiPath({ resource, ...(!isOfCluster && { namespace }) });
  const { items } = JSON.parse(await reader.text(`${path}?resourceVersion=0`)) as KubeList;
  return resource === "persistentvolumes" ? items.filter((volume) => claimNamespace(volume) === namespace) : items;
};

const CLUSTER_WIDE: ReadonlySet<string> = new Set(["nodes", "persistentvolumes", "storageclasses.storage.k8s.io"]);

const claimNamespace = (volume: KubeObject): string | undefined =>
  (volume as KubeObject & { readonly spec?: { readonly claimRef?: { readonly namespace?: string } } }).spec?.claimRef?.namespace;
