import type { TakeTurns } from "./create-work-meter.ts";

/** Runs calls of many episodes in one thread: one at a time, and long ones in turns with the others. */
export interface Turns {
  /** Runs a call when its turn comes. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** To be asked during long work: a promise to wait for when it is others' turn. */
  readonly take: TakeTurns;
}

/**
 * Creates turns. A call that ends within `turnMs` is never interrupted, so that short ones come in their order; a longer one
 * goes to the end of the queue, and messages from outside are read before the next.
 *
 * Calls must wait for nothing but their own turn: simulated worlds never wait for the outside.
 */
export const createTurns = (turnMs = TURN_MS): Turns => {
  const queue: (() => void)[] = [];
  let isBusy = false;
  let beganAtMs = 0;

  const next = (): void => {
    const go = queue.shift();
    isBusy = go !== undefined;
    beganAtMs = performance.now();
    go?.();
  };
  /** Waits for a turn, and begins it. */
  const enter = (): Promise<void> =>
    new Promise((resolve) => {
      queue.push(resolve);
      if (!isBusy) next();
    });
  return {
    run: async (call) => {
      await enter();
      try {
        return await call();
      } finally {
        next();
      }
    },
    take: () => {
      if (!isBusy || performance.now() - beganAtMs < turnMs) return undefined;
      const again = enter();
      setImmediate(next);
      return again;
    },
  };
};

/** Length of a turn: longer than nearly all steps. */
const TURN_MS = 10;
