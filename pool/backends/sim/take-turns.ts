import type { TakeTurns } from "./create-work-meter.ts";

/** Runs calls of many episodes in one thread, long ones in turns with the others. */
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
 * Nobody holds a turn: a call that waits for what another one does, such as an incident that both need, stops nobody.
 */
export const createTurns = (turnMs = TURN_MS): Turns => {
  const queue: (() => void)[] = [];
  let isGoing = false;
  let beganAtMs = 0;

  const next = (): void => {
    const go = queue.shift();
    isGoing = go !== undefined;
    if (go === undefined) return;
    beganAtMs = performance.now();
    go();
    // A simulated world never waits for the outside, so this comes when the turn is over.
    setImmediate(next);
  };
  const enter = (): Promise<void> =>
    new Promise((resolve) => {
      queue.push(resolve);
      if (isGoing) return;
      isGoing = true;
      setImmediate(next);
    });
  return {
    run: async (call) => {
      await enter();
      return await call();
    },
    take: () => (performance.now() - beganAtMs < turnMs ? undefined : enter()),
  };
};

/** Length of a turn: longer than nearly all steps. */
const TURN_MS = 10;
