import { queueWaitMs, type Spread, throttledShare } from "./distribution.ts";

/** Processor of requests. */
interface Processor {
  /** Cores that its quota allows. */
  readonly limit: number;
  /** Cores that it gets of its machine's if it wants all of these. */
  readonly cores: number;
}

/** Wait of requests that come at random times for a processor, as long as they are fewer than it can do. */
export const processorWait = (ratePerS: number, cpuMs: number, { limit, cores }: Processor): Spread => {
  const meanMs =
    throttledShare(ratePerS, cpuMs, limit) * THROTTLED_WAIT_MS + queueWaitMs(ratePerS, cpuMs / Math.max(cores, LEAST_CORES), 1);
  return { meanMs, variance: meanMs * meanMs };
};

/** Time by which the work of one request takes longer since others run on the processor meanwhile: a thread has a core at most anyway. */
export const lostMs = (cpuMs: number, { limit, cores }: Processor): number => {
  const alone = Math.min(1, limit);
  return cores >= alone ? 0 : cpuMs * (alone / Math.max(cores, LEAST_CORES) - 1);
};

const LEAST_CORES = 0.001;

/** Average wait of a throttled request: half a CFS period, ms. */
const THROTTLED_WAIT_MS = 50;
