import { missingOf } from "#problems/named/expand-named-problem.ts";
import { LITE_PROBLEMS, type NamedProblem, namedProblems } from "#problems/named/named-problems.ts";
import { loadLibrary, shippedIn } from "./library.ts";

/** A problem of another benchmark, with what this build lacks for it. */
export interface ListedProblem extends NamedProblem {
  /** URI of its task. */
  readonly uri: string;
  /** True for those that stand for the others in a short run. */
  readonly isLite: boolean;
  /** Ids of the faults and decoys that it waits for; none where it can be played. */
  readonly missing: readonly string[];
}

/** Lists the problems of another benchmark that have a public name, in its order. */
export const listNamedProblems = async (): Promise<readonly ListedProblem[]> => {
  const shipped = shippedIn(await loadLibrary());
  return namedProblems().map((problem) => ({
    ...problem,
    uri: `kubedrill://${problem.composition}`,
    isLite: LITE_PROBLEMS.includes(problem.id),
    missing: missingOf(problem, shipped),
  }));
};
