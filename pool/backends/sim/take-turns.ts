import type { TakeTurns } from "./create-work-meter.ts";
import type { NoteTurn } from "./turn-board.ts";

/** Runs calls of many episodes in one thread, long ones in turns with the others. */
export interface Turns {
  /** Runs a call when its turn comes; missing: it is waited for. @param number of the call; missing: it is nobody's */
  run<T>(call: () => Promise<T>, urgency?: Urgency, number?: number): Promise<T>;
  /** To be asked during long work: a promise to wait for when it is others' turn. */
  readonly take: TakeTurns;
}

/** Length that is expected of a call: a reset is long. Work ahead, which nobody waits for, is idle. */
export type Urgency = "short" | "long" | "idle";

/**
 * Creates turns. A call that ends within its turn is never interrupted, so that short ones come in their order; a longer one
 * goes to the end of the queue, and messages from outside are read before the next.
 *
 * Nobody holds a turn: a call that waits for what another one does, such as an incident that both need, stops nobody.
 * Long calls give way to short ones, and still have every `LONG_EVERY`th turn while short ones keep coming.
 * @param note told of each turn, and when there is nobody left
 */
export const createTurns = (turnMs = TURN_MS, note: NoteTurn = () => undefined): Turns => {
  const queues: Record<"short" | "long", Entry[]> = { short: [], long: [] };
  let isGoing = false;
  let beganAtMs = 0;
  let urgencyNow: Urgency = "short";
  let numberNow: number | undefined;
  let shortInARow = 0;

  const choose = (): "short" | "long" => {
    if (queues.long.length === 0) return "short";
    return queues.short.length === 0 || shortInARow >= LONG_EVERY - 1 ? "long" : "short";
  };
  const next = (): void => {
    const entry = queues[choose()].shift();
    isGoing = entry !== undefined;
    note(entry?.number);
    if (entry === undefined) return;
    shortInARow = entry.urgency === "short" ? shortInARow + 1 : 0;
    urgencyNow = entry.urgency;
    numberNow = entry.number;
    beganAtMs = performance.now();
    entry.go();
    // A simulated world never waits for the outside, so this comes when the turn is over.
    setImmediate(next);
  };
  const enter = (urgency: Urgency, number: number | undefined): Promise<void> =>
    new Promise((resolve) => {
      queues[urgency === "short" ? "short" : "long"].push({ urgency, number, go: resolve });
      if (isGoing) return;
      isGoing = true;
      setImmediate(next);
    });
  return {
    run: async (call, urgency = "short", number = undefined) => {
      await enter(urgency, number);
      return await call();
    },
    take: () =>
      performance.now() - beganAtMs < (urgencyNow === "idle" ? turnMs / IDLE_PARTS : turnMs) ? undefined : enter(urgencyNow, numberNow),
  };
};

/** A call that waits for its turn. */
interface Entry {
  readonly urgency: Urgency;
  readonly number: number | undefined;
  readonly go: () => void;
}

/** Turns of idle work are shorter by this factor: a client that comes meanwhile hardly notices it. */
const IDLE_PARTS = 8;

/** One turn of so many is for long calls, if there are any. */
const LONG_EVERY = 8;

/** Length of a turn: longer than nearly all steps. */
const TURN_MS = 10;
