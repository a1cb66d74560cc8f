import type { Labels } from "./labels.ts";
import type { AggregateExpr } from "./syntax/expr.ts";
import type { Sample } from "./value.ts";

/** One time series: samples in order of time. */
export interface Series {
  readonly labels: Labels;
  readonly timesMs: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /** Instants of stale markers, in order: from there until the next sample the series is gone. */
  readonly staleAtMs?: readonly number[];
  /** True: values never decrease, and of those asked for by their ends only the first and the last are right. */
  readonly isMonotone?: true;
}

/** Samples of a series that are needed: all, the newest (and a stale marker after it), or the first and the last. */
export type Needed = "all" | "newest" | "ends";

/** `=`, `!=`, `=~` or `!~` on one label. */
export interface Matcher {
  readonly name: string;
  readonly op: "=" | "!=" | "=~" | "!~";
  readonly value: string;
  /** Tells whether a label value passes; a missing label has the value "". */
  readonly matches: (value: string) => boolean;
}

/** Source of samples. Pure: the same query gives the same result. */
export interface SeriesSource {
  /**
   * Series that pass all matchers, with their samples in [fromMs, toMs]; series without samples there may be left out.
   * No two of them have the same labels.
   */
  select(matchers: readonly Matcher[], fromMs: number, toMs: number, needed?: Needed): readonly Series[];
  /** Result of an aggregation at an instant, equal to evaluating it over the series; undefined: evaluate it. */
  aggregated?(expr: AggregateExpr, atMs: number): readonly Sample[] | undefined;
}

/** True when a label set passes all matchers. */
export const matchesAll = (matchers: readonly Matcher[], labels: Labels): boolean => {
  for (const matcher of matchers) if (!matcher.matches(labels[matcher.name] ?? "")) return false;
  return true;
};

/** Index of the newest sample at or before an instant, or -1. */
export const lastIndexAt = (timesMs: ArrayLike<number>, atMs: number): number => {
  let low = 0;
  let high = timesMs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timesMs[middle] as number) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};
