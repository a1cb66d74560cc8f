import { apiVersionOf, type ResourceRow, resourceRow } from "#kube/resources.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { withHeartbeats } from "../../kubelet/heartbeats.ts";
import { type ApiAnswer, type ApiRequest, listAnswer, refuse } from "../api-request.ts";
import { viewCustom } from "../custom/view-custom.ts";
import { EVENTS_VIEW, strategyFor } from "../registry.ts";
import { badRequest, failure, notFound } from "../status.ts";
import { getObject, listObjects, objectKey, storeRevision } from "../store.ts";
import { toNewEvent } from "./events-view.ts";
import { filterOf } from "./object-filter.ts";

/** Answers a GET of one object. */
export const readObject = (world: World, row: ResourceRow, namespace: string | undefined, name: string): ApiAnswer => {
  const object = getObject(world, storedAs(row), namespace, name);
  return object === undefined
    ? refuse(notFound(row, name))
    : { status: 200, body: withHeartbeats(world, row.resource, viewOf(world, row, object)) };
};

/** Answers a GET of a collection, whole or page by page. */
export const readList = (world: World, row: ResourceRow, namespace: string | undefined, { query }: ApiRequest): ApiAnswer => {
  const filter = filterOf(query, strategyFor(world, row));
  if (!filter.ok) return refuse(filter.error);
  const tooNew = versionProblem(world, query["resourceVersion"]);
  if (tooNew !== undefined) return tooNew;
  const limit = query["limit"] === undefined ? 0 : Number(query["limit"]);
  if (!Number.isInteger(limit)) return refuse(badRequest(`strconv.ParseInt: parsing ${JSON.stringify(query["limit"])}: invalid syntax`));
  const all = listObjects(world, storedAs(row), namespace);
  const matching = filter.value === undefined ? all : all.filter(filter.value);
  return page(world, row, matching, { limit, token: query["continue"], isFiltered: filter.value !== undefined });
};

/** The resource under which a row's objects are kept. */
export const storedAs = (row: ResourceRow): string => (row.resource === EVENTS_VIEW ? "events" : row.resource);

/** An object as this row shows it. */
export const viewOf = (world: World, row: ResourceRow, object: KubeObject): KubeObject => {
  if (row.resource === EVENTS_VIEW) return toNewEvent(object);
  return resourceRow(row.resource) === undefined ? viewCustom(world, row, object) : object;
};

const versionProblem = (world: World, asked: string | undefined): ApiAnswer | undefined => {
  const wanted = Number(asked ?? 0);
  const current = storeRevision(world);
  if (!Number.isInteger(wanted)) return refuse(badRequest(`invalid resource version ${JSON.stringify(asked)}`));
  if (wanted <= current) return undefined;
  const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
  return refuse(
    failure(504, "Timeout", `Timeout: Too large resource version: ${wanted}, current: ${current}`, { causes, retryAfterSeconds: 1 }),
  );
};

interface Paging {
  readonly limit: number;
  readonly token: string | undefined;
  readonly isFiltered: boolean;
}

/** A page begins after the key in the token; what changed in between shows, as in a server that compacted. */
const page = (world: World, row: ResourceRow, objects: readonly KubeObject[], { limit, token, isFiltered }: Paging): ApiAnswer => {
  const resourceVersion = `${storeRevision(world)}`;
  const start =
    token === undefined || token === "" ? 0 : objects.findIndex((object) => keyOf(object) > token.slice(token.indexOf(":") + 1));
  const rest = start === -1 ? [] : objects.slice(start);
  const shown = limit > 0 ? rest.slice(0, limit) : rest;
  const left = rest.length - shown.length;
  const items = shownAs(world, row, shown);
  const last = shown[shown.length - 1];
  const more =
    left > 0 && last !== undefined
      ? { continue: `${resourceVersion}:${keyOf(last)}`, ...(!isFiltered && { remainingItemCount: left }) }
      : {};
  return listAnswer(row.kind, apiVersionOf(row), items, { resourceVersion, ...more });
};

const shownAs = (world: World, row: ResourceRow, objects: readonly KubeObject[]): readonly KubeObject[] => {
  if (BEATING.has(row.resource)) return objects.map((object) => withHeartbeats(world, row.resource, object));
  if (row.resource !== EVENTS_VIEW && resourceRow(row.resource) !== undefined) return objects;
  return objects.map((object) => viewOf(world, row, object));
};

/** Kinds that show when a kubelet last said something. */
const BEATING: ReadonlySet<string> = new Set(["nodes", "leases.coordination.k8s.io"]);

const keyOf = ({ metadata }: KubeObject): string => objectKey(metadata.namespace, metadata.name);
