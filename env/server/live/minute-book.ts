/** Ends of episodes within one minute of the server's clock. */
export interface Minute {
  readonly ended: number;
  /** Those with a valid score, their successes, and the sum of their returns. */
  readonly scored: number;
  readonly succeeded: number;
  readonly returns: number;
}

/** Counts of ends by the minute, for the last hour. */
export interface MinuteBook {
  /** Counts an end. @param end `return` undefined: without a valid score */
  add(nowMs: number, end: { readonly return: number | undefined; readonly success: boolean }): void;
  /** Reads the last hour, a minute without ends being zeros, the present one last. */
  read(nowMs: number): readonly Minute[];
}

/** Creates an empty book. */
export const createMinuteBook = (): MinuteBook => {
  const minutes = new Map<number, Minute>();
  return {
    add: (nowMs, { return: value, success }) => {
      const minute = minuteOf(nowMs);
      const { ended, scored, succeeded, returns } = minutes.get(minute) ?? NOTHING;
      const isScored = value !== undefined;
      minutes.set(minute, {
        ended: ended + 1,
        scored: scored + (isScored ? 1 : 0),
        succeeded: succeeded + (isScored && success ? 1 : 0),
        returns: returns + (value ?? 0),
      });
      for (const key of minutes.keys()) if (key <= minute - KEPT) minutes.delete(key);
    },
    read: (nowMs) => Array.from({ length: KEPT }, (_, i) => minutes.get(minuteOf(nowMs) - KEPT + 1 + i) ?? NOTHING),
  };
};

const KEPT = 60;
const NOTHING: Minute = { ended: 0, scored: 0, succeeded: 0, returns: 0 };

const minuteOf = (ms: number): number => Math.floor(ms / 60_000);
