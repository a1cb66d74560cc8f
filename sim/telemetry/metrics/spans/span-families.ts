import { keepFor } from "#core/keep-for.ts";
import type { Labels } from "../../promql/labels.ts";
import type { SampledFamily, SampledSeries } from "../metric-family.ts";
import { SPANS_TARGET } from "../scraped-jobs.ts";
import { countsAt, type FlowSegment, latencyCountsAt, segmentAt } from "../traffic/flow-counts.ts";
import { type SpanGroup, spanGroups } from "./span-groups.ts";
import { CALLS, HISTOGRAM, SPAN_BOUNDS_MS, spanLabels } from "./span-labels.ts";

const OUTCOMES = [
  { status: "STATUS_CODE_UNSET", isError: false },
  { status: "STATUS_CODE_ERROR", isError: true },
] as const;

type Outcome = (typeof OUTCOMES)[number];

const firstMs = (group: SpanGroup): number =>
  group.streams.reduce((first, segment) => Math.min(first, segment.firstMs), Number.POSITIVE_INFINITY);

/** Number of spans by outcome; undefined before the first, when the collector knows no such series. */
const callsAt = (group: SpanGroup, atMs: number): readonly [unset: number | undefined, error: number | undefined] => {
  let byInstant = calls.get(group);
  if (byInstant === undefined || byInstant.size >= SCRAPES_KEPT) {
    byInstant = new Map();
    calls.set(group, byInstant);
  }
  let counts = byInstant.get(atMs);
  if (counts === undefined) {
    counts = sumCalls(group, atMs);
    byInstant.set(atMs, counts);
  }
  return counts;
};

const calls = new WeakMap<SpanGroup, Map<number, readonly [unset: number | undefined, error: number | undefined]>>();

const sumCalls = (group: SpanGroup, atMs: number): readonly [unset: number | undefined, error: number | undefined] => {
  let unset = 0;
  let error = 0;
  for (const newest of group.streams) {
    const segment = segmentAt(newest, atMs);
    if (segment === undefined) continue;
    const { requests, errors } = countsAt(segment, atMs);
    unset += requests - errors;
    error += errors;
  }
  return [unset === 0 ? undefined : unset, error === 0 ? undefined : error];
};

/** A group's histogram at a scrape, by outcome; the bounds' counts with +Inf last. */
interface GroupHistogram {
  readonly buckets: readonly [unset: readonly number[], error: readonly number[]];
  readonly sumMs: readonly [unset: number, error: number];
}

/** Histogram at an instant, with all buckets; cached for the last few scrapes, since each bucket is a series. */
const histogramAt = (group: SpanGroup, atMs: number): GroupHistogram => {
  let byInstant = histograms.get(group);
  if (byInstant === undefined || byInstant.size >= SCRAPES_KEPT) {
    byInstant = new Map();
    histograms.set(group, byInstant);
  }
  let histogram = byInstant.get(atMs);
  if (histogram === undefined) {
    histogram = sumHistograms(group, atMs);
    byInstant.set(atMs, histogram);
  }
  return histogram;
};

const histograms = new WeakMap<SpanGroup, Map<number, GroupHistogram>>();
const SCRAPES_KEPT = 64;

const sumHistograms = (group: SpanGroup, atMs: number): GroupHistogram => {
  const infinity = SPAN_BOUNDS_MS.length;
  const unset = new Array<number>(infinity + 1).fill(0);
  const error = new Array<number>(infinity + 1).fill(0);
  let unsetMs = 0;
  let errorMs = 0;
  for (const newest of group.streams) {
    const segment = segmentAt(newest, atMs);
    if (segment === undefined) continue;
    const counts = latencyCountsAt(segment, SPAN_BOUNDS_MS, atMs);
    for (let i = 0; i < infinity; i++) {
      unset[i] = (unset[i] as number) + (counts.successes[i] as number);
      error[i] = (error[i] as number) + (counts.errors[i] as number);
    }
    const { requests, errors } = countsAt(segment, atMs);
    unset[infinity] = (unset[infinity] as number) + requests - errors;
    error[infinity] = (error[infinity] as number) + errors;
    unsetMs += counts.successMs;
    errorMs += counts.errorMs;
  }
  return { buckets: [unset, error], sumMs: [unsetMs, errorMs] };
};

const eachOutcome = (group: SpanGroup, make: (outcome: Outcome) => readonly SampledSeries[]): readonly SampledSeries[] =>
  OUTCOMES.filter((outcome) => !outcome.isError || everFailed(group)).flatMap(make);

const everFailed = (group: SpanGroup): boolean => group.streams.some(hasErrors);

const hasErrors = (newest: FlowSegment): boolean => newest.before.errors > 0 || (newest.flow?.errors.length ?? 0) > 0;

const callSeries = (group: SpanGroup): readonly SampledSeries[] =>
  eachOutcome(group, (outcome) => [
    {
      labels: spanLabels(CALLS, group, outcome.status),
      fromMs: firstMs(group),
      isMonotone: true,
      valueAt: (atMs) => callsAt(group, atMs)[outcome.isError ? 1 : 0],
    },
  ]);

const durationSeries = (group: SpanGroup): readonly SampledSeries[] =>
  eachOutcome(group, (outcome) => {
    const fromMs = firstMs(group);
    const side = outcome.isError ? 1 : 0;
    const bucket = (i: number) => (atMs: number) => bucketsAt(group, side, atMs)?.[i];
    const sum = (atMs: number) => {
      const { buckets, sumMs } = histogramAt(group, atMs);
      return buckets[side][SPAN_BOUNDS_MS.length] === 0 ? undefined : Math.round(sumMs[side] * 1000) / 1000;
    };
    const total = bucket(SPAN_BOUNDS_MS.length);
    return [
      ...SPAN_BOUNDS_MS.map((bound, i) => ({
        labels: spanLabels(`${HISTOGRAM}_bucket`, group, outcome.status, `${bound}`),
        fromMs,
        isMonotone: true as const,
        valueAt: bucket(i),
      })),
      { labels: spanLabels(`${HISTOGRAM}_bucket`, group, outcome.status, "+Inf"), fromMs, isMonotone: true, valueAt: total },
      { labels: spanLabels(`${HISTOGRAM}_count`, group, outcome.status), fromMs, isMonotone: true, valueAt: total },
      { labels: spanLabels(`${HISTOGRAM}_sum`, group, outcome.status), fromMs, isMonotone: true, valueAt: sum },
    ];
  });

/** Counters of one outcome of a group that appear together: all buckets, or the number of spans alone. */
export interface Counters {
  readonly metric: string;
  readonly status: string;
  readonly fromMs: number;
  readonly valuesAt: (atMs: number) => readonly number[] | undefined;
}

/** The counters behind a group's series of a metric: `traces_span_metrics_calls_total` or the buckets of the histogram. */
export const countersOf = (group: SpanGroup, metric: string): readonly Counters[] => {
  const fromMs = firstMs(group);
  return OUTCOMES.filter(({ isError }) => !isError || everFailed(group)).map(({ status, isError }) => {
    const side = isError ? 1 : 0;
    const valuesAt = (atMs: number): readonly number[] | undefined => {
      if (metric !== CALLS) return bucketsAt(group, side, atMs);
      const count = callsAt(group, atMs)[side];
      return count === undefined ? undefined : [count];
    };
    return { metric, status, fromMs, valuesAt };
  });
};

const bucketsAt = (group: SpanGroup, side: 0 | 1, atMs: number): readonly number[] | undefined => {
  const counts = histogramAt(group, atMs).buckets[side];
  return counts[SPAN_BOUNDS_MS.length] === 0 ? undefined : counts;
};

/** The labels of the series of counters, in the counters' order. */
export const spanSeriesLabels = (group: SpanGroup, { metric, status }: Counters): readonly Labels[] =>
  metric === CALLS
    ? [spanLabels(metric, group, status)]
    : [...SPAN_BOUNDS_MS, "+Inf"].map((bound) => spanLabels(metric, group, status, `${bound}`));

/** Derives a group's series once per state of its streams. */
const keptSeries = (derive: (group: SpanGroup) => readonly SampledSeries[]): SampledFamily["series"] => {
  const ofGroup = keepFor(derive);
  const ofGroups = keepFor((groups: readonly SpanGroup[]) => groups.flatMap(ofGroup));
  return (world, matchers = []) => {
    const groups = spanGroups(world);
    const wanted = matchers.flatMap(({ name, matches }) => (GROUP_LABELS[name] === undefined ? [] : [{ of: GROUP_LABELS[name], matches }]));
    if (wanted.length === 0) return ofGroups(groups);
    return groups.flatMap((group) => (wanted.every(({ of, matches }) => matches(of(group))) ? ofGroup(group) : []));
  };
};

/** Labels that all series of a group share, so that a matcher on one skips whole groups. */
export const GROUP_LABELS: Readonly<Record<string, (group: SpanGroup) => string>> = {
  service_name: ({ service }) => service,
  namespace: ({ namespace }) => namespace,
  span_name: ({ span }) => span,
  span_kind: ({ kind }) => kind,
};

/** Metrics that the trace collector makes from all spans. */
export const SPAN_FAMILIES: readonly SampledFamily[] = [
  { name: CALLS, type: "counter", help: "Number of spans.", job: SPANS_TARGET.job, series: keptSeries(callSeries) },
  {
    name: HISTOGRAM,
    type: "histogram",
    help: "Duration of spans.",
    job: SPANS_TARGET.job,
    series: keptSeries(durationSeries),
    seriesNames: [`${HISTOGRAM}_bucket`, `${HISTOGRAM}_count`, `${HISTOGRAM}_sum`],
  },
];
