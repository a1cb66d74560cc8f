/** Turn of a thread, and whose it is. */
export interface TurnSeen {
  /** Number of the turn, which grows with each. */
  readonly turn: number;
  /** Number of the call whose turn it is; undefined: of none. */
  readonly call: number | undefined;
}

/** Creates the memory in which a thread notes its turns, so that others can read them while it answers nothing. */
export const createTurnMemory = (): SharedArrayBuffer => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);

/** Returns a function that notes the beginning of a turn. @param memory missing: nobody reads it */
export const noteTurns = (memory: SharedArrayBuffer | undefined): NoteTurn => {
  if (memory === undefined) return () => undefined;
  const cells = new Int32Array(memory);
  return (call) => {
    Atomics.store(cells, CALL, call === undefined ? NOBODY : call + 1);
    Atomics.add(cells, TURN, 1);
  };
};

/** Notes whose turn begins; undefined: nobody's. */
export type NoteTurn = (call: number | undefined) => void;

/** Reads whose turn it is. */
export const readTurn = (memory: SharedArrayBuffer): TurnSeen => {
  const cells = new Int32Array(memory);
  const call = Atomics.load(cells, CALL);
  return { turn: Atomics.load(cells, TURN), call: call === NOBODY ? undefined : call - 1 };
};

/** Number of calls after which their numbers begin again: what fits into the memory. */
export const CALL_NUMBERS = 2 ** 31 - 1;

const TURN = 0;
const CALL = 1;
const NOBODY = 0;
