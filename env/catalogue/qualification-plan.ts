import { createRng } from "#core/rng.ts";
import { parseTaskUri } from "#problems/task-uri.ts";

/**
 * Share of what must fail that is played on a task: every wrong repair and every degenerate policy to its end, each of them as far as it takes
 * for its verdict to be certain, or one of each kind.
 */
export type Breadth = "to the end" | "each" | "one";

/**
 * Plans what tasks are played with, since wrong repairs and degenerate policies take most of the time and fail alike on all targets of a
 * fault: `each` on two tasks of every problem of an application, `one` on the others.
 *
 * Both are drawn by hash, so that a new target takes the place of one at most.
 * Faults at once are one problem, whichever they are.
 *
 * @param tasks URIs of all tasks that there are
 */
export const planBreadths = (tasks: readonly string[]): ReadonlyMap<string, Breadth> => {
  const groups = Map.groupBy(tasks, groupOf);
  const broad = [...groups.values()].flatMap((uris) => byHash(uris, "breadth", (uri) => uri).slice(0, BROAD_PER_GROUP));
  return new Map(tasks.map((uri) => [uri, broad.includes(uri) ? "each" : "one"]));
};

/** Application and problem of a task. */
const groupOf = (uri: string): string => {
  const parsed = parseTaskUri(uri);
  if (!parsed.ok) throw new Error(parsed.error);
  const { app, problem } = parsed.value;
  return `${app}/${problem.includes("+") ? "several" : problem}`;
};

/** Number of tasks of a problem in one application that are played with everything. */
const BROAD_PER_GROUP = 2;

/** Chooses what a task is played with: everything, or the one whose turn it is on this task. */
export const chooseByTurn = <T>(all: readonly T[], breadth: Breadth, uri: string, nameOf: (one: T) => string): readonly T[] =>
  breadth === "one" ? byHash(all, uri, nameOf).slice(0, 1) : all;

/** Sorts by a hash of each name and a text. */
const byHash = <T>(all: readonly T[], text: string, nameOf: (one: T) => string): readonly T[] => {
  const rng = createRng(text);
  return all
    .map((one) => ({ one, name: nameOf(one), hash: rng.stream(nameOf(one)).uint32() }))
    .sort((a, b) => a.hash - b.hash || (a.name < b.name ? -1 : 1))
    .map(({ one }) => one);
};
