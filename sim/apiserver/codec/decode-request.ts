import { err, ok, type Result } from "#core/result.ts";
import { apiVersionOf, type ResourceRow, resourceOfKind } from "#kube/resources.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { RequestContext } from "../kind-strategy.ts";
import { badRequest } from "../status.ts";
import { decodeObject } from "./decode.ts";
import type { Raw } from "./same.ts";
import { strictProblems } from "./strict-problems.ts";

/** Reads the object of a request as the kind that the path serves. */
export const decodeRequestObject = (context: RequestContext, input: unknown): Result<KubeObject, Status> => {
  const { row, strategy } = context;
  if (typeof input !== "object" || input === null || Array.isArray(input)) return err(badRequest("the object provided is unrecognized"));
  const typed = withType(context, input as Raw);
  if (!typed.ok) return typed;
  const { value, unknownFields, error } = strategy.decode?.(typed.value) ?? decodeObject(strategy.typeName ?? row.kind, typed.value);
  const frame = `${row.kind} in version "${row.version}" cannot be handled as a ${row.kind}: `;
  if (error !== undefined) return err(badRequest(frame + error));
  const strict = strictProblems(context, unknownFields);
  if (strict !== undefined) return err(badRequest(frame + strict));
  return ok(value as unknown as KubeObject);
};

/** A body may leave apiVersion and kind to the path, as typed clients do; it may not contradict it. */
const withType = ({ row }: RequestContext, input: Raw): Result<Raw, Status> => {
  const apiVersion = apiVersionOf(row);
  if (input["apiVersion"] === apiVersion && input["kind"] === row.kind) return ok(input);
  if (input["apiVersion"] === undefined && input["kind"] === undefined) return ok({ apiVersion, kind: row.kind, ...input });
  if (input["kind"] === row.kind && input["apiVersion"] !== undefined) {
    return err(badRequest(`the API version in the data (${input["apiVersion"]}) does not match the expected API version (${apiVersion})`));
  }
  return input["kind"] === row.kind ? ok({ apiVersion, ...input }) : err(badRequest(otherKind(row, input, apiVersion)));
};

/** A kind that the server knows cannot be converted; one that it does not know is not even read. */
const otherKind = (row: ResourceRow, input: Raw, apiVersion: string): string => {
  const kind = `${input["kind"] ?? ""}`;
  const sentVersion = `${input["apiVersion"] ?? apiVersion}`;
  const frame = `${kind} in version ${JSON.stringify(sentVersion.split("/").pop())} cannot be handled as a ${row.kind}: `;
  return frame + kindProblem(row, sentVersion, kind);
};

/** Why an object of one kind cannot be read as one of another. */
export const kindProblem = (row: ResourceRow, apiVersion: string, kind: string): string => {
  const known = resourceOfKind(apiVersion, kind);
  if (known === undefined) return `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:111"`;
  return `converting (${known.version}.${kind}) to (${row.group === "" ? "core" : row.group.split(".")[0]}.${row.kind}): unknown conversion`;
};
