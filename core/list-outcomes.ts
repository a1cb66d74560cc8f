import { InvariantViolation } from "./invariant.ts";
import type { Ratio, Rng } from "./rng.ts";

/** One value that a function of chance can return, by one course of its draws. */
export interface Outcome<T> {
  readonly value: T;
  /** Probability of this course, in (0, 1]. */
  readonly probability: number;
}

/**
 * Runs a function of chance once for each course that its draws can take, so that its distribution is known exactly.
 *
 * It may draw from small ranges only, and each of its streams once; equal values come as often as courses lead to them.
 */
export const listOutcomes = <T>(run: (rng: Rng) => T): readonly Outcome<T>[] => {
  const outcomes: Outcome<T>[] = [];
  let course: readonly Turn[] | undefined = [];
  while (course !== undefined) {
    const turns: Turn[] = [...course];
    const value = run(followCourse(turns));
    outcomes.push({ value, probability: turns.reduce((product, { shares, taken }) => product * (shares[taken] as number), 1) });
    course = nextCourse(turns);
  }
  return outcomes;
};

/** One draw of a course: the probabilities of what it could give, and which of them it gave. */
interface Turn {
  readonly shares: readonly number[];
  readonly taken: number;
}

/** A stream whose draws are those of the course, and the first possible ones after its end, which are added to it. */
const followCourse = (turns: Turn[]): Rng => {
  let place = 0;
  const draw = (shares: readonly number[]): number => {
    const turn = turns[place] ?? { shares, taken: shares.findIndex((share) => share > 0) };
    turns[place++] = turn;
    return turn.taken;
  };
  const below = (bound: number): number => draw(Array.from({ length: bound }, () => 1 / bound));
  const rng: Rng = {
    stream: () => rng,
    int: (min, max) => min + below(max - min + 1),
    chance: ({ numerator, denominator }: Ratio) => draw([numerator / denominator, 1 - numerator / denominator]) === 0,
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T,
    shuffle: () => unbounded("shuffle"),
    uint32: () => unbounded("uint32"),
    fraction: () => unbounded("fraction"),
  };
  return rng;
};

const unbounded = (what: string): never => {
  throw new InvariantViolation(`${what}() has too many outcomes to list`);
};

/** The course after this one, which differs from it as late as possible; undefined after the last. */
const nextCourse = (turns: readonly Turn[]): readonly Turn[] | undefined => {
  const place = turns.findLastIndex((turn) => followingOf(turn) >= 0);
  const turn = turns[place];
  return turn && [...turns.slice(0, place), { ...turn, taken: followingOf(turn) }];
};

const followingOf = ({ shares, taken }: Turn): number => shares.findIndex((share, i) => i > taken && share > 0);
