import { invariant } from "#core/invariant.ts";

/**
 * Work of a program that asks other machines: waited for with `yield*`.
 *
 * One description of a program serves a simulated world, where every answer is there at once, and a real one, where whoever
 * runs the work waits for what it yields and hands the answer back.
 */
export type Effect<T> = Generator<unknown, T, unknown>;

/** Work that is done already. */
export function* done<T>(value: T): Effect<T> {
  yield* NOTHING;
  return value;
}

const NOTHING: readonly never[] = [];

/** Runs work in a world where nothing is waited for. */
export const runNow = <T>(work: Effect<T>): T => {
  const step = work.next();
  invariant(step.done === true, "work in a simulated world waits for nothing");
  return step.value;
};
