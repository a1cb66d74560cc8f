import type { TakeTurns } from "./create-work-meter.ts";

/** Runs calls of many episodes in one thread, long ones in turns with the others. */
export interface Turns {
  /** Runs a call when its turn comes; missing: it is waited for. */
  run<T>(call: () => Promise<T>, urgency?: Urgency): Promise<T>;
  /** To be asked during long work: a promise to wait for when it is others' turn. */
  readonly take: TakeTurns;
}

/** Length that is expected of a call: a reset and work ahead are long. */
export type Urgency = "short" | "long";

/**
 * Creates turns. A call that ends within `turnMs` is never interrupted, so that short ones come in their order; a longer one
 * goes to the end of the queue, and messages from outside are read before the next.
 *
 * Nobody holds a turn: a call that waits for what another one does, such as an incident that both need, stops nobody.
 * Long calls give way to short ones, and still have every `LONG_EVERY`th turn while short ones keep coming.
 */
export const createTurns = (turnMs = TURN_MS): Turns => {
  const queues: Record<Urgency, (() => void)[]> = { short: [], long: [] };
  let isGoing = false;
  let beganAtMs = 0;
  let urgencyNow: Urgency = "short";
  let shortInARow = 0;

  const choose = (): Urgency => {
    if (queues.long.length === 0) return "short";
    return queues.short.length === 0 || shortInARow >= LONG_EVERY - 1 ? "long" : "short";
  };
  const next = (): void => {
    const urgency = choose();
    const go = queues[urgency].shift();
    isGoing = go !== undefined;
    if (go === undefined) return;
    shortInARow = urgency === "short" ? shortInARow + 1 : 0;
    urgencyNow = urgency;
    beganAtMs = performance.now();
    go();
    // A simulated world never waits for the outside, so this comes when the turn is over.
    setImmediate(next);
  };
  const enter = (urgency: Urgency): Promise<void> =>
    new Promise((resolve) => {
      queues[urgency].push(resolve);
      if (isGoing) return;
      isGoing = true;
      setImmediate(next);
    });
  return {
    run: async (call, urgency = "short") => {
      await enter(urgency);
      return await call();
    },
    take: () => (performance.now() - beganAtMs < turnMs ? undefined : enter(urgencyNow)),
  };
};

/** One turn of so many is for long calls, if there are any. */
const LONG_EVERY = 8;

/** Length of a turn: longer than nearly all steps. */
const TURN_MS = 10;
