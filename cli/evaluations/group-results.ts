import { appOf, problemOf } from "../tasks/choose-tasks.ts";
import type { EvalResult } from "./eval-result.ts";

/** Groups of results in their order, by the names of their rows. */
export type ResultGroups = ReadonlyMap<string, readonly EvalResult[]>;

/** Groups results by problem: by fault, `healthy`, or all with several faults as one. */
export const byProblem = (results: readonly EvalResult[]): ResultGroups =>
  groupBy(results, ({ task }) => (problemOf(task).includes("+") ? "several faults" : problemOf(task)));

/** Groups results by difficulty; those of which none is known are in no group. */
export const byDifficulty = (results: readonly EvalResult[]): ResultGroups =>
  groupBy(results, ({ difficulty }) => (difficulty === undefined ? undefined : `${difficulty}`));

/** Groups results by application. */
export const byApplication = (results: readonly EvalResult[]): ResultGroups => groupBy(results, ({ task }) => appOf(task));

/** Groups results by number of faults. */
export const byFaults = (results: readonly EvalResult[]): ResultGroups =>
  groupBy(results, ({ task }) => (problemOf(task) === "healthy" ? "0" : `${problemOf(task).split("+").length}`));

/** Groups results by the layer of their faults; those of several layers are one group. */
export const byLayer = (results: readonly EvalResult[]): ResultGroups =>
  groupBy(results, ({ layers }) =>
    layers === undefined ? undefined : layers.length > 1 ? "several layers" : (layers[0] ?? "nothing wrong"),
  );

/** Groups results by how they ended. */
export const byEnd = (results: readonly EvalResult[]): ResultGroups => groupBy(results, ({ end_reason }) => end_reason);

/** Groups results by a name; those without one are in no group. */
const groupBy = (results: readonly EvalResult[], nameOf: (result: EvalResult) => string | undefined): ResultGroups =>
  new Map(
    [...Map.groupBy(results, nameOf)]
      .flatMap(([name, members]) => (name === undefined ? [] : [[name, members] as const]))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
