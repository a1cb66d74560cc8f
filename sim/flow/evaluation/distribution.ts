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
  const rho = utilisation(ratePerS, serviceMs, workers);
  return (waitingShare(rho, workers) / (workers * (1 - rho))) * serviceMs;
};

/** Wait for one of `workers` servers whose times spread so (Allen and Cunneen): none, or an exponential one of those who have to wait. */
export const queueWait = (ratePerS: number, service: Spread, workers: number): Spread => {
  const { meanMs, variance } = service;
  if (ratePerS <= 0 || meanMs <= 0) return NO_TIME;
  const waiting = waitingShare(utilisation(ratePerS, meanMs, workers), workers);
  if (waiting < LEAST_SHARE) return NO_TIME;
  const wait = (queueWaitMs(ratePerS, meanMs, workers) * (1 + variance / (meanMs * meanMs))) / 2;
  return { meanMs: wait, variance: wait * wait * (2 / waiting - 1) };
};

/** Share below which nobody waits: the square of such a wait is less than any number, and its quotient by the share none. */
const LEAST_SHARE = 1e-100;

const utilisation = (ratePerS: number, serviceMs: number, workers: number): number =>
  Math.min(0.98, (ratePerS * serviceMs) / 1000 / workers);

/** Share of requests that find all servers busy. */
export const waitingShare = (rho: number, workers: number): number => rho ** (Math.sqrt(2 * (workers + 1)) - 1);

const NO_TIME: Spread = { meanMs: 0, variance: 0 };

/** The part of a spread below a bound, taking it for lognormal. */
export const cutOff = (spread: Spread, boundMs: number): Spread => {
  const { meanMs, variance } = spread;
  if (meanMs <= 0 || variance <= 0) return spread;
  const sigma2 = Math.log(1 + variance / (meanMs * meanMs));
  const sigma = Math.sqrt(sigma2);
  const z = (Math.log(boundMs / meanMs) + sigma2 / 2) / sigma;
  const below = normalShare(z);
  // Hardly anything is below: what is, is close to the bound.
  if (below < 1e-6) return { meanMs: boundMs, variance: 0 };
  const mean = (meanMs * normalShare(z - sigma)) / below;
  const square = ((variance + meanMs * meanMs) * normalShare(z - 2 * sigma)) / below;
  return { meanMs: mean, variance: Math.max(0, square - mean * mean) };
};

/** The longest of several independent lognormal durations, by the product of their distributions. */
export const longest = (spreads: readonly Spread[]): Spread => {
  const bounds = spreads.map(({ meanMs, variance }) => meanMs + 9 * Math.sqrt(variance));
  const endMs = Math.max(...bounds);
  let meanMs = 0;
  let square = 0;
  let [atMs, above] = [0, 1];
  // Steps that grow: durations are fine at the start of the scale and coarse at its end.
  for (let i = 1; i <= STEPS; i++) {
    const nextMs = endMs * (i / STEPS) ** 3;
    const nextAbove = 1 - spreads.reduce((share, spread) => share * (1 - shareAbove(spread, nextMs)), 1);
    meanMs += ((above + nextAbove) / 2) * (nextMs - atMs);
    square += (above * atMs + nextAbove * nextMs) * (nextMs - atMs);
    [atMs, above] = [nextMs, nextAbove];
  }
  return { meanMs, variance: Math.max(0, square - meanMs * meanMs) };
};

const STEPS = 48;

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
