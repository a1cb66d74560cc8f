import type { Window } from "../value.ts";
import { quantileOf } from "./quantile.ts";

/** A function of one range vector element and scalar arguments; undefined: no result for this series. */
export type RangeFunction = (window: Window, args: readonly number[], atMs: number) => number | undefined;

/** Increase to extrapolate: the first and last of some samples, and the growth between them. */
export interface SampledIncrease {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly count: number;
  readonly first: number;
  readonly delta: number;
}

/** Increase over a window, extrapolated to its ends as Prometheus does; of at least two samples. */
export const extrapolate = (
  { firstMs, lastMs, count, first, delta }: SampledIncrease,
  window: { readonly startMs: number; readonly endMs: number },
  { isCounter, isRate }: { readonly isCounter: boolean; readonly isRate: boolean },
): number => {
  const sampled = (lastMs - firstMs) / 1000;
  const average = sampled / (count - 1);
  const threshold = average * 1.1;
  let toStart = (firstMs - window.startMs) / 1000;
  let toEnd = (window.endMs - lastMs) / 1000;
  if (toStart >= threshold) toStart = average / 2;
  // A counter cannot be negative: do not extrapolate beyond the point where it was zero.
  if (isCounter && delta > 0 && first >= 0) toStart = Math.min(toStart, sampled * (first / delta));
  if (toEnd >= threshold) toEnd = average / 2;
  let factor = (sampled + toStart + toEnd) / sampled;
  if (isRate) factor /= (window.endMs - window.startMs) / 1000;
  return delta * factor;
};

const extrapolated = (isCounter: boolean, isRate: boolean): RangeFunction => {
  const kind = { isCounter, isRate };
  return (window) => {
    const { timesMs, values, from, to } = window;
    const count = to - from;
    if (count < 2) return undefined;
    const first = values[from] as number;
    let delta = (values[to - 1] as number) - first;
    if (isCounter && window.isMonotone === undefined) {
      for (let i = from + 1; i < to; i++) if ((values[i] as number) < (values[i - 1] as number)) delta += values[i - 1] as number;
    }
    return extrapolate({ firstMs: timesMs[from] as number, lastMs: timesMs[to - 1] as number, count, first, delta }, window, kind);
  };
};

const instant =
  (isRate: boolean): RangeFunction =>
  ({ timesMs, values, from, to }) => {
    if (to - from < 2) return undefined;
    const last = values[to - 1] as number;
    const before = values[to - 2] as number;
    const delta = isRate && last < before ? last : last - before;
    return isRate ? delta / (((timesMs[to - 1] as number) - (timesMs[to - 2] as number)) / 1000) : delta;
  };

const fold =
  (initial: number, step: (sum: number, value: number) => number): RangeFunction =>
  ({ values, from, to }) => {
    let sum = initial;
    for (let i = from; i < to; i++) sum = step(sum, values[i] as number);
    return sum;
  };

/** Kahan's summation, as Prometheus sums. */
const sumOf: RangeFunction = ({ values, from, to }) => {
  let sum = 0;
  let lost = 0;
  for (let i = from; i < to; i++) {
    const value = values[i] as number;
    const next = sum + value;
    if (Number.isFinite(next)) lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return Number.isFinite(sum) ? sum + lost : sum;
};

const average: RangeFunction = (window, args, atMs) => (sumOf(window, args, atMs) as number) / (window.to - window.from);

const variance: RangeFunction = ({ values, from, to }) => {
  let mean = 0;
  let squares = 0;
  for (let i = from; i < to; i++) {
    const value = values[i] as number;
    const delta = value - mean;
    mean += delta / (i - from + 1);
    squares += delta * (value - mean);
  }
  return squares / (to - from);
};

const listOf = ({ values, from, to }: Window): number[] => Array.from({ length: to - from }, (_, i) => values[from + i] as number);

const countSteps =
  (isStep: (before: number, after: number) => boolean): RangeFunction =>
  ({ values, from, to }) => {
    let count = 0;
    for (let i = from + 1; i < to; i++) if (isStep(values[i - 1] as number, values[i] as number)) count += 1;
    return count;
  };

/** Least squares around an instant: slope per second and value there. */
const regression = ({ timesMs, values, from, to }: Window, aroundMs: number): { readonly slope: number; readonly intercept: number } => {
  if (isConstant(values, from, to)) {
    const value = values[from] as number;
    return Number.isFinite(value) ? { slope: 0, intercept: value } : { slope: Number.NaN, intercept: Number.NaN };
  }
  const count = to - from;
  let sumX = 0;
  let sumY = 0;
  let sumXY = 0;
  let sumX2 = 0;
  for (let i = from; i < to; i++) {
    const x = ((timesMs[i] as number) - aroundMs) / 1000;
    const y = values[i] as number;
    sumX += x;
    sumY += y;
    sumXY += x * y;
    sumX2 += x * x;
  }
  const covariance = sumXY - (sumX * sumY) / count;
  const spread = sumX2 - (sumX * sumX) / count;
  const slope = covariance / spread;
  return { slope, intercept: sumY / count - (slope * sumX) / count };
};

const isConstant = (values: ArrayLike<number>, from: number, to: number): boolean => {
  for (let i = from + 1; i < to; i++) if (values[i] !== values[from]) return false;
  return true;
};

const smoothing: RangeFunction = (window, [smooth = 0, trendFactor = 0]) => {
  if (window.to - window.from < 2) return undefined;
  const values = listOf(window);
  let [s0, s1] = [0, values[0] as number];
  let b = (values[1] as number) - (values[0] as number);
  for (let i = 1; i < values.length; i++) {
    if (i > 1) b = trendFactor * (s1 - s0) + (1 - trendFactor) * b;
    const next = smooth * (values[i] as number) + (1 - smooth) * (s1 + b);
    [s0, s1] = [s1, next];
  }
  return s1;
};

const median = (values: number[]): number => quantileOf(0.5, values);

/** The functions of range vectors by name. */
export const RANGE_FUNCTIONS: ReadonlyMap<string, RangeFunction> = new Map<string, RangeFunction>([
  ["rate", extrapolated(true, true)],
  ["increase", extrapolated(true, false)],
  ["delta", extrapolated(false, false)],
  ["irate", instant(true)],
  ["idelta", instant(false)],
  ["sum_over_time", sumOf],
  ["avg_over_time", average],
  ["count_over_time", ({ from, to }) => to - from],
  ["min_over_time", fold(Number.NaN, (least, value) => (value < least || Number.isNaN(least) ? value : least))],
  ["max_over_time", fold(Number.NaN, (most, value) => (value > most || Number.isNaN(most) ? value : most))],
  ["last_over_time", ({ values, to }) => values[to - 1]],
  ["first_over_time", ({ values, from }) => values[from]],
  ["present_over_time", () => 1],
  ["stdvar_over_time", variance],
  ["stddev_over_time", (window, args, atMs) => Math.sqrt(variance(window, args, atMs) as number)],
  ["quantile_over_time", (window, [phi = Number.NaN]) => quantileOf(phi, listOf(window))],
  [
    "mad_over_time",
    (window) => {
      const values = listOf(window);
      if (values.some(Number.isNaN)) return Number.NaN;
      const middle = median(values);
      return median(values.map((value) => Math.abs(value - middle)));
    },
  ],
  ["changes", countSteps((before, after) => before !== after && !(Number.isNaN(before) && Number.isNaN(after)))],
  ["resets", countSteps((before, after) => after < before)],
  ["deriv", (window) => (window.to - window.from < 2 ? undefined : regression(window, window.timesMs[window.from] as number).slope)],
  [
    "predict_linear",
    (window, [seconds = 0], atMs) => {
      if (window.to - window.from < 2) return undefined;
      const { slope, intercept } = regression(window, atMs);
      return slope * seconds + intercept;
    },
  ],
  ["double_exponential_smoothing", smoothing],
  ["holt_winters", smoothing],
]);

/** Functions that return samples of the series themselves and so keep its name. */
export const KEEPS_NAME: ReadonlySet<string> = new Set(["last_over_time", "first_over_time"]);
