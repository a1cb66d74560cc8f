import { goQuote } from "#core/go-quote.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import type { Status } from "#kube/types/meta.ts";
import type { FieldError } from "../schema/field-error.ts";

type Details = NonNullable<Status["details"]>;

/** Any failure as the API words it. */
export const failure = (code: number, reason: string, message: string, details?: Details): Status => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  message,
  reason,
  ...(details !== undefined && { details }),
  code,
});

/** 404 for an object: `deployments.apps "web" not found`. */
export const notFound = (row: ResourceRow, name: string): Status =>
  failure(404, "NotFound", `${row.resource} ${quote(name)} not found`, detailsOf(row, name));

/** 404 for a path that serves nothing. */
export const unknownPath = (): Status => failure(404, "NotFound", "the server could not find the requested resource", {});

/** 409 for a name that is taken. */
export const alreadyExists = (row: ResourceRow, name: string): Status =>
  failure(409, "AlreadyExists", `${row.resource} ${quote(name)} already exists`, detailsOf(row, name));

/** 409 with a cause of its own. */
export const conflict = (row: ResourceRow, name: string, cause: string): Status =>
  failure(409, "Conflict", `Operation cannot be fulfilled on ${row.resource} ${quote(name)}: ${cause}`, detailsOf(row, name));

/** 409 for a write on top of an old version. */
export const modified = (row: ResourceRow, name: string): Status =>
  conflict(row, name, "the object has been modified; please apply your changes to the latest version and try again");

/** 403 with the reason; without a name it is about the collection. */
export const forbidden = (row: ResourceRow, name: string, cause: string): Status => {
  const subject = name === "" ? row.resource : `${row.resource} ${quote(name)}`;
  return failure(403, "Forbidden", `${subject} is forbidden: ${cause}`, detailsOf(row, name));
};

/** 400 for a request that cannot be read. */
export const badRequest = (message: string): Status => failure(400, "BadRequest", message);

/** 405. */
export const methodNotAllowed = (): Status =>
  failure(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {});

/** 500. */
export const internalError = (message: string): Status =>
  failure(500, "InternalError", `Internal error occurred: ${message}`, { causes: [{ message }] });

/** 500 with the bare words of an error that the server has no reason for. */
export const unknownError = (message: string): Status => {
  const { reason: _none, ...status } = failure(500, "", message);
  return status;
};

/** 422 with everything that is wrong with an object. */
export const invalid = (kind: string, group: string, name: string, errors: readonly FieldError[]): Status => {
  const messages = [...new Set(errors.map((error) => `${error.field}: ${error.detail}`))];
  const what = messages.length === 1 ? (messages[0] as string) : `[${messages.join(", ")}]`;
  const qualified = group === "" ? kind : `${kind}.${group}`;
  const causes = errors.map((error) => ({ reason: error.reason, message: error.detail, field: error.field }));
  const details = { ...(name !== "" && { name }), ...(group !== "" && { group }), ...(kind !== "" && { kind }), causes };
  return failure(422, "Invalid", `${qualified} ${quote(name)} is invalid: ${what}`, details);
};

/** Status of a successful deletion that leaves no object behind. */
export const success = (details?: Details): Status => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Success",
  ...(details !== undefined && { details }),
});

/** Name, group and plural as error details carry them. */
export const detailsOf = (row: ResourceRow, name: string): Details => ({
  ...(name !== "" && { name }),
  ...(row.group !== "" && { group: row.group }),
  kind: row.plural,
});

const quote = goQuote;
