import { err, ok, type Result } from "#core/result.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import type { Status } from "#kube/types/meta.ts";
import { badRequest } from "../../http/status.ts";
import { decodeObject } from "./decode.ts";
import { typeProblem } from "./decode-request.ts";

/** Reads the body of a subresource or review, which accepts one kind only; missing apiVersion and kind are implied. */
export const sentAs = <T>(row: Pick<ResourceRow, "group" | "kind" | "version">, body: unknown): Result<T, Status> => {
  const problem = typeProblem(row, body as Readonly<Record<string, unknown>>);
  if (problem !== undefined) return err(badRequest(problem));
  const { value, error } = decodeObject(row.kind, body);
  if (error === undefined) return ok(value as T);
  return err(badRequest(`${row.kind} in version "${row.version}" cannot be handled as a ${row.kind}: ${error}`));
};
