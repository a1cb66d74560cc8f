import type { Failure } from "./failure.ts";

/** Counts what a program does, for its metrics. */
export interface Meter {
  readonly startedAtMs: number;
  /** Requests that arrived, those that ended well, and those under way. */
  readonly requests: { received: number; completed: number; inFlight: number };
  /** Requests that wait for their turn. */
  queued: number;
  /** By name. */
  readonly counts: ReadonlyMap<string, number>;
  count(name: string): void;
  /** Runs a request; what it gives is its failure. */
  measure(request: () => Promise<Failure | undefined>): Promise<Failure | undefined>;
}

export const createMeter = (): Meter => {
  const counts = new Map<string, number>();
  const requests = { received: 0, completed: 0, inFlight: 0 };
  return {
    startedAtMs: Date.now(),
    requests,
    queued: 0,
    counts,
    count: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    measure: async (request) => {
      requests.received += 1;
      requests.inFlight += 1;
      const failure = await request();
      requests.inFlight -= 1;
      if (failure === undefined) requests.completed += 1;
      return failure;
    },
  };
};
