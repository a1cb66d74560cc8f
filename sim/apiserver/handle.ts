import type { ResourceRow } from "#kube/resources.ts";
import type { World } from "../kernel/world.ts";
import { type ApiAnswer, type ApiRequest, refuse } from "./api-request.ts";
import { recordAudit } from "./audit.ts";
import { answerDiscovery } from "./discovery/discovery.ts";
import { authorize } from "./rbac/authorize.ts";
import { isStored } from "./registry.ts";
import { reviewOf } from "./reviews/access-reviews.ts";
import { parseServedPath } from "./served-resources.ts";
import { badRequest, failure, methodNotAllowed, unknownPath } from "./status.ts";
import { subresourceOf } from "./subresources/subresource-table.ts";
import { answerPatch } from "./verbs/patch-object.ts";
import { readList, readObject } from "./verbs/read-objects.ts";
import { answerCreate, answerDelete, answerDeleteCollection, answerUpdate } from "./verbs/write-objects.ts";

/**
 * Answers one request to the Kubernetes API at this instant.
 *
 * Watches and upgraded connections are not requests of this kind: `watchEvents` and the exec of the port serve those.
 */
export const handle = (world: World, request: ApiRequest): ApiAnswer => {
  const known = request.method === "GET" ? answerDiscovery(world, request.path) : undefined;
  if (known !== undefined) return known;
  const target = parseServedPath(world, request.path);
  if (target === undefined) return outsideResources(world, request);
  const verb = verbOf(request, target.name);
  const given = authorized(world, request, target, verb) ?? dispatch(world, request, target);
  if (request.method !== "GET") recordAudit(world, request, verb, given);
  return given;
};

/** Serves a group that is not the server's own, such as metrics; the world's parts carry them as the constant `aggregatedApis`. */
export type AggregatedApi = (
  world: World,
  target: { readonly row: ResourceRow; readonly namespace: string | undefined; readonly name: string | undefined },
  request: ApiRequest,
) => ApiAnswer;

type Target = NonNullable<ReturnType<typeof parseServedPath>>;

const VERBS = { GET: "get", POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" } as const;

const verbOf = ({ method, query }: ApiRequest, name: string | undefined): string => {
  if (name !== undefined) return VERBS[method];
  if (method === "GET") return query["watch"] === "true" || query["watch"] === "1" ? "watch" : "list";
  return method === "DELETE" ? "deletecollection" : VERBS[method];
};

const authorized = (
  world: World,
  { user }: ApiRequest,
  { row, namespace, name, subresource }: Target,
  verb: string,
): ApiAnswer | undefined => {
  const resource = subresource === undefined ? row.plural : `${row.plural}/${subresource.split("/")[0]}`;
  // A namespace is in itself, so that rights inside it cover looking at it.
  const within = row.resource === "namespaces" ? name : namespace;
  if (REVIEWS_ARE_FREE.has(row.resource)) return undefined;
  if (authorize(world, user, { verb, group: row.group, resource, name, namespace: within }).allowed) return undefined;
  const where = within === undefined ? "at the cluster scope" : `in the namespace ${JSON.stringify(within)}`;
  const subject = name === undefined ? row.resource : `${row.resource} ${JSON.stringify(name)}`;
  const cause = `User ${JSON.stringify(user.username)} cannot ${verb} resource ${JSON.stringify(resource)} in API group ${JSON.stringify(row.group)} ${where}`;
  const details = { ...(name !== undefined && { name }), ...(row.group !== "" && { group: row.group }), kind: row.plural };
  return refuse(failure(403, "Forbidden", `${subject} is forbidden: ${cause}`, details));
};

/** Everybody who is authenticated may ask about himself. */
const REVIEWS_ARE_FREE = new Set([
  "selfsubjectaccessreviews.authorization.k8s.io",
  "selfsubjectrulesreviews.authorization.k8s.io",
  "selfsubjectreviews.authentication.k8s.io",
]);

const outsideResources = (world: World, { path, user }: ApiRequest): ApiAnswer => {
  if (!authorize(world, user, { verb: "get", path }).allowed) {
    return refuse(
      failure(403, "Forbidden", `forbidden: User ${JSON.stringify(user.username)} cannot get path ${JSON.stringify(path)}`, {}),
    );
  }
  const group = path
    .split("/")
    .slice(0, path.startsWith("/api/") ? 3 : 4)
    .join("/");
  return answerDiscovery(world, group) === undefined ? { status: 404, body: "404 page not found\n" } : refuse(unknownPath());
};

const dispatch = (world: World, request: ApiRequest, target: Target): ApiAnswer => {
  const { row, namespace, name, subresource } = target;
  if (request.body === undefined && ["POST", "PUT", "PATCH"].includes(request.method))
    return refuse(badRequest("the object provided is unrecognized"));
  const review = reviewOf(row.resource);
  if (review !== undefined) return request.method === "POST" ? review(world, namespace, request) : refuse(methodNotAllowed());
  const aggregated = (world.parts.config["aggregatedApis"] as Readonly<Record<string, AggregatedApi>> | undefined)?.[row.group];
  if (aggregated !== undefined) return aggregated(world, { row, namespace, name }, request);
  if (!isStored(row) && row.resource !== "events.events.k8s.io") return refuse(unknownPath());
  if (subresource !== undefined) return dispatchSubresource(world, request, target);
  return name === undefined ? dispatchCollection(world, request, row, namespace) : dispatchObject(world, request, row, namespace, name);
};

const dispatchSubresource = (world: World, request: ApiRequest, { row, namespace, name = "", subresource = "" }: Target): ApiAnswer => {
  const found = subresourceOf(row, subresource);
  if (found === undefined) return refuse(unknownPath());
  return found.methods.includes(request.method) ? found.answer(world, { row, namespace, name }, request) : refuse(methodNotAllowed());
};

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
      return readObject(world, row, namespace, name);
    case "PUT":
      return answerUpdate(world, row, namespace, name, request);
    case "PATCH":
      return answerPatch(world, row, namespace, name, request);
    case "DELETE":
      return answerDelete(world, row, namespace, name, request);
    case "POST":
      return refuse(methodNotAllowed());
  }
};
