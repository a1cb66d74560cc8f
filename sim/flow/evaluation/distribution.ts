import { keepUpTo } from "#core/keep-up-to.ts";
/** A duration as a mean and a variance (ms, ms²). */
export interface Spread {
  readonly meanMs: number;
  readonly variance: number;
}

/** Mean and variance of the lognormal with this median and 99th percentile. */
export const lognormal = (medianMs: number, p99Ms: number): Spread => {
  const sigma = Math.log(p99Ms / medianMs) / Z99;
  const meanMs = medianMs * Math.exp((sigma * sigma) / 2);
  return { meanMs, variance: meanMs * meanMs * (Math.exp(sigma * sigma) - 1) };
};

/** Share of durations above a bound, taking the spread for lognormal. */
export const shareAbove = ({ meanMs, variance }: Spread, boundMs: number): number => {
  if (meanMs <= 0) return 0;
  if (variance <= 0) return meanMs > boundMs ? 1 : 0;
  const sigma2 = Math.log(1 + variance / (meanMs * meanMs));
  const mu = Math.log(meanMs) - sigma2 / 2;
  return 1 - normalShare((Math.log(boundMs) - mu) / Math.sqrt(sigma2));
};

/** Share of the standard normal distribution below z; Abramowitz and Stegun 7.1.26, good to 1e-7. */
export const normalShare = (z: number): number => {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const tail = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t * Math.exp(-x * x);
  return z >= 0 ? 1 - tail / 2 : tail / 2;
};

/** Mean wait for one of `workers` servers (Sakasegawa, C² = 1); utilisation is capped at 0.98. */
export const queueWaitMs = (ratePerS: number, serviceMs: number, workers: number): number => {
  if (ratePerS <= 0 || serviceMs <= 0) return 0;
  const rho = Math.min(0.98, (ratePerS * serviceMs) / 1000 / workers);
  return (rho ** (Math.sqrt(2 * (workers + 1)) - 1) / (workers * (1 - rho))) * serviceMs;
};

/** Share of the 100 ms periods in which a CPU limit holds a process back. */
export const throttledShare = (ratePerS: number, cpuMs: number, limitCores: number): number => {
  const cpuS = cpuMs / 1000;
  const demand = ratePerS * cpuS;
  if (demand >= limitCores) return 1;
  const deviation = Math.sqrt(0.1 * ratePerS * cpuS * cpuS * 2);
  return deviation === 0 ? 0 : 1 - normalShare((0.1 * (limitCores - demand)) / deviation);
};

/** Rounds to six significant digits, as everything that enters the history is. */
export const quantise = (value: number): number => {
  return Number.isInteger(value) ? value : keptRounded(value, round);
};

/** The same few rates and latencies are rounded again and again, by way of text. */
const keptRounded = keepUpTo<number, number>(4096);

const round = (value: number): number => Number(value.toPrecision(6));

const Z99 = 2.3263478740408408;
