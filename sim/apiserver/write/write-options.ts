import type { Status } from "#kube/types/meta.ts";
import type { ApiRequest } from "../http/api-request.ts";
import type { DeleteOptions } from "../http/client.ts";
import { invalid } from "../http/status.ts";
import { type FieldError, forbiddenField, invalidValue, required, tooLong, unsupported } from "../schema/field-error.ts";
import { NAME_BYTES_MAX, utf8Length } from "./apply/manager-name.ts";

/** 422 when the options in the query of a write are not in order; undefined when they are. */
export const optionsProblem = (
  request: Pick<ApiRequest, "body" | "fieldManager" | "method" | "patchType" | "query">,
  kind: "CreateOptions" | "UpdateOptions" | "PatchOptions" | "DeleteOptions",
): Status | undefined => {
  const { query } = request;
  const errors: FieldError[] = kind === "PatchOptions" ? patchErrors(request) : [];
  if (kind !== "DeleteOptions") errors.push(...managerErrors(managerOf(request)));
  const options = kind === "DeleteOptions" ? bodyOf(request) : {};
  const dryRun = query["dryRun"]?.split(",") ?? (options["dryRun"] as readonly string[] | undefined) ?? [];
  if (dryRun.some((word) => word !== "All")) errors.push(unsupported("dryRun", dryRun, ["All"]));
  const validation = query["fieldValidation"] ?? "";
  if (kind !== "DeleteOptions" && !VALIDATIONS.includes(validation)) errors.push(unsupported("fieldValidation", validation, VALIDATIONS));
  if (kind === "DeleteOptions") errors.unshift(...propagationErrors(request, options));
  return errors.length === 0 ? undefined : invalid(kind, "meta.k8s.io", "", errors);
};

/** 422 when the options that an eviction carries are not in order; undefined when they are. */
export const deleteOptionsProblem = (options: DeleteOptions | undefined): Status | undefined =>
  optionsProblem({ method: "DELETE", query: {}, body: options ?? {} }, "DeleteOptions");

/** Body of a deletion's options; empty when there is none. */
const bodyOf = ({ body }: Pick<ApiRequest, "body">): Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null ? { ...body } : {};

const propagationErrors = ({ query }: Pick<ApiRequest, "query">, options: Readonly<Record<string, unknown>>): readonly FieldError[] => {
  const policy = query["propagationPolicy"] ?? options["propagationPolicy"];
  const orphans = query["orphanDependents"] ?? options["orphanDependents"];
  if (policy === undefined) return [];
  if (orphans !== undefined) return [invalidValue(POLICY, policy, "orphanDependents and deletionPropagation cannot be both set")];
  return PROPAGATION_POLICIES.includes(policy as string) ? [] : [unsupported(POLICY, policy, [...PROPAGATION_POLICIES, "nil"])];
};

const POLICY = "propagationPolicy";
const PROPAGATION_POLICIES = ["Foreground", "Background", "Orphan"];

/** The name that the client gives itself; empty when it gives none. */
export const managerOf = ({ query, fieldManager }: Pick<ApiRequest, "fieldManager" | "query">): string =>
  query["fieldManager"] ?? fieldManager ?? "";

const VALIDATIONS = ["", "Ignore", "Strict", "Warn"];

const patchErrors = (request: Pick<ApiRequest, "fieldManager" | "patchType" | "query">): FieldError[] => {
  if (request.patchType !== "apply")
    return request.query["force"] === undefined ? [] : [forbiddenField("force", "may not be specified for non-apply patch")];
  return managerOf(request) === "" ? [required("fieldManager", "is required for apply patch")] : [];
};

const managerErrors = (manager: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  let at = 0;
  for (const character of manager) {
    if (!PRINTABLE.test(character))
      errors.push(invalidValue("fieldManager", manager, `invalid character ${unicodeName(character)} (at position ${at})`));
    at += utf8Length(character);
  }
  return at > NAME_BYTES_MAX ? [tooLong("fieldManager", NAME_BYTES_MAX), ...errors] : errors;
};

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

const unicodeName = (character: string): string => `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
