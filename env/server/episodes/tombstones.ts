import type { Ending } from "../../host/episode-protocol.ts";

/** Ids that are spent, so that late duplicates find out. */
export interface Tombstones {
  add(id: string, ending: Ending | undefined, atMs?: number): void;
  get(id: string): Tombstone | undefined;
  /** Forgets what is older than the keeping time. */
  purge(): void;
  /** Tells whether something that happened then is still kept. */
  isKept(atMs: number): boolean;
}

export interface Tombstone {
  readonly atMs: number;
  /** Missing: never started. */
  readonly ending: Ending | undefined;
}

/** Creates an empty set; `keepMs` is how long ids stay spent. */
export const createTombstones = ({ keepMs, nowMs }: { readonly keepMs: number; readonly nowMs: () => number }): Tombstones => {
  const stones = new Map<string, Tombstone>();
  const purge = (): void => {
    for (const [id, { atMs }] of stones) {
      if (nowMs() - atMs < keepMs && stones.size <= TOMBSTONES_MAX) return; // oldest first
      stones.delete(id);
    }
  };
  return {
    add: (id, ending, atMs = nowMs()) => {
      stones.set(id, { atMs, ending });
      if (stones.size > TOMBSTONES_MAX) purge();
    },
    get: (id) => stones.get(id),
    purge,
    isKept: (atMs) => nowMs() - atMs < keepMs,
  };
};

/** Bound of memory, about 100 MB; beyond it the oldest ids may start again. */
const TOMBSTONES_MAX = 500_000;
