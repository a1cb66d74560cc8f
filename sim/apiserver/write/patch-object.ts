import { err, ok, type Result } from "#core/result.ts";
import { apiVersionOf, type ResourceRow, resourceOfKind } from "#kube/objects/resources.ts";
import { createGoText } from "#kube/patch-algorithms/go-text.ts";
import { applyJsonPatch, type JsonPatchOperation } from "#kube/patch-algorithms/json-patch.ts";
import { applyMergePatch } from "#kube/patch-algorithms/merge-patch.ts";
import { applyStrategicMergePatch } from "#kube/patch-algorithms/strategic-merge-patch.ts";
import type { PatchType } from "#kube/ports/cluster-port.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { type ApiAnswer, type ApiRequest, answer, refuse } from "../http/api-request.ts";
import { converterText } from "../http/read/converter-text.ts";
import { viewOf } from "../http/read/read-objects.ts";
import { badRequest, failure, invalid, notFound } from "../http/status.ts";
import { inGoOrder } from "../http/wire/go-order.ts";
import { refuseEscalation } from "../policy/rbac/escalation.ts";
import { decodeObject } from "../schema/codec/decode.ts";
import { kindProblem } from "../schema/codec/decode-request.ts";
import type { Raw } from "../schema/codec/same.ts";
import { strictProblems } from "../schema/codec/strict-problems.ts";
import { invalidValue } from "../schema/field-error.ts";
import type { RequestContext } from "../schema/kind-strategy.ts";
import { getObject } from "../store/store.ts";
import { storedAs } from "../store/stored-as.ts";
import { withoutTwinOwners } from "../store/twin-owners.ts";
import { withManagedFields } from "./apply/show-managed-fields.ts";
import { answerApply } from "./apply-object.ts";
import { replaceObject, type UpdatePart } from "./update-object.ts";
import { contextOf, nameProblem, namespaceProblem, shown, uidProblem, withWarnings } from "./write-objects.ts";
import { optionsProblem } from "./write-options.ts";

/** Answers a PATCH of an object or its status. */
export const answerPatch = (
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
  const options = optionsProblem(request, "PatchOptions");
  if (options !== undefined) return refuse(options);
  if (request.patchType === "apply") return answerApply(world, { row, namespace, name, part, subresource }, request);
  const context = contextOf(world, row, request, subresource);
  if (context.strategy.isCustom === true && request.patchType === "strategic") return refuse(NO_STRATEGIC_MERGE);
  const current = getObject(world, storedAs(row), namespace, name);
  if (current === undefined) return refuse(notFound(row, name));
  const view = viewOf(world, row, current);
  if (!view.ok) return refuse(view.error);
  const patched = patchDocument(context.strategy.typeName ?? row.kind, documentOf(world, view.value, request), request);
  if (!patched.ok) return refuse(patched.error);
  const decoded = decodePatched(context, patched.value, request);
  if (!decoded.ok) return refuse(decoded.error);
  const problem =
    namespaceProblem(row, namespace, decoded.value) ??
    nameProblem(name, decoded.value) ??
    uidProblem(row, current, decoded.value) ??
    refuseEscalation(world, request.user, row, namespace, decoded.value);
  if (problem !== undefined) return refuse(problem);
  const wanted = withoutTwinOwners(decoded.value, context.warnings, " after mutating admission happens");
  return withWarnings(context, answer(shown(context, replaceObject(context, current, wanted, part))));
};

/** Document to patch: the object as it is shown, with managedFields where the patch names them. */
const documentOf = (world: World, view: KubeObject, { body }: ApiRequest): KubeObject =>
  JSON.stringify(body ?? null).includes("managedFields") ? withManagedFields(world, view) : view;

/** Applies the patch of a request to any document of a type. */
export const patchDocument = (typeName: string, document: unknown, { patchType, body }: ApiRequest): Result<unknown, Status> => {
  const shape = bodyProblem(patchType, body);
  if (shape !== undefined) return err(shape);
  switch (patchType) {
    case "json": {
      const patched = applyJsonPatch(document, (body ?? []) as readonly JsonPatchOperation[]);
      return patched.ok && isObject(patched.value) ? patched : err(UNPROCESSABLE);
    }
    case "merge":
      return ok(applyMergePatch(document, body));
    case "strategic": {
      const patched = applyStrategicMergePatch(typeName, document, body ?? {});
      return patched.ok ? patched : err(strategicFailure(patched.error));
    }
    default:
      return err(UNSUPPORTED_TYPE);
  }
};

/** Sorts keys of objects that a merge patch changed: they were maps in Go. */
const sortWhereMerged = (merged: unknown, patch: unknown): unknown => {
  if (!isObject(merged) || !isObject(patch)) return merged;
  const sorted = Object.entries(merged).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, value]) => [key, sortWhereMerged(value, patch[key])]));
};

const isObject = (value: unknown): value is Raw => typeof value === "object" && value !== null && !Array.isArray(value);

const UNPROCESSABLE = failure(422, "Invalid", "the server rejected our request due to an error in our request", {});
const UNSUPPORTED_TYPE = failure(
  415,
  "UnsupportedMediaType",
  "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json",
  {},
);

/** Refusal of a strategic merge patch of a custom resource, which has no merge keys. */
const NO_STRATEGIC_MERGE = failure(
  415,
  "UnsupportedMediaType",
  "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
);

const strategicFailure = ({ code, message }: { readonly code: 400 | 422 | 500; readonly message: string }): Status => {
  if (code === 400) return badRequest(message);
  if (code === 422) return UNPROCESSABLE;
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code };
};

const bodyProblem = (patchType: PatchType | undefined, body: unknown): Status | undefined => {
  if (patchType === "json")
    return Array.isArray(body ?? [])
      ? operationsProblem((body ?? []) as readonly unknown[])
      : badRequest(`error decoding patch: ${unmarshalText(body, "[]handlers.jsonPatchOp")}`);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return undefined;
  const text = unmarshalText(body, "map[string]interface {}");
  if (patchType === "strategic") return body === null ? undefined : badRequest(text);
  return badRequest(body === null ? "Invalid JSON Patch" : `error decoding patch: ${text}`);
};

const OPERATIONS_MAX = 10_000;

const operationsProblem = (operations: readonly unknown[]): Status | undefined => {
  const { length } = operations;
  const odd = operations.map(operationProblem).find((text) => text !== undefined);
  if (odd !== undefined) return badRequest(`error decoding patch: ${odd}`);
  if (length <= OPERATIONS_MAX) return undefined;
  const text = `The allowed maximum operations in a JSON patch is ${OPERATIONS_MAX}, got ${length}`;
  return failure(413, "RequestEntityTooLarge", `Request entity too large: ${text}`);
};

/** Error of a JSON patch operation that cannot be decoded; undefined when it can. */
const operationProblem = (operation: unknown): string | undefined => {
  if (operation === null) return undefined;
  if (typeof operation !== "object" || Array.isArray(operation)) return unmarshalText(operation, "handlers.jsonPatchOp");
  for (const field of ["op", "path", "from"]) {
    const value = (operation as Raw)[field];
    if (value !== undefined && value !== null && typeof value !== "string")
      return `json: cannot unmarshal ${givenType(value)} into Go struct field jsonPatchOp.${field} of type string`;
  }
  return undefined;
};

const givenType = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value);

const unmarshalText = (body: unknown, type: string): string => {
  return `json: cannot unmarshal ${givenType(body)} into Go value of type ${type}`;
};

/** Decodes a patched document; errors quote a strategic merge patch as it was sent, and for others the patched object. */
const decodePatched = (context: RequestContext, patched: unknown, request: ApiRequest): Result<KubeObject, Status> => {
  const { row, strategy, world } = context;
  const isStrategic = request.patchType === "strategic";
  const own = { apiVersion: apiVersionOf(row), kind: row.kind };
  const typed = isStrategic ? { ...(patched as Raw), ...own } : { ...own, ...(patched as Raw) };
  const refusal = (detail: string): Status => {
    const text = isStrategic
      ? createGoText(request.body)
      : showPatched(withManagedFields(world, patched as KubeObject), { own, patch: request.body });
    return invalid("", "", "", [invalidValue("patch", text, detail)]);
  };
  if (typed["kind"] !== row.kind || typed["apiVersion"] !== apiVersionOf(row)) return err(refusal(otherKindProblem(row, typed)));
  const { value, unknownFields, error } = strategy.decode?.(typed) ?? decodeObject(strategy.typeName ?? row.kind, typed);
  if (error !== undefined) return err(refusal(isStrategic ? converterText(error) : error));
  const others = request.patchType === "json" ? operationProblems(request) : context.strictErrors;
  // A patched document is a map of Go's, whose members are looked at in the order of their names.
  const strict = strictProblems(context, [...unknownFields].sort(), others);
  return strict === undefined ? ok(value as unknown as KubeObject) : err(refusal(strict));
};

/** Error of a patch that changes the kind: the document is decoded as its new kind, then cannot be converted back. */
const otherKindProblem = (row: ResourceRow, typed: Raw): string => {
  const apiVersion = `${typed["apiVersion"] ?? ""}`;
  const kind = `${typed["kind"] ?? ""}`;
  const error = resourceOfKind(apiVersion, kind) === undefined ? undefined : decodeObject(kind, typed).error;
  return error ?? kindProblem(row, apiVersion, kind);
};

const OPERATION_FIELDS: ReadonlySet<string> = new Set(["op", "path", "from", "value"]);

/** Of a JSON patch the operations themselves are decoded strictly too. */
const operationProblems = ({ body, strictErrors = [] }: ApiRequest): readonly string[] => {
  const unknown = ((body ?? []) as readonly object[]).flatMap((operation, i) =>
    Object.keys(operation ?? {}).flatMap((field) => (OPERATION_FIELDS.has(field) ? [] : [`unknown field "[${i}].${field}"`])),
  );
  const twice = strictErrors.filter((text) => /\]\.(?:op|path|from|value)"$/.test(text));
  return [...twice, ...unknown].map((text) => `json patch ${text}`);
};

/** Status for a patched document that cannot be decoded. */
export const refusedPatch = (patched: KubeObject, detail: string): Status =>
  invalid("", "", "", [invalidValue("patch", showPatched(patched), detail)]);

/** Patched object as JSON: its own members by name, and nested ones in Go's order where the patch did not touch them. */
const showPatched = (patched: KubeObject, { own, patch }: { readonly own?: object; readonly patch?: unknown } = {}): string => {
  const { apiVersion, kind } = patched;
  const ordered = { ...inGoOrder({ ...patched, ...own }), apiVersion, kind };
  const members = Object.entries(sortWhereMerged(ordered, patch) as Raw).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(members));
};
