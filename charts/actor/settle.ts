import type { Effect } from "#sim/apps/runtime/effect.ts";

/** Runs work of a program, waiting for what it asks of others. */
export const settle = async <T>(work: Effect<T>): Promise<T> => {
  let step = work.next();
  while (step.done !== true) step = work.next(await step.value);
  return step.value;
};

/** Work that waits for an answer. */
export function* waitFor<T>(answer: Promise<T>): Effect<T> {
  return (yield answer) as T;
}
