import type { Span, Trace } from "#sim/telemetry/jaeger/trace-model.ts";
import { CALLS, HISTOGRAM, SPAN_BOUNDS_MS, type SpanGroupName, spanLabels } from "#sim/telemetry/metrics/spans/span-labels.ts";
import type { Sample } from "./exposition.ts";
import { nameOf } from "./trace-store.ts";

/** Counts spans and their durations, as a trace collector derives metrics from spans. */
export interface SpanCounters {
  add(trace: Trace, spans: readonly Span[]): void;
  samples(): readonly Sample[];
  clear(): void;
}

/**
 * Creates empty counters.
 * @param groupsMax maximum number of combinations of service, span name, kind and outcome; further ones are not counted
 */
export const createSpanCounters = (namespace: string, groupsMax: number): SpanCounters => {
  const counts = new Map<string, Count>();
  const countOf = (group: SpanGroupName, status: string): Count | undefined => {
    const key = `${group.service} ${group.kind} ${group.span} ${status}`;
    const known = counts.get(key);
    if (known !== undefined || counts.size >= groupsMax) return known;
    const fresh = { group, status, calls: 0, sumMs: 0, buckets: SPAN_BOUNDS_MS.map(() => 0) };
    counts.set(key, fresh);
    return fresh;
  };
  return {
    add: (trace, spans) => {
      for (const span of spans) {
        const { service, operation, kind } = nameOf(trace, span);
        const count = countOf({ namespace, service, kind: KINDS[kind], span: operation }, isError(span) ? ERROR : UNSET);
        if (count !== undefined) observe(count, span.duration / 1_000);
      }
    },
    samples: () => [...counts.values()].flatMap(render),
    clear: () => counts.clear(),
  };
};

const KINDS = { server: "SPAN_KIND_SERVER", client: "SPAN_KIND_CLIENT" } as const;
const UNSET = "STATUS_CODE_UNSET";
const ERROR = "STATUS_CODE_ERROR";

const isError = ({ tags }: Span): boolean =>
  tags.some(({ key, value }) => (key === "error" && `${value}` === "true") || (key === "otel.status_code" && value === "ERROR"));

interface Count {
  readonly group: SpanGroupName;
  readonly status: string;
  calls: number;
  sumMs: number;
  /** Numbers of spans by upper bound of their duration. */
  readonly buckets: number[];
}

const observe = (count: Count, ms: number): void => {
  count.calls += 1;
  count.sumMs += ms;
  for (const [i, bound] of SPAN_BOUNDS_MS.entries()) if (ms <= bound) count.buckets[i] = (count.buckets[i] ?? 0) + 1;
};

const render = ({ group, status, calls, sumMs, buckets }: Count): readonly Sample[] => [
  { labels: spanLabels(CALLS, group, status), value: calls },
  { labels: spanLabels(`${HISTOGRAM}_count`, group, status), value: calls },
  { labels: spanLabels(`${HISTOGRAM}_sum`, group, status), value: Math.round(sumMs * 1000) / 1000 },
  { labels: spanLabels(`${HISTOGRAM}_bucket`, group, status, "+Inf"), value: calls },
  ...SPAN_BOUNDS_MS.map((bound, i) => ({ labels: spanLabels(`${HISTOGRAM}_bucket`, group, status, `${bound}`), value: buckets[i] ?? 0 })),
];
