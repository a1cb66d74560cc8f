import type { Rng } from "#core/rng.ts";
import { resourceRow } from "#kube/objects/resources.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** A write with an arbitrary body. */
export interface WildWrite {
  readonly path: string;
  readonly body: unknown;
  readonly patchType?: "merge" | "json";
}

const RESOURCES: readonly string[] = [
  "pods",
  "services",
  "configmaps",
  "persistentvolumeclaims",
  "persistentvolumes",
  "nodes",
  "namespaces",
  "endpoints",
  "events",
  "serviceaccounts",
  "secrets",
  "resourcequotas",
  "deployments.apps",
  "replicasets.apps",
  "statefulsets.apps",
  "daemonsets.apps",
  "jobs.batch",
  "cronjobs.batch",
  "endpointslices.discovery.k8s.io",
  "leases.coordination.k8s.io",
  "networkpolicies.networking.k8s.io",
  "horizontalpodautoscalers.autoscaling",
  "poddisruptionbudgets.policy",
  "rolebindings.rbac.authorization.k8s.io",
  "storageclasses.storage.k8s.io",
];

const VALUES: readonly unknown[] = [
  null,
  "",
  "x",
  "ü💥",
  -1,
  0,
  1,
  1.5,
  2 ** 40,
  true,
  [],
  {},
  [null],
  [{}],
  { a: null },
  "100m",
  "worker-1",
  "1Gi",
  ["x"],
  "50%",
];

/** Takes an object of the cluster and puts an arbitrary value at one of its paths. */
export const mutate = async (cluster: ClusterPort, namespace: string, rng: Rng): Promise<WildWrite> => {
  for (;;) {
    const resource = rng.pick(RESOURCES);
    const row = resourceRow(resource);
    const objects = await listObjects<KubeObject>(cluster, { resource, namespace: row?.namespaced === true ? namespace : undefined });
    if (objects.length === 0) continue;
    const object = rng.pick(objects);
    const subresource =
      row?.subresources.includes("status") === true && rng.chance({ numerator: 1, denominator: 6 }) ? { subresource: "status" } : {};
    const path = apiPath({ resource, namespace: object.metadata.namespace, name: object.metadata.name, ...subresource });
    return { path, ...wildBody(object, rng) };
  }
};

const wildBody = (object: KubeObject, rng: Rng): Omit<WildWrite, "path"> => {
  const place = rng.pick(placesOf(object, []));
  const value = rng.pick(VALUES);
  switch (rng.int(0, 2)) {
    case 0:
      return { body: replaced(object, place, value) };
    case 1:
      return { body: wrapped(place, value), patchType: "merge" };
    default:
      return {
        body: [{ op: rng.pick(["add", "replace", "remove", "test", "move"]), path: `/${place.map(escaped).join("/")}`, value }],
        patchType: "json",
      };
  }
};

/** Paths of all members, arrays included. */
const placesOf = (value: unknown, path: readonly string[]): readonly (readonly string[])[] => {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, member]) => placesOf(member, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
};

const replaced = (value: unknown, [key, ...rest]: readonly string[], wild: unknown): unknown => {
  if (key === undefined) return wild;
  if (Array.isArray(value)) return value.map((item, i) => (`${i}` === key ? replaced(item, rest, wild) : item));
  const members = value as Readonly<Record<string, unknown>>;
  return { ...members, [key]: replaced(members[key], rest, wild) };
};

const wrapped = (path: readonly string[], wild: unknown): unknown => path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), wild);

const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
