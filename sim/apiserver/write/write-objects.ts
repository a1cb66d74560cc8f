import { ok, type Result } from "#core/result.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import { apiVersionOf } from "#kube/objects/resources.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { type ApiAnswer, type ApiRequest, answer, listAnswer, refuse } from "../http/api-request.ts";
import { listOptionsProblem } from "../http/read/list-options.ts";
import { filterOf } from "../http/read/object-filter.ts";
import { startOf, viewAll, viewOf } from "../http/read/read-objects.ts";
import { badRequest, invalid, success } from "../http/status.ts";
import { refuseEscalation } from "../policy/rbac/escalation.ts";
import { invalidValue } from "../schema/field-error.ts";
import type { RequestContext } from "../schema/kind-strategy.ts";
import { requestContext } from "../schema/registry.ts";
import { listObjects, storeRevision } from "../store/store.ts";
import { storedAs } from "../store/stored-as.ts";
import { managerOfUserAgent } from "./apply/manager-name.ts";
import { createObject } from "./create-object.ts";
import { deleteObject } from "./delete-object.ts";
import { isDryDeletion, readDeleteOptions } from "./delete-options.ts";
import { type UpdatePart, updateObject } from "./update-object.ts";
import { managerOf, optionsProblem } from "./write-options.ts";

/** Answers a POST to a collection. */
export const answerCreate = (world: World, row: ResourceRow, namespace: string | undefined, request: ApiRequest): ApiAnswer => {
  const context = contextOf(world, row, request);
  const refused = optionsProblem(request, "CreateOptions") ?? namespaceProblem(row, namespace, request.body);
  if (refused !== undefined) return refuse(refused);
  const escalation = refuseEscalation(world, request.user, row, namespace, request.body ?? {});
  if (escalation !== undefined) return refuse(escalation);
  return withWarnings(context, answer(shown(context, createObject(context, namespace, withNamespace(row, namespace, request.body))), 201));
};

/** Answers a PUT of an object or its status. */
export const answerUpdate = (
  world: World,
  row: ResourceRow,
  namespace: string | undefined,
  name: string,
  request: ApiRequest,
  {
    part = "main",
    subresource = part === "status" ? "status" : undefined,
  }: { readonly part?: UpdatePart; readonly subresource?: string } = {},
): ApiAnswer => {
  const context = contextOf(world, row, request, subresource);
  const refused =
    optionsProblem(request, "UpdateOptions") ?? nameProblem(name, request.body) ?? namespaceProblem(row, namespace, request.body);
  if (refused !== undefined) return refuse(refused);
  const escalation = refuseEscalation(world, request.user, row, namespace, request.body ?? {});
  if (escalation !== undefined) return refuse(escalation);
  return withWarnings(
    context,
    answer(shown(context, updateObject(context, namespace, name, withNamespace(row, namespace, request.body), part))),
  );
};

/** Answers a DELETE of one object: with the object when it lingers, else with a success. */
export const answerDelete = (
  world: World,
  row: ResourceRow,
  namespace: string | undefined,
  name: string,
  request: ApiRequest,
): ApiAnswer => {
  const context = contextOf(world, row, request);
  const read = readDeleteOptions(request);
  if (!read.ok) return refuse(read.error);
  const options = read.value;
  if (row.resource === "jobs.batch" && options.propagationPolicy === undefined) context.warnings.push(ORPHANED_PODS);
  const deletion = deleteObject(context, namespace, name, options);
  if (!deletion.ok) return refuse(deletion.error);
  const { object, lingers } = deletion.value;
  if (lingers || row.resource === "pods") return withWarnings(context, answer(shown(context, ok(object))));
  const { uid } = object.metadata;
  const details = { name, ...(row.group !== "" && { group: row.group }), kind: row.plural, ...(uid !== undefined && { uid }) };
  return withWarnings(context, { status: 200, body: success(details) });
};

/** Answers a DELETE of a collection with the deleted objects. */
export const answerDeleteCollection = (world: World, row: ResourceRow, namespace: string | undefined, request: ApiRequest): ApiAnswer => {
  const context = contextOf(world, row, request);
  const read = readDeleteOptions(request);
  if (!read.ok) return refuse(read.error);
  const filter = filterOf(request.query, context.strategy);
  if (!filter.ok) return refuse(filter.error);
  const listing = listOptionsProblem(request.query, false);
  if (listing !== undefined) return refuse(listing);
  const start = startOf(world, request.query);
  if (!start.ok) return refuse(start.error);
  const all = listObjects(world, storedAs(row), namespace);
  const toDelete = filter.value === undefined ? all : all.filter(filter.value);
  const views = viewAll(world, row, toDelete);
  if (!views.ok) return refuse(views.error);
  for (const { metadata } of toDelete) deleteObject(context, metadata.namespace, metadata.name, read.value);
  return listAnswer(row.kind, apiVersionOf(row), views.value, { resourceVersion: `${storeRevision(world)}` });
};

/** The context of a request from outside. */
export const contextOf = (world: World, row: ResourceRow, request: ApiRequest, subresource?: string): RequestContext => {
  const { query, user, userAgent } = request;
  const asked = query["fieldValidation"];
  const fieldValidation = asked === "Strict" || asked === "Ignore" ? asked : "Warn";
  const fieldManager = managerOf(request) || (userAgent === undefined ? undefined : managerOfUserAgent(userAgent));
  const dryRun = query["dryRun"]?.startsWith("All") === true || (request.method === "DELETE" && isDryDeletion(request));
  return requestContext(world, row, user, {
    dryRun,
    fieldValidation,
    subresource,
    fieldManager,
    strictErrors: request.strictErrors,
    warnings: [],
  });
};

/** The outcome as the row of the request shows it. */
export const shown = ({ world, row }: RequestContext, result: Result<KubeObject, Status>): Result<KubeObject, Status> =>
  result.ok ? viewOf(world, row, result.value) : result;

/** Adds the warnings that came up on the way. */
export const withWarnings = ({ warnings }: RequestContext, given: ApiAnswer): ApiAnswer =>
  warnings.length === 0 ? given : { ...given, warnings };

/** 400 when the body names another object than the path, or none. */
export const nameProblem = (name: string, body: unknown): Status | undefined => {
  const given = metadataOf(body)?.name;
  if (given === name) return undefined;
  if (given === undefined || given === "")
    return badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  return badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`);
};

/** Error of a patch that changes the uid. */
export const uidProblem = ({ kind, group }: ResourceRow, { metadata }: KubeObject, patched: KubeObject): Status | undefined => {
  const { uid } = patched.metadata;
  if (uid === undefined || uid === metadata.uid) return undefined;
  const error = invalidValue("metadata.uid", uid, "field is immutable");
  return invalid(kind, group, metadata.name, [error, error]);
};

const ORPHANED_PODS =
  "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning";

/** 400 when the body names another namespace than the path. */
export const namespaceProblem = (row: ResourceRow, namespace: string | undefined, body: unknown): Status | undefined => {
  const given = metadataOf(body)?.namespace;
  if (!row.namespaced || given === undefined || given === "" || given === namespace) return undefined;
  return badRequest("the namespace of the provided object does not match the namespace sent on the request");
};

const metadataOf = (body: unknown): { readonly name?: string; readonly namespace?: string } | undefined =>
  typeof body === "object" && body !== null ? (body as Partial<KubeObject>).metadata : undefined;

/** Adds the namespace of the path to a body without one, and on updates the name. */
const withNamespace = (row: ResourceRow, namespace: string | undefined, body: unknown): unknown => {
  const metadata = metadataOf(body);
  if (!row.namespaced || namespace === undefined || typeof body !== "object" || body === null || metadata?.namespace === namespace)
    return body;
  if (metadata !== undefined && (typeof metadata !== "object" || Array.isArray(metadata))) return body;
  return { ...body, metadata: { ...metadata, namespace } };
};

/** A success without a body of its own. */
export const created = (): ApiAnswer => answer(ok({ ...success(), code: 201 }), 201);
