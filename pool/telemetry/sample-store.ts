import { type Labels, labelsKey, METRIC_NAME } from "#sim/telemetry/promql/labels.ts";
import { type Matcher, matchesAll, type Series, type SeriesSource } from "#sim/telemetry/promql/series.ts";
import type { Sample } from "./exposition.ts";

/**
 * Samples of the last hours in memory.
 *
 * Scrape times are stored once per target, and of a series only changes of its value, since most values never change.
 */
export interface SampleStore extends SeriesSource {
  /** Adds the samples of one scrape of a target. Series of the target that are not among them end there. Times must grow. */
  take(target: string, atMs: number, samples: readonly Sample[], options?: TakeOptions): void;
  /** Lists the label sets of the series with samples in a span. */
  list(matchers: readonly Matcher[], fromMs: number, toMs: number): readonly Labels[];
  /** Removes everything. */
  clear(): void;
  /** Number of series, and of those that were refused at the bound since the store was cleared. */
  size(): { readonly series: number; readonly refused: number };
}

export interface TakeOptions {
  /** True: the target writes its own sample times, so no staleness marker ends a series. */
  readonly lingers?: boolean;
}

export interface SampleStoreBounds {
  /** Maximum number of series. */
  readonly seriesMax: number;
  /** Maximum number of scrapes of each target. */
  readonly scrapesMax: number;
}

/** Creates an empty store. */
export const createSampleStore = ({ seriesMax, scrapesMax }: SampleStoreBounds): SampleStore => {
  const targets = new Map<string, Target>();
  const byName = new Map<string, Set<StoredSeries>>();
  let held = 0;
  let refused = 0;

  const add = (target: Target, key: string, labels: Labels, lingers: boolean): StoredSeries | undefined => {
    if (held >= seriesMax) {
      refused += 1;
      return undefined;
    }
    held += 1;
    const series: StoredSeries = { labels, target, lingers, changes: [], seen: -1 };
    target.series.set(key, series);
    const name = labels[METRIC_NAME] ?? "";
    const named = byName.get(name);
    if (named === undefined) byName.set(name, new Set([series]));
    else named.add(series);
    return series;
  };
  const remove = (target: Target, key: string, series: StoredSeries): void => {
    held -= 1;
    target.series.delete(key);
    byName.get(series.labels[METRIC_NAME] ?? "")?.delete(series);
  };
  const forgetOld = (target: Target): void => {
    const excess = target.timesMs.length - scrapesMax;
    if (excess < scrapesMax / 8) return;
    target.timesMs.splice(0, excess);
    target.first += excess;
    for (const [key, series] of target.series) {
      const { changes } = series;
      const older = changes.findLastIndex(({ scrape }) => scrape <= target.first);
      if (older > 0) changes.splice(0, older);
      if (changes.length === 1 && changes[0]?.value === undefined) remove(target, key, series);
    }
  };
  const found = (matchers: readonly Matcher[]): readonly StoredSeries[] => {
    const exact = matchers.find(({ name, op }) => name === METRIC_NAME && op === "=");
    const candidates = exact === undefined ? [...byName.values()].flatMap((named) => [...named]) : [...(byName.get(exact.value) ?? [])];
    return candidates.filter(({ labels }) => matchesAll(matchers, labels));
  };
  return {
    take: (name, atMs, samples, { lingers = false } = {}) => {
      const target = targets.get(name) ?? { timesMs: [], first: 0, series: new Map<string, StoredSeries>() };
      targets.set(name, target);
      const scrape = target.first + target.timesMs.length;
      target.timesMs.push(atMs);
      for (const { labels, value } of samples) {
        const key = labelsKey(labels);
        const series = target.series.get(key) ?? add(target, key, labels, lingers);
        if (series === undefined) continue;
        series.seen = scrape;
        recordValue(series, scrape, value);
      }
      for (const series of target.series.values()) if (series.seen !== scrape) recordValue(series, scrape, undefined);
      forgetOld(target);
      if (target.series.size === 0 && samples.length === 0) targets.delete(name);
    },
    select: (matchers, fromMs, toMs) => found(matchers).flatMap((series) => expand(series, fromMs, toMs) ?? []),
    list: (matchers, fromMs, toMs) =>
      found(matchers).flatMap((series) => ((expand(series, fromMs, toMs)?.timesMs.length ?? 0) > 0 ? [series.labels] : [])),
    clear: () => {
      targets.clear();
      byName.clear();
      held = 0;
      refused = 0;
    },
    size: () => ({ series: held, refused }),
  };
};

interface Target {
  /** Times of the stored scrapes, ms. */
  readonly timesMs: number[];
  /** Number of the first stored scrape. */
  first: number;
  readonly series: Map<string, StoredSeries>;
}

interface StoredSeries {
  readonly labels: Labels;
  readonly target: Target;
  readonly lingers: boolean;
  /** Values by the scrape from which on they hold; undefined: no value. */
  readonly changes: { readonly scrape: number; readonly value: number | undefined }[];
  /** Number of the last scrape with this series. */
  seen: number;
}

const recordValue = ({ changes }: StoredSeries, scrape: number, value: number | undefined): void => {
  if (changes.length === 0 || !Object.is(changes.at(-1)?.value, value)) changes.push({ scrape, value });
};

/** Expands the samples of a series in a span; undefined if there are none. */
const expand = ({ labels, target, lingers, changes }: StoredSeries, fromMs: number, toMs: number): Series | undefined => {
  const { timesMs: all, first } = target;
  const timesMs: number[] = [];
  const values: number[] = [];
  const staleAtMs: number[] = [];
  for (const [i, { scrape, value }] of changes.entries()) {
    const begin = Math.max(0, scrape - first);
    const end = (changes[i + 1]?.scrape ?? first + all.length) - first;
    if (end <= 0 || (all[end - 1] as number) < fromMs) continue;
    if ((all[begin] as number) > toMs) break;
    if (value === undefined) {
      if (!lingers && (all[begin] as number) >= fromMs) staleAtMs.push(all[begin] as number);
      continue;
    }
    for (let at = begin; at < end; at++) {
      const atMs = all[at] as number;
      if (atMs < fromMs || atMs > toMs) continue;
      timesMs.push(atMs);
      values.push(value);
    }
  }
  if (timesMs.length + staleAtMs.length === 0) return undefined;
  return { labels, timesMs, values, ...(staleAtMs.length > 0 && { staleAtMs }) };
};
