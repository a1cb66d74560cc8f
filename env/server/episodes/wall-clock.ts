/** Real time, passed in so that tests can control it. */
export interface WallClock {
  /** Milliseconds since the Unix epoch; never goes back. */
  nowMs(): number;
  /** Runs a function after a delay. @returns a function that cancels it */
  after(ms: number, run: () => void): () => void;
}

/** Clock of the machine, based on its monotonic timer. */
export const systemClock: WallClock = {
  nowMs: () => Math.round(performance.timeOrigin + performance.now()),
  after: (ms, run) => {
    const timer = setTimeout(run, Math.min(ms, TIMEOUT_MAX_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Maximum delay of a timer, beyond which Node fires at once. */
const TIMEOUT_MAX_MS = 2_147_483_647;
