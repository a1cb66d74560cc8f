import { nearestNames } from "#core/nearest-names.ts";
import { err, ok, type Result } from "#core/result.ts";
import { type NamedProblem, namedProblems } from "./named-problems.ts";

/** Ids of the faults and decoys of this build. */
export interface Shipped {
  readonly faults: ReadonlySet<string>;
  readonly decoys: ReadonlySet<string>;
}

/**
 * Writes a public id as the URI of its task: `missing_service_social_network`, or `kubedrill://<app>/<id>`, each with more parameters
 * after a question mark. What is no public id comes back as it is.
 *
 * @returns an error that says which application the problem is of, what it waits for, or which ids are close to a misspelt one
 */
export const expandNamedProblem = (text: string, shipped: Shipped): Result<string, string> => {
  const [, app, id = "", more] = NAME.exec(text) ?? [];
  const problem = BY_ID.get(id);
  if (problem === undefined) return app === undefined && id !== "" ? err(unknownId(id)) : ok(text);
  const [own] = problem.composition.split("/");
  if (app !== undefined && app !== own) return err(`${id} is a problem of ${own}, not of ${app}`);
  const missing = missingOf(problem, shipped);
  if (missing.length > 0) return err(`${id} cannot be played yet: it waits for ${missing.join(", ")}`);
  return ok(`kubedrill://${problem.composition}${more === undefined ? "" : `${problem.composition.includes("?") ? "&" : "?"}${more}`}`);
};

/** Ids of the faults and decoys of a problem that are not among those that ship, in the order of its composition. */
export const missingOf = ({ composition }: NamedProblem, { faults, decoys: known }: Shipped): readonly string[] => {
  const [, ids = ""] = /\/([^?]+)/.exec(composition) ?? [];
  const [, decoys] = /[?&]decoys=([^&]+)/.exec(composition) ?? [];
  return [
    ...new Set(ids.split("+").filter((id) => !faults.has(id))),
    ...(decoys?.split(",") ?? []).filter((id) => !known.has(id)),
    ...(/^[^/]*\+/.test(composition) ? [SEVERAL_APPS] : []),
  ];
};

/** Capability that problems of several applications wait for. */
const SEVERAL_APPS = "several applications in one cluster";

const NAME = /^(?:kubedrill:\/\/([a-z0-9+-]+)\/)?([a-z0-9][a-z0-9_-]*)(?:\?(.*))?$/;

const BY_ID: ReadonlyMap<string, NamedProblem> = new Map(namedProblems().map((problem) => [problem.id, problem]));

const unknownId = (id: string): string => {
  const near = nearestNames(id, [...BY_ID.keys()]);
  return `there is no problem "${id}"${near.length === 0 ? "; a task is kubedrill://<app>/<problem>?target=<kind>/<name>" : `; did you mean ${near.join(" or ")}?`}`;
};
