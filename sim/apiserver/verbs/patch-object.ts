import { err, ok, type Result } from "#core/result.ts";
import type { PatchType } from "#kube/cluster-port.ts";
import { createGoText } from "#kube/patch-algorithms/go-text.ts";
import { applyJsonPatch, type JsonPatchOperation } from "#kube/patch-algorithms/json-patch.ts";
import { applyMergePatch } from "#kube/patch-algorithms/merge-patch.ts";
import { applyStrategicMergePatch } from "#kube/patch-algorithms/strategic-merge-patch.ts";
import type { ResourceRow } from "#kube/resources.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { type ApiAnswer, type ApiRequest, answer, refuse } from "../api-request.ts";
import { decodeObject } from "../codec/decode.ts";
import { invalidValue } from "../field-error.ts";
import type { RequestContext } from "../kind-strategy.ts";
import { refuseEscalation } from "../rbac/escalation.ts";
import { badRequest, failure, invalid, notFound } from "../status.ts";
import { getObject } from "../store.ts";
import { replaceObject, type UpdatePart } from "../update-object.ts";
import { contextOf, nameProblem, withWarnings } from "./write-objects.ts";

/** Answers a PATCH of an object or its status. */
export const answerPatch = (
  world: World,
  row: ResourceRow,
  namespace: string | undefined,
  name: string,
  request: ApiRequest,
  options: { readonly part?: UpdatePart; readonly subresource?: string } = {},
): ApiAnswer => {
  const context = contextOf(world, row, request, options.subresource);
  const current = getObject(world, row.resource, namespace, name);
  if (current === undefined) return refuse(notFound(row, name));
  const patched = patchDocument(context.strategy.typeName ?? row.kind, current, request);
  if (!patched.ok) return refuse(patched.error);
  const decoded = decodePatched(context, patched.value, request);
  if (!decoded.ok) return refuse(decoded.error);
  const problem = nameProblem(name, decoded.value) ?? refuseEscalation(world, request.user, row, namespace, decoded.value);
  if (problem !== undefined) return refuse(problem);
  return withWarnings(context, answer(replaceObject(context, current, decoded.value, options.part ?? "main")));
};

/** Applies the patch of a request to any document of a type. */
export const patchDocument = (typeName: string, document: unknown, { patchType, body }: ApiRequest): Result<unknown, Status> => {
  const shape = bodyProblem(patchType, body);
  if (shape !== undefined) return err(shape);
  switch (patchType) {
    case "json": {
      const patched = applyJsonPatch(document, body as readonly JsonPatchOperation[]);
      return patched.ok ? patched : err(UNPROCESSABLE);
    }
    case "merge":
      return ok(applyMergePatch(document, body));
    case "strategic": {
      const patched = applyStrategicMergePatch(typeName, document, body);
      return patched.ok ? patched : err(strategicFailure(patched.error));
    }
    default:
      return err(UNSUPPORTED_TYPE);
  }
};

const UNPROCESSABLE = failure(422, "Invalid", "the server rejected our request due to an error in our request", {});
const UNSUPPORTED_TYPE = failure(
  415,
  "UnsupportedMediaType",
  "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json",
  {},
);

const strategicFailure = ({ code, message }: { readonly code: 400 | 422 | 500; readonly message: string }): Status => {
  if (code === 400) return badRequest(message);
  if (code === 422) return UNPROCESSABLE;
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code };
};

const bodyProblem = (patchType: PatchType | undefined, body: unknown): Status | undefined => {
  const isList = Array.isArray(body);
  const isMap = typeof body === "object" && body !== null && !isList;
  if (patchType === "json" && !isList) {
    return badRequest(
      `error decoding patch: json: cannot unmarshal ${isMap ? "object" : typeof body} into Go value of type []handlers.jsonPatchOp`,
    );
  }
  if (patchType !== "json" && !isMap) {
    return badRequest(
      `error decoding patch: json: cannot unmarshal ${isList ? "array" : typeof body} into Go value of type map[string]interface {}`,
    );
  }
  return undefined;
};

/** What is wrong with the outcome is said about the patch. */
const decodePatched = (context: RequestContext, patched: unknown, { patchType, body }: ApiRequest): Result<KubeObject, Status> => {
  const { row, strategy, fieldValidation } = context;
  const { value, unknownFields, error } = decodeObject(strategy.typeName ?? row.kind, patched);
  const shown = patchType === "strategic" ? createGoText(body) : JSON.stringify(body);
  const refusal = (detail: string): Status => invalid("", "", "", [invalidValue("patch", shown, detail)]);
  if (error !== undefined) return err(refusal(patchType === "strategic" ? converterText(error) : error));
  if (unknownFields.length > 0 && fieldValidation !== "Ignore") {
    const texts = unknownFields.map((field) => `unknown field "${field}"`);
    if (fieldValidation === "Strict") return err(refusal(`strict decoding error: ${texts.join(", ")}`));
    context.warnings.push(...texts);
  }
  return ok(value as unknown as KubeObject);
};

/** Strategic patches are converted without JSON in between, by a library with words of its own. */
const converterText = (error: string): string => {
  const [, given, type] = /cannot unmarshal (\w+) .*of type (.+)$/.exec(error) ?? [];
  if (type === undefined) return error;
  const kind = given === "object" ? "map" : given === "array" ? "slice" : given;
  if (type.startsWith("[]")) return `cannot restore slice from ${kind}`;
  if (type.startsWith("map[")) return `cannot restore map from ${kind}`;
  return type.startsWith("v1.") ? `cannot restore struct from: ${kind}` : `unrecognized type: ${type}`;
};
