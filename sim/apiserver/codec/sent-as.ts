import { err, ok, type Result } from "#core/result.ts";
import type { ResourceRow } from "#kube/resources.ts";
import type { Status } from "#kube/types/meta.ts";
import { badRequest } from "../status.ts";
import { typeProblem } from "./decode-request.ts";

/** The body of a subresource that takes one kind alone; a body that leaves out what it is, is taken for that. */
export const sentAs = (row: Pick<ResourceRow, "group" | "kind" | "version">, body: unknown): Result<unknown, Status> => {
  const problem = typeProblem(row, body as Readonly<Record<string, unknown>>);
  return problem === undefined ? ok(body) : err(badRequest(problem));
};
