import { err, ok, type Result } from "#core/result.ts";
import { splitApiVersion } from "#kube/objects/resources.ts";
import type { Status } from "#kube/types/meta.ts";
import type { ApiRequest } from "../http/api-request.ts";
import type { DeleteOptions } from "../http/client.ts";
import { integerProblem } from "../http/read/list-options.ts";
import { badRequest } from "../http/status.ts";
import { decodeObject } from "../schema/codec/decode.ts";
import { optionsProblem } from "./write-options.ts";

/** Reads the options of a deletion from its body, or without one from its query. */
export const readDeleteOptions = (request: ApiRequest): Result<DeleteOptions, Status> => {
  const read = request.body === undefined ? fromQuery(request) : fromBody(request.body);
  if (!read.ok) return read;
  const problem = optionsProblem(request, "DeleteOptions");
  return problem === undefined ? read : err(problem);
};

/** True when nothing is to be deleted: the query says so, or the body. */
export const isDryDeletion = ({ body }: ApiRequest): boolean =>
  ((body as { readonly dryRun?: readonly string[] } | undefined)?.dryRun ?? []).includes("All");

const fromQuery = ({ query }: ApiRequest): Result<DeleteOptions, Status> => {
  const grace = query["gracePeriodSeconds"];
  const problem = grace === undefined ? undefined : integerProblem(grace);
  if (problem !== undefined) return err(badRequest(problem));
  const policy = (query["propagationPolicy"] ?? orphaning(query["orphanDependents"])) as DeleteOptions["propagationPolicy"];
  return ok({ ...(grace !== undefined && { gracePeriodSeconds: Number(grace) }), ...(policy && { propagationPolicy: policy }) });
};

/** The older way to ask: whatever is not false is true. */
const orphaning = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  return text === "0" || text.toLowerCase() === "false" ? "Background" : "Orphan";
};

const fromBody = (body: unknown): Result<DeleteOptions, Status> => {
  const sent = body as { readonly kind?: string | null; readonly apiVersion?: string | null };
  const [kind, apiVersion] = [sent.kind ?? KIND, sent.apiVersion ?? "v1"];
  if (kind !== KIND) {
    const { group, version } = splitApiVersion(apiVersion);
    const shown = group === "" ? version : apiVersion;
    return err(badRequest(`no kind "${kind}" is registered for version "${shown}" in scheme "pkg/runtime/scheme.go:111"`));
  }
  const { value, error } = decodeObject(KIND, body);
  if (error !== undefined) return err(badRequest(error));
  const { orphanDependents } = value;
  return ok(
    orphanDependents === undefined ? (value as DeleteOptions) : { ...value, propagationPolicy: orphanDependents ? "Orphan" : "Background" },
  );
};

const KIND = "DeleteOptions";
