import { queueWait, type Spread } from "./distribution.ts";
import type { PoolDemand } from "./evaluation.ts";

/** State of a pool under load. */
export interface PoolState {
  /** Wait of a command for its connection. */
  readonly wait: Spread;
  /** Share of the commands that give up before they get one. */
  readonly givenUp: number;
  /** Requests per second for which there are connections, those that give up included. */
  readonly perS: number;
}

interface Requests {
  /** Requests per second. */
  readonly rate: number;
  /** Requests that may wait at once. */
  readonly atOnce: number;
}

/**
 * State of a pool: its connections are the workers of a queue, in which those who have no connection yet wait.
 *
 * Where more is asked than the connections do, all who can wait do so, and each as long as it takes the others to be served. Only where that is
 * longer than they have patience do they fail.
 */
export const poolState = ({ connections, waitMs, hold, perRequest }: PoolDemand, { rate, atOnce }: Requests): PoolState => {
  const offered = rate * perRequest;
  const servedPerS = (connections * 1000) / hold.meanMs;
  const impatientPerS = waitMs === undefined ? 0 : (atOnce * 1000) / waitMs;
  if (waitMs === undefined || offered <= servedPerS || servedPerS >= impatientPerS)
    return { wait: queueWait(offered, hold, connections), givenUp: 0, perS: servedPerS / perRequest };
  const attempts = Math.min(offered, impatientPerS);
  return { wait: { meanMs: waitMs, variance: 0 }, givenUp: 1 - servedPerS / attempts, perS: attempts / perRequest };
};
