import type { RecordedEpisode } from "../episode/recorded.ts";

type Course = Pick<RecordedEpisode, "initial" | "steps">;

/** Digests of the states of a roll-out: at the start, and after each step. */
export const statesOf = ({ initial, steps }: Course): readonly string[] => [initial, ...steps].map(({ state_digest }) => state_digest);

/**
 * Number of steps after which roll-outs are in different states for the first time; 0: from the start.
 *
 * @returns undefined if they are in the same states as long as all of them go on
 */
export const firstDifference = (courses: readonly Course[]): number | undefined => {
  const [first = [], ...others] = courses.map(statesOf);
  const shortest = Math.min(first.length, ...others.map(({ length }) => length));
  const at = first.slice(0, shortest).findIndex((digest, i) => others.some((states) => states[i] !== digest));
  return at < 0 ? undefined : at;
};
