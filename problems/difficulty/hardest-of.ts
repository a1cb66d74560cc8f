import type { Difficulty } from "./difficulty-of.ts";

/** Difficulty of the hardest of some pairs. */
export const hardestOf = (pairs: readonly { readonly difficulty: Difficulty }[]): Difficulty =>
  Math.max(1, ...pairs.map(({ difficulty }) => difficulty)) as Difficulty;

/** Difficulty of several faults at once: one more than that of the hardest, since each hides behind the other. */
export const harderThanEach = (pairs: readonly { readonly difficulty: Difficulty }[]): Difficulty =>
  Math.min(5, hardestOf(pairs) + 1) as Difficulty;
