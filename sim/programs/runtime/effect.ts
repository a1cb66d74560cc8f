import { invariant } from "#core/invariant.ts";

/**
 * Work of a program that asks other machines: waited for with `yield*`. One description of a program serves a simulated world, where
 * answers are immediate, and a real one, where the runner awaits each yielded value and passes the answer back.
 */
export type Effect<T> = Generator<unknown, T, unknown>;

/** Work that is already done, with its result. */
export function* done<T>(value: T): Effect<T> {
  yield* NOTHING;
  return value;
}

const NOTHING: readonly never[] = [];

/** Runs work in a world where every answer is immediate. */
export const runNow = <T>(work: Effect<T>): T => {
  const step = work.next();
  invariant(step.done === true, "this work waits for nothing");
  return step.value;
};
