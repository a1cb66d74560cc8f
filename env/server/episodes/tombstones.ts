import type { Ending } from "../../host/episode-protocol.ts";

/** Used ids, so that late duplicates are recognised. */
export interface Tombstones {
  add(id: string, ending: Ending | undefined, atMs?: number): void;
  get(id: string): Tombstone | undefined;
  /** Removes tombstones beyond their time. */
  purge(): void;
  /** True if tombstones from this time are still kept. */
  isKept(atMs: number): boolean;
}

export interface Tombstone {
  readonly atMs: number;
  /** Ending of the episode; missing: it never started. */
  readonly ending: Ending | undefined;
}

/**
 * Creates an empty set.
 * @param options `keepMs` is the time for which ids stay used
 */
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

/** Maximum number of tombstones, about 100 MB; beyond it the oldest ids may start again. */
const TOMBSTONES_MAX = 500_000;
