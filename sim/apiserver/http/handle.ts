import type { ResourceRow } from "#kube/objects/resources.ts";
import type { Status } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { refuseAccess } from "../policy/rbac/refuse-access.ts";
import { reviewOf } from "../policy/reviews/access-reviews.ts";
import { customDeprecation, customResources } from "../schema/custom/custom-resources.ts";
import { withCustomTable } from "../schema/custom/custom-table.ts";
import { deprecationOf } from "../schema/deprecation.ts";
import { answerOpenApi } from "../schema/openapi/answer-open-api.ts";
import { isStored, strategyFor } from "../schema/registry.ts";
import { parseServedPath } from "../schema/served-resources.ts";
import { recordAudit } from "../store/audit.ts";
import { answerPatch } from "../write/patch-object.ts";
import { answerCreate, answerDelete, answerDeleteCollection, answerUpdate } from "../write/write-objects.ts";
import { aggregatedServer } from "./aggregated-server.ts";
import { type ApiAnswer, type ApiRequest, refuse } from "./api-request.ts";
import { answerDiscovery } from "./discovery/discovery.ts";
import { answerHealth } from "./discovery/health.ts";
import { serverMetrics } from "./discovery/server-metrics.ts";
import { answerComponentStatuses } from "./read/component-statuses.ts";
import { readList, readObject } from "./read/read-objects.ts";
import { requestInfo } from "./request-info.ts";
import { badRequest, methodNotAllowed, notFound, unknownPath } from "./status.ts";
import { answerBinding } from "./subresources/binding.ts";
import { answerProxy } from "./subresources/proxy.ts";
import { subresourceOf } from "./subresources/subresource-table.ts";

/**
 * Answers one request to the Kubernetes API at this instant.
 *
 * Watches and upgraded connections are not requests of this kind: `watchEvents` and the exec of the port serve those.
 */
export const handle = (world: World, request: ApiRequest): ApiAnswer => {
  const { method, path, query, user } = request;
  const info = requestInfo(method, path, query);
  const forbidden = refuseAccess(world, user, info, path);
  const given = forbidden === undefined ? serve(world, request) : refuse(forbidden);
  if (method !== "GET") recordAudit(world, request, info.verb, given);
  return given;
};

/** Serves a group that is not the server's own, such as metrics; the world's parts carry them as the constant `aggregatedApis`. */
export type AggregatedApi = (
  world: World,
  target: { readonly row: ResourceRow; readonly namespace: string | undefined; readonly name: string | undefined },
  request: ApiRequest,
) => ApiAnswer;

const serve = (world: World, request: ApiRequest): ApiAnswer => {
  const health = request.method === "GET" ? answerHealth(request.path, request.query) : undefined;
  if (health !== undefined) return { status: health.status, body: health.text };
  if (request.method === "GET" && request.path === "/metrics")
    return { status: 200, body: serverMetrics(world), headers: { "content-type": METRICS_TYPE } };
  const known = request.method === "GET" ? (answerDiscovery(world, request.path) ?? answerOpenApi(world, request)) : undefined;
  if (known !== undefined) return known;
  if (isHandedOnInVain(world, request.path)) return { status: 503, body: "service unavailable\n" };
  const target = parseServedPath(world, request.path);
  if (target === undefined) return nothingServed(world, request);
  const given = dispatch(world, request, target);
  const deprecation = deprecationOf(target.resource) ?? customDeprecation(world, target.row);
  return deprecation === undefined ? given : { ...given, warnings: [deprecation, ...(given.warnings ?? [])] };
};

const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";

/** True for a path of a version of a group that another server should serve, which cannot be reached. */
const isHandedOnInVain = (world: World, path: string): boolean => {
  const [, root, group = "", version] = path.split("/");
  return root === "apis" && version !== undefined && aggregatedServer(world, group, version) === "unavailable";
};

type Target = NonNullable<ReturnType<typeof parseServedPath>>;

/** 404 for a path that serves nothing, in JSON or as a plain page. */
const nothingServed = (world: World, { path }: ApiRequest): ApiAnswer => {
  const group = path
    .split("/")
    .slice(0, path.startsWith("/api/") ? 3 : 4)
    .join("/");
  const isApi = /^\/api\//.test(path) || answerDiscovery(world, group) !== undefined;
  return (isApi || hasGroup(world, path)) && !isCustomGroup(world, path)
    ? refuse(unknownPath())
    : { status: 404, body: "404 page not found\n" };
};

/** Tells whether the path's group is served, which then answers for all of its versions. */
const hasGroup = (world: World, path: string): boolean => {
  const [, root, group] = path.split("/");
  return root === "apis" && group !== undefined && answerDiscovery(world, `/apis/${group}`) !== undefined;
};

/** Tells whether a path belongs to a group of custom resources, whose server is the last of the chain. */
const isCustomGroup = (world: World, path: string): boolean => {
  const [, root, group] = path.split("/");
  return root === "apis" && customResources(world).all.some(({ row }) => row.group === group);
};

const dispatch = (world: World, request: ApiRequest, target: Target): ApiAnswer => {
  const { row, namespace, name, subresource } = target;
  const needsBody = ["POST", "PUT", "PATCH"].includes(request.method) && !isProxy(row, subresource);
  if (request.body === undefined && needsBody) return refuse(badRequest("the object provided is unrecognized"));
  const review = reviewOf(row.resource);
  if (review !== undefined && name !== undefined) return refuse(unknownPath());
  if (review !== undefined) return request.method === "POST" ? review(world, namespace, request) : refuse(methodNotAllowed());
  const aggregated = (world.parts.config["aggregatedApis"] as Readonly<Record<string, AggregatedApi>> | undefined)?.[row.group];
  if (aggregated !== undefined) {
    const isRegistered = aggregatedServer(world, row.group, row.version) !== "absent";
    return isRegistered ? aggregated(world, { row, namespace, name }, request) : refuse(unknownPath());
  }
  if (row.resource === "componentstatuses" && subresource === undefined) return answerComponentStatuses(request, name);
  if (row.resource === "bindings" && namespace !== undefined && name === undefined)
    return request.method === "POST" ? answerBinding(world, namespace, nameOf(request.body), request) : refuse(methodNotAllowed());
  if (!isStored(row) && row.resource !== "events.events.k8s.io") return refuse(unknownPath());
  const misplaced = placeProblem(target, request.method);
  if (misplaced !== undefined) return refuse(misplaced);
  if (subresource !== undefined) return dispatchSubresource(world, request, target);
  const answer =
    name === undefined ? dispatchCollection(world, request, row, namespace) : dispatchObject(world, request, row, namespace, name);
  return request.as === "table" && request.method === "GET" ? withCustomTable(world, row, answer) : answer;
};

const nameOf = (body: unknown): string => (body as { readonly metadata?: { readonly name?: string } }).metadata?.name ?? "";

/** Refusal of a namespaced resource outside a namespace: objects have no names there, and the collection is read-only. */
const placeProblem = ({ row, namespace, name }: Target, method: ApiRequest["method"]): Status | undefined => {
  const isOutside = row.namespaced && namespace === undefined;
  if (isOutside && name !== undefined) return unknownPath();
  if (isOutside && method !== "GET") return methodNotAllowed();
  return name?.includes("%") === true ? badRequest(`Name parameter invalid: ${JSON.stringify(name)}: may not contain '%'`) : undefined;
};

/** Tells a proxy subresource; the rest of its path belongs to the proxied server. */
const isProxy = (row: ResourceRow, subresource = ""): boolean => /^proxy(?:\/|$)/.test(subresource) && row.subresources.includes("proxy");

const dispatchSubresource = (world: World, request: ApiRequest, { row, namespace, name = "", subresource = "" }: Target): ApiAnswer => {
  if (isProxy(row, subresource)) return answerProxy(world, { row, namespace, name, subresource }, request);
  const found = subresourceOf(row, subresource);
  if (found === undefined) return refuse(isCustomPart(world, row, subresource) ? notFound(row, name) : unknownPath());
  return found.methods.includes(request.method) ? found.answer(world, { row, namespace, name }, request) : refuse(methodNotAllowed());
};

/** Tells status and scale of custom resources, which are answered with 404 by the definition and not by the object. */
const isCustomPart = (world: World, row: ResourceRow, subresource: string): boolean =>
  strategyFor(world, row).isCustom === true && (subresource === "status" || subresource === "scale");

const dispatchCollection = (world: World, request: ApiRequest, row: ResourceRow, namespace: string | undefined): ApiAnswer => {
  switch (request.method) {
    case "GET":
      return readList(world, row, namespace, request);
    case "POST":
      return answerCreate(world, row, namespace, request);
    case "DELETE":
      return row.verbs.includes("deletecollection") ? answerDeleteCollection(world, row, namespace, request) : refuse(methodNotAllowed());
    default:
      return refuse(methodNotAllowed());
  }
};

const dispatchObject = (world: World, request: ApiRequest, row: ResourceRow, namespace: string | undefined, name: string): ApiAnswer => {
  switch (request.method) {
    case "GET":
      return readObject(world, row, namespace, name, request);
    case "PUT":
      return answerUpdate(world, { row, namespace, name, part: "main", subresource: undefined }, request);
    case "PATCH":
      return answerPatch(world, { row, namespace, name, part: "main", subresource: undefined }, request);
    case "DELETE":
      return answerDelete(world, row, namespace, name, request);
    case "POST":
      return refuse(methodNotAllowed());
  }
};
