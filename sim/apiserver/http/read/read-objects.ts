import { err, ok, type Result } from "#core/result.ts";
import { apiVersionOf, type ResourceRow, resourceRow } from "#kube/objects/resources.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { withHeartbeats } from "../../../machines/heartbeats.ts";
import { viewCustom } from "../../schema/custom/view-custom.ts";
import { otherVersion } from "../../schema/kinds/other-versions.ts";
import { EVENTS_VIEW, strategyFor } from "../../schema/registry.ts";
import { getObject, listObjects, objectKey, storeRevision } from "../../store/store.ts";
import { storedAs } from "../../store/stored-as.ts";
import { withAvailability } from "../aggregated-server.ts";
import { type ApiAnswer, type ApiRequest, listAnswer, refuse } from "../api-request.ts";
import { badRequest, failure, notFound, unknownError } from "../status.ts";
import { isTrue } from "../wire/query.ts";
import { decodeToken, encodeToken } from "./continue-token.ts";
import { toNewEvent } from "./events-view.ts";
import { listOptionsProblem, parseVersion, versionError } from "./list-options.ts";
import { filterOf } from "./object-filter.ts";
import { compactedVersion, objectsAt } from "./past-objects.ts";

/** Answers a GET of one object. */
export const readObject = (
  world: World,
  row: ResourceRow,
  namespace: string | undefined,
  name: string,
  { query }: Pick<ApiRequest, "query">,
): ApiAnswer => {
  const problem = versionProblem(world, query["resourceVersion"] ?? "");
  if (problem !== undefined) return refuse(problem);
  const object = getObject(world, storedAs(row), namespace, name);
  if (object === undefined) return refuse(notFound(row, name));
  const view = viewOf(world, row, object);
  return view.ok ? { status: 200, body: asOfNow(world, row.resource, view.value) } : refuse(view.error);
};

/** Refusal of a read at an invalid resourceVersion, or at one in the future. */
const versionProblem = (world: World, text: string): Status | undefined => {
  if (text === "") return undefined;
  const version = parseVersion(text);
  if (version === undefined) return unknownError(versionError(text));
  return version > storeRevision(world) ? tooLarge(version, storeRevision(world)) : undefined;
};

/** Answers a GET of a collection, whole or page by page. */
export const readList = (world: World, row: ResourceRow, namespace: string | undefined, { query }: ApiRequest): ApiAnswer => {
  const filter = filterOf(query, strategyFor(world, row));
  if (!filter.ok) return refuse(filter.error);
  const problem = listOptionsProblem(query, false);
  if (problem !== undefined) return refuse(problem);
  const start = startOf(world, query);
  if (!start.ok) return refuse(start.error);
  const objects =
    start.value.version === undefined
      ? listObjects(world, storedAs(row), namespace)
      : objectsAt(world, storedAs(row), namespace, start.value.version);
  const matching = filter.value === undefined ? objects : objects.filter(filter.value);
  const limit = Number(query["limit"] ?? 0);
  return page(world, row, matching, {
    ...start.value,
    limit,
    isFiltered: filter.value !== undefined,
    isNamespaced: namespace !== undefined,
  });
};

/** Position and version at which a list starts. */
interface Start {
  /** resourceVersion; undefined: the newest. */
  readonly version?: number;
  readonly startKey?: string;
}

/** Start of the list that these options ask for, or the status that refuses them. */
export const startOf = (world: World, query: Readonly<Record<string, string>>): Result<Start, Status> => {
  const { continue: token = "", resourceVersion = "", resourceVersionMatch } = query;
  if (token !== "") return continued(world, token, resourceVersion);
  if (resourceVersion === "") return ok({});
  const version = parseVersion(resourceVersion);
  if (version === undefined) {
    const problem = versionError(resourceVersion);
    return err(isTrue(query["watch"]) ? unknownError(problem) : badRequest(`invalid resource version: ${problem}`));
  }
  if (version > storeRevision(world)) return err(tooLarge(version, storeRevision(world)));
  if (resourceVersionMatch !== "Exact") return ok({});
  if (version <= compactedVersion(world)) return err(failure(410, "Expired", FORGOTTEN));
  return ok({ version });
};

const continued = (world: World, text: string, resourceVersion: string): Result<Start, Status> => {
  const token = decodeToken(text);
  if (!token.ok) return err(badRequest(token.error));
  if (resourceVersion !== "" && resourceVersion !== "0")
    return err(badRequest("specifying resource version is not allowed when using continue"));
  const { version, start } = token.value;
  if (version < 0) return ok({ startKey: start });
  if (version > compactedVersion(world)) return ok({ version, startKey: start });
  const status = failure(410, "Expired", TOO_OLD);
  return err({ ...status, metadata: { continue: encodeToken({ version: -1, start }) } });
};

const FORGOTTEN = "The resourceVersion for the provided list is too old.";
const TOO_OLD =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.";

/** 504: a version that is still to come. */
export const tooLarge = (wanted: number, current: number): Status => {
  const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
  return failure(504, "Timeout", `Timeout: Too large resource version: ${wanted}, current: ${current}`, { causes, retryAfterSeconds: 1 });
};

/** Object in the row's version, or the status that says why it cannot be converted: a webhook may be needed. */
export const viewOf = (world: World, row: ResourceRow, object: KubeObject): Result<KubeObject, Status> => {
  if (row.resource === EVENTS_VIEW) return ok(toNewEvent(object));
  const other = otherVersion(row);
  if (other !== undefined) return ok(other.view(object));
  return resourceRow(row.resource) === undefined ? viewCustom(world, row, object) : ok(object);
};

/** All of some objects as this row shows them; the first that cannot be shown decides. */
export const viewAll = (world: World, row: ResourceRow, objects: readonly KubeObject[]): Result<readonly KubeObject[], Status> => {
  const views: KubeObject[] = [];
  for (const object of objects) {
    const view = viewOf(world, row, object);
    if (!view.ok) return view;
    views.push(view.value);
  }
  return ok(views);
};

interface Paging extends Start {
  readonly limit: number;
  readonly isFiltered: boolean;
  readonly isNamespaced: boolean;
}

/** Page of a list: starts at the key in the token, at the version of the first page. */
const page = (world: World, row: ResourceRow, objects: readonly KubeObject[], paging: Paging): ApiAnswer => {
  const { limit, startKey, isFiltered, isNamespaced, version = storeRevision(world) } = paging;
  const keyOf = ({ metadata }: KubeObject): string => (isNamespaced ? `/${metadata.name}` : objectKey(metadata.namespace, metadata.name));
  const start = startKey === undefined ? 0 : objects.findIndex((object) => keyOf(object) >= startKey);
  const rest = start <= 0 ? (start === 0 ? objects : []) : objects.slice(start);
  const isCut = limit > 0 && rest.length > limit;
  const shown = isCut ? rest.slice(0, limit) : rest;
  const last = shown[shown.length - 1];
  const more =
    isCut && last !== undefined
      ? {
          continue: encodeToken({ version, start: `${keyOf(last)}\u0000` }),
          ...(!isFiltered && { remainingItemCount: rest.length - shown.length }),
        }
      : {};
  const items = shownAs(world, row, shown);
  if (!items.ok) return refuse(items.error);
  return listAnswer(row.kind, apiVersionOf(row), items.value, { resourceVersion: `${version}`, ...more });
};

const shownAs = (world: World, row: ResourceRow, objects: readonly KubeObject[]): Result<readonly KubeObject[], Status> => {
  if (CHANGING.has(row.resource)) return ok(objects.map((object) => asOfNow(world, row.resource, object)));
  if (row.resource !== EVENTS_VIEW && otherVersion(row) === undefined && resourceRow(row.resource) !== undefined) return ok(objects);
  return viewAll(world, row, objects);
};

/** An object with the parts of its status that are computed on reading. */
const asOfNow = (world: World, resource: string, object: KubeObject): KubeObject =>
  resource === API_SERVICES ? withAvailability(world, object) : withHeartbeats(world, resource, object);

const API_SERVICES = "apiservices.apiregistration.k8s.io";

/** Kinds that show when a kubelet last said something, or whether somebody serves. */
const CHANGING: ReadonlySet<string> = new Set(["nodes", "leases.coordination.k8s.io", API_SERVICES]);
