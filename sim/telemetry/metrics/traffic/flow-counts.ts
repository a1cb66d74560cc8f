import { keepFor } from "#core/keep-for.ts";
import type { RequestFlow } from "../../../flow/flow-history.ts";
import { fractionOf, hashOf, mix } from "../number-hash.ts";
import { type Arrivals, arrivalsInAll, arrivalsUntil } from "./arrivals.ts";
import { sharesWithin } from "./latency.ts";

/** A stretch of time in which a stream of requests did not change; chained to the one before. */
export interface FlowSegment {
  readonly fromMs: number;
  /** Undefined: no such stream. */
  readonly flow: RequestFlow | undefined;
  readonly hash: number;
  /** Virtual time at which the stream first flowed, ms. */
  readonly firstMs: number;
  /** Counts at its beginning. */
  readonly before: FlowCounts;
  readonly previous: FlowSegment | undefined;
}

/** Events since the world began; all integers. `byCause` is in the order in which the causes first occurred. */
export interface FlowCounts {
  readonly requests: number;
  readonly errors: number;
}

/** Begins the next segment of a stream. */
export const nextSegment = (
  previous: FlowSegment | undefined,
  name: string,
  fromMs: number,
  flow: RequestFlow | undefined,
): FlowSegment => ({
  fromMs,
  flow,
  hash: mix(previous?.hash ?? hashOf(name), fromMs % 0x7fff_ffff),
  firstMs: previous?.firstMs ?? fromMs,
  before: previous === undefined ? { requests: 0, errors: 0 } : countsAtEnd(previous, fromMs),
  previous,
});

/** The segment at an instant; undefined before the first. */
export const segmentAt = (newest: FlowSegment | undefined, atMs: number): FlowSegment | undefined => {
  let segment = newest;
  while (segment !== undefined && segment.fromMs > atMs) segment = segment.previous;
  return segment;
};

/** Counts as a scrape sees them: requests come at random, so every increase is a draw of its own. */
export const countsAt = (segment: FlowSegment, atMs: number): FlowCounts => {
  const { requests, errors } = ownCounts(segment, atMs);
  return { requests: segment.before.requests + requests, errors: segment.before.errors + errors };
};

/** Requests of the segment itself until an instant, by outcome. */
export const ownCounts = (segment: FlowSegment, untilMs: number): FlowCounts => countWith(arrivalsUntil, segment, untilMs);

/** Requests of a segment that ended. */
const allCounts = (segment: FlowSegment, endMs: number): FlowCounts => countWith(arrivalsInAll, segment, endMs);

const countWith = (count: typeof arrivalsUntil, segment: FlowSegment, untilMs: number): FlowCounts => {
  const { flow } = segment;
  if (flow === undefined || flow.rate === 0) return NONE;
  const arrivals = arrivalsOf(segment, flow);
  const errors = count(arrivals.errors, arrivals.errorsKept, untilMs);
  return { requests: count(arrivals.successes, arrivals.successesKept, untilMs) + errors, errors };
};

/** Both outcomes as streams of their own, with the counts that were drawn so far. */
interface SegmentArrivals {
  readonly successes: Arrivals;
  readonly successesKept: number[];
  readonly errors: Arrivals;
  readonly errorsKept: number[];
}

/** Arrivals of immutable segments; the order of reading does not change them. */
const arrivalsOf = keepFor(({ fromMs, hash }: FlowSegment, flow: RequestFlow): SegmentArrivals => {
  const share = errorShareOf(flow);
  return {
    successes: { fromMs, rate: flow.rate * (1 - share), hash: mix(hash, -1) },
    successesKept: [],
    errors: { fromMs, rate: flow.rate * share, hash: mix(hash, -2) },
    errorsKept: [],
  };
});

/** Of `count` events, how many fall into a share; both parts grow with the count. */
export const splitOff = (count: number, share: number, offset: number): number =>
  share <= 0 ? 0 : share >= 1 ? count : Math.floor(count * share + offset);

/** Sum of the shares of all errors, at most 1. */
export const errorShareOf = (flow: RequestFlow): number => {
  let share = 0;
  for (const error of flow.errors) share += error.share;
  return Math.min(1, share);
};

/** Number of the segment's own errors of each cause, in the order of the flow's causes. */
export const errorsByCause = (segment: FlowSegment, errors: number): readonly number[] => {
  const causes = segment.flow?.errors ?? [];
  let rest = errors;
  let restShare = causes.reduce((sum, { share }) => sum + share, 0);
  return causes.map(({ share }, i) => {
    const part = i === causes.length - 1 ? rest : splitOff(rest, restShare <= 0 ? 0 : share / restShare, fractionOf(segment.hash, -2 - i));
    rest -= part;
    restShare -= share;
    return part;
  });
};

const NONE: FlowCounts = { requests: 0, errors: 0 };

const countsAtEnd = (segment: FlowSegment, endMs: number): FlowCounts => {
  const own = allCounts(segment, endMs);
  return { requests: segment.before.requests + own.requests, errors: segment.before.errors + own.errors };
};

/** Cumulative counts of a histogram: per bound for successes and for errors, and the sums in ms. */
export interface LatencyCounts {
  readonly successes: readonly number[];
  readonly errors: readonly number[];
  readonly successMs: number;
  readonly errorMs: number;
}

/** A histogram's counts as a scrape sees them; bounds in ms, +Inf left out. */
export const latencyCountsAt = (segment: FlowSegment, bounds: readonly number[], atMs: number): LatencyCounts =>
  addOwn(segment, latencyBefore(segment, bounds), bounds, ownCounts(segment, atMs));

/** Counts at a segment's beginning; kept with the segment, found without recursion however long the chain is. */
const latencyBefore = (segment: FlowSegment, bounds: readonly number[]): LatencyCounts => {
  const keptLatency = latenciesOf(bounds);
  const pending: FlowSegment[] = [];
  let at: FlowSegment | undefined = segment;
  while (at !== undefined && keptLatency.get(at) === undefined) {
    pending.push(at);
    at = at.previous;
  }
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { previous } = next;
    keptLatency.set(
      next,
      previous === undefined
        ? emptyLatency(bounds)
        : addOwn(previous, keptLatency.get(previous) as LatencyCounts, bounds, allCounts(previous, next.fromMs)),
    );
  }
  return keptLatency.get(segment) as LatencyCounts;
};

/** Bounds are constants of few metrics. */
const latenciesOf = keepFor((_bounds: readonly number[]) => new WeakMap<FlowSegment, LatencyCounts>());

const emptyLatency = (bounds: readonly number[]): LatencyCounts => ({
  successes: new Array<number>(bounds.length).fill(0),
  errors: new Array<number>(bounds.length).fill(0),
  successMs: 0,
  errorMs: 0,
});

const addOwn = (segment: FlowSegment, before: LatencyCounts, bounds: readonly number[], own: FlowCounts): LatencyCounts => {
  const { flow, hash } = segment;
  if (flow === undefined || own.requests === 0) return before;
  const good = own.requests - own.errors;
  const shares = bucketShares(flow, bounds);
  const offset = fractionOf(hash, -100);
  const successes = before.successes.map((count, i) => count + splitOff(good, shares[i] as number, offset));
  if (own.errors === 0) return { ...before, successes, successMs: before.successMs + good * flow.meanMs };
  const byCause = errorsByCause(segment, own.errors);
  const errors = before.errors.slice();
  let errorMs = before.errorMs;
  flow.errors.forEach(({ afterMs }, cause) => {
    const count = byCause[cause] as number;
    errorMs += count * afterMs;
    for (let i = 0; i < bounds.length; i++) if (afterMs <= (bounds[i] as number)) errors[i] = (errors[i] as number) + count;
  });
  return { successes, errors, successMs: before.successMs + good * flow.meanMs, errorMs };
};

/** Share of successes within each bound; kept with the flow row's entry, which is immutable. */
const bucketShares = (flow: RequestFlow, bounds: readonly number[]): readonly number[] => sharesOf(bounds)(flow);

const sharesOf = keepFor((bounds: readonly number[]) =>
  keepFor((flow: RequestFlow): readonly number[] => sharesWithin(bounds, flow.meanMs, flow.deviationMs)),
);
