import { queueWaitMs, type Spread, throttledShare } from "./distribution.ts";

/** Wait of requests that come at random times for a processor, as long as they are fewer than it can do. */
export const processorWait = (ratePerS: number, cpuMs: number, cores: number): Spread => {
  const meanMs = throttledShare(ratePerS, cpuMs, cores) * THROTTLED_WAIT_MS + queueWaitMs(ratePerS, cpuMs / Math.max(cores, 0.001), 1);
  return { meanMs, variance: meanMs * meanMs };
};

/** Average wait of a throttled request: half a CFS period, ms. */
const THROTTLED_WAIT_MS = 50;
