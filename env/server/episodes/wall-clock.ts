/** Real time, handed in so that tests can move it. */
export interface WallClock {
  /** Milliseconds since the Unix epoch; never goes back. */
  nowMs(): number;
  /** Runs something later; the function that comes back calls it off. */
  after(ms: number, run: () => void): () => void;
}

/** The clock of the machine, by its monotonic timer. */
export const systemClock: WallClock = {
  nowMs: () => Math.round(performance.timeOrigin + performance.now()),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(ms, TIMEOUT_MAX_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Node fires at once when asked for more. */
const TIMEOUT_MAX_MS = 2_147_483_647;
