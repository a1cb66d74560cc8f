import type { Clock } from "#core/clock.ts";

/** A world whose time can be taken back. */
export interface Rewindable {
  readonly clock: Clock;
  /** Keeps the present state. @returns a function that goes back to it */
  savepoint(): () => void;
}

/**
 * Lets time pass until a predicate holds, and stops at the instant from which it did: it is asked every two seconds, and once it holds, time
 * is taken back to when it did not, and passed again instant by instant. What holds for less than two seconds may be missed.
 *
 * @returns true when it held, false when `timeoutMs` passed first
 */
export const untilLasting = async (world: Rewindable, predicate: () => Promise<boolean>, timeoutMs: number): Promise<boolean> => {
  const endMs = world.clock.nowMs() + timeoutMs;
  let goBack = world.savepoint();
  const look = async (): Promise<boolean> => {
    if (await predicate()) return true;
    goBack = world.savepoint();
    return false;
  };
  if (!(await world.clock.until(look, { timeoutMs, everyMs: LOOK_EVERY_MS }))) return false;
  goBack();
  return await world.clock.until(predicate, { timeoutMs: endMs - world.clock.nowMs(), everyMs: 0 });
};

/** Time between two looks, ms. */
const LOOK_EVERY_MS = 2_000;
