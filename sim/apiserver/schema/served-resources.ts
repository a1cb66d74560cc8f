import { OTHER_VERSIONS, RESOURCES, type ResourceRow, resourceOfKind, resourceRow } from "#kube/objects/resources.ts";
import { type ApiTarget, parseApiPath } from "#kube/ports/api-path.ts";
import type { World } from "../../kernel/world.ts";
import { customResources } from "./custom/custom-resources.ts";

/** Takes a path apart by the resources that this world serves; undefined when it points at none of them. */
export const parseServedPath = (world: World, path: string): (ApiTarget & { readonly row: ResourceRow }) | undefined =>
  parseApiPath(path, (collection) => customResources(world).byPath.get(collection)?.row);

/** The row of `deployments.apps` or `widgets.example.com`; undefined when nothing of that name is served. */
export const servedRow = (world: World, resource: string): ResourceRow | undefined =>
  resourceRow(resource) ?? customResources(world).byResource.get(resource)?.row;

/** The row that serves objects of this apiVersion and kind. */
export const servedRowOfKind = (world: World, apiVersion: string, kind: string): ResourceRow | undefined =>
  resourceOfKind(apiVersion, kind) ?? customResources(world).byKind.get(`${apiVersion} ${kind}`)?.row;

/** Everything that this world serves, in the order of discovery: the server's own resources, then custom ones. */
export const servedRows = (world: World): readonly ResourceRow[] => {
  const { all } = customResources(world);
  if (all.length === 0) return SERVED;
  let rows = rowsByTable.get(all);
  if (rows === undefined) {
    rows = [...SERVED, ...all.map(({ row }) => row)];
    rowsByTable.set(all, rows);
  }
  return rows;
};

/** The catalogue, each resource with its other versions behind it. */
const SERVED: readonly ResourceRow[] = RESOURCES.flatMap((row) => [
  row,
  ...OTHER_VERSIONS.filter(({ resource }) => resource === row.resource),
]);

/** The same list as long as no definition changes. */
const rowsByTable = new WeakMap<object, readonly ResourceRow[]>();

/** Namespaced resources; one that is served in several versions counts once. */
export const namespacedResources = (world: World): readonly ResourceRow[] => {
  const custom = [...customResources(world).byResource.values()].filter(({ row }) => row.namespaced);
  return custom.length === 0 ? NAMESPACED : [...NAMESPACED, ...custom.map(({ row }) => row)];
};

const NAMESPACED: readonly ResourceRow[] = RESOURCES.filter(({ namespaced }) => namespaced);
