import type { World } from "../../kernel/world.ts";
import type { Labels } from "../promql/labels.ts";
import { type Matcher, matchesAll, type Needed, type Series } from "../promql/series.ts";
import type { SampledFamily, SampledSeries } from "./metric-family.ts";
import { scrapeInstants } from "./scrape.ts";

/** The series of a sampled family in a span of time. */
export const sampledSeries = (
  world: World,
  family: SampledFamily,
  matchers: readonly Matcher[],
  span: { readonly fromMs: number; readonly toMs: number; readonly needed: Needed },
): readonly Series[] => {
  const instants = scrapeInstants(family.job, span.fromMs, span.toMs, span.needed === "newest");
  if (instants.length === 0) return [];
  const result: Series[] = [];
  for (const series of family.series(world, matchers)) {
    if (series.fromMs > span.toMs || (series.untilMs !== undefined && series.untilMs <= span.fromMs)) continue;
    if (!matchesAll(matchers, series.labels)) continue;
    const seen = endedEarly(family, series, instants, span);
    const sampled = span.needed === "ends" && series.isMonotone ? sampleEnds(series, seen) : sample(series, seen);
    if (sampled !== undefined) result.push(sampled);
  }
  return result;
};

/** The label sets of a family's series that had a sample in a span of time. */
export const sampledLabels = (
  world: World,
  family: SampledFamily,
  matchers: readonly Matcher[],
  span: { readonly fromMs: number; readonly toMs: number },
): readonly Labels[] =>
  family.series(world, matchers).flatMap(({ labels, fromMs, untilMs, valueAt }) => {
    if (fromMs > span.toMs || (untilMs !== undefined && untilMs <= span.fromMs) || !matchesAll(matchers, labels)) return [];
    const [newest] = scrapeInstants(
      family.job,
      Math.max(fromMs, span.fromMs),
      Math.min(span.toMs, (untilMs ?? Number.POSITIVE_INFINITY) - 1),
      true,
    );
    return newest === undefined || valueAt(newest) === undefined ? [] : [labels];
  });

/** Of a series that ended, the newest sample lies before its end. */
const endedEarly = (
  family: SampledFamily,
  series: SampledSeries,
  instants: readonly number[],
  span: { readonly fromMs: number; readonly toMs: number; readonly needed: Needed },
): readonly number[] => {
  const last = instants.at(-1);
  if (span.needed !== "newest" || last === undefined || series.untilMs === undefined || last < series.untilMs) return instants;
  const before = scrapeInstants(family.job, span.fromMs, series.untilMs - 1, true);
  return series.lingers ? before : [...before, last];
};

/** The samples' instants, with the values of the first and the last of them. */
const sampleEnds = (series: SampledSeries, instants: readonly number[]): Series | undefined => {
  const { fromMs, untilMs, labels } = series;
  let last = instants.length - 1;
  while (untilMs !== undefined && last >= 0 && (instants[last] as number) >= untilMs) last -= 1;
  const newest = last < 0 ? undefined : series.valueAt(instants[last] as number);
  if (newest === undefined) return undefined;
  let first = 0;
  let oldest: number | undefined;
  while ((instants[first] as number) < fromMs) first += 1;
  if (first > last) return undefined;
  for (; ; first++) {
    oldest = first === last ? newest : series.valueAt(instants[first] as number);
    if (oldest !== undefined) break;
  }
  const isWhole = first === 0 && last === instants.length - 1;
  const values = new Array<number>(last - first + 1).fill(newest);
  values[0] = oldest;
  return { labels, timesMs: isWhole ? instants : instants.slice(first, last + 1), values, isMonotone: true };
};

const sample = (series: SampledSeries, instants: readonly number[]): Series | undefined => {
  const timesMs: number[] = [];
  const values: number[] = [];
  const staleAtMs: number[] = [];
  for (const atMs of instants) {
    const value = atMs < series.fromMs || (series.untilMs !== undefined && atMs >= series.untilMs) ? undefined : series.valueAt(atMs);
    if (value !== undefined) {
      timesMs.push(atMs);
      values.push(value);
    } else if (timesMs.length > staleAtMs.length && !series.lingers && timesMs.at(-1) !== undefined) staleAtMs.push(atMs);
  }
  if (timesMs.length === 0) return undefined;
  return staleAtMs.length === 0 ? { labels: series.labels, timesMs, values } : { labels: series.labels, timesMs, values, staleAtMs };
};
