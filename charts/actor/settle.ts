import type { Effect } from "#sim/programs/runtime/effect.ts";

/** Runs an effect of a program to its end, awaiting its promises. */
export const settle = async <T>(work: Effect<T>): Promise<T> => {
  let step = work.next();
  while (step.done !== true) step = work.next(await step.value);
  return step.value;
};

/** Wraps a promise as an effect. */
export function* waitFor<T>(answer: Promise<T>): Effect<T> {
  return (yield answer) as T;
}
