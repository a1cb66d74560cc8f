/** Milliseconds of virtual time since the world's epoch, integer. */
export type VirtualMs = number & { readonly __unit?: "virtual-ms" };

/** Milliseconds of real time since the Unix epoch, integer. */
export type WallMs = number & { readonly __unit?: "wall-ms" };

/** The instant that simulated worlds start from: 2026-01-05T08:00:00Z, a Monday morning. */
export const WORLD_EPOCH_MS = 1_767_600_000_000;

/** Reads the time; a view cannot move it. Milliseconds since the Unix epoch as the world sees it. */
export interface ReadClock {
  nowMs(): number;
}

/** Reads and passes the time of a world. */
export interface Clock extends ReadClock {
  /** Lets `ms` milliseconds pass in the world. */
  sleep(ms: number): Promise<void>;
  /**
   * Lets time pass until the predicate holds.
   *
   * The predicate is asked again after each change of the world (simulated) or poll interval (real).
   * @returns true when it held, false when `timeoutMs` passed first
   */
  until(predicate: () => Promise<boolean>, options: UntilOptions): Promise<boolean>;
}

/** Options of waiting for a predicate. */
export interface UntilOptions {
  readonly timeoutMs: number;
  /**
   * Time between two questions in a simulated world, ms, for predicates that are dear: each is asked after all changes within so much time,
   * 0 after all of one instant. Missing: after each change.
   */
  readonly everyMs?: number;
}
