/** Counts requests by the second in which they began, for some hours. Times are wall milliseconds. */
export interface TrafficCount {
  add(atMs: number, isError: boolean): void;
  /** Sums over the seconds that begin in a span. */
  between(fromMs: number, toMs: number): { readonly requests: number; readonly errors: number };
  clear(): void;
}

/** Creates an empty count. */
export const createTrafficCount = (): TrafficCount => {
  /** Sums by second, oldest first. */
  const seconds = new Map<number, { requests: number; errors: number }>();
  return {
    add: (atMs, isError) => {
      const second = Math.floor(atMs / 1_000);
      const sums = seconds.get(second) ?? { requests: 0, errors: 0 };
      sums.requests += 1;
      sums.errors += isError ? 1 : 0;
      seconds.set(second, sums);
      const oldest = seconds.keys().next().value as number;
      if (seconds.size > KEPT_SECONDS) seconds.delete(oldest);
    },
    between: (fromMs, toMs) => {
      let [requests, errors] = [0, 0];
      for (const [second, sums] of seconds) {
        if (second * 1_000 < fromMs || second * 1_000 >= toMs) continue;
        requests += sums.requests;
        errors += sums.errors;
      }
      return { requests, errors };
    },
    clear: () => seconds.clear(),
  };
};

/** Seconds that are kept, more than the duration of any episode. */
const KEPT_SECONDS = 6 * 3_600;
