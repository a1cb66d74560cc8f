import type { TraceSearch } from "#sim/telemetry/jaeger/search-traces.ts";
import { traceMatches } from "#sim/telemetry/jaeger/trace-matches.ts";
import type { Span, Trace } from "#sim/telemetry/jaeger/trace-model.ts";
import type { ServiceCalls, SpanName, TraceSource } from "#sim/telemetry/telemetry-source.ts";

/** Recent traces, sampled: of those that began in one second one is kept. */
export interface TraceStore extends TraceSource {
  /**
   * Adds a trace, which may be incomplete; more spans may follow.
   *
   * @returns the new spans
   */
  take(trace: Trace): readonly Span[];
  clear(): void;
}

export const createTraceStore = (tracesMax: number): TraceStore => {
  /** Kept traces by the second of their beginning, oldest first. */
  const kept = new Map<number, Trace>();
  const secondOf = new Map<string, number>();
  const names = new Map<string, SpanName>();
  /** Span ids of all recent traces, kept or not, so that none is counted twice. */
  const recent = new Map<string, Set<string>>();

  const takeNew = ({ traceID, spans }: Trace): readonly Span[] => {
    const seen = recent.get(traceID) ?? new Set<string>();
    recent.delete(traceID);
    recent.set(traceID, seen);
    for (const oldest of recent.keys()) {
      if (recent.size <= RECENT_MAX) break;
      recent.delete(oldest);
    }
    return spans.filter(({ spanID }) => !seen.has(spanID) && seen.add(spanID));
  };
  const keep = (trace: Trace): void => {
    const known = secondOf.get(trace.traceID);
    if (known !== undefined) return void kept.set(known, merge(kept.get(known) as Trace, trace));
    const second = Math.floor(Math.min(...trace.spans.map(({ startTime }) => startTime)) / 1_000_000);
    if (kept.has(second)) return;
    kept.set(second, trace);
    secondOf.set(trace.traceID, second);
    for (const [oldest, { traceID }] of kept) {
      if (kept.size <= tracesMax) break;
      kept.delete(oldest);
      secondOf.delete(traceID);
    }
  };
  return {
    take: (trace) => {
      if (trace.spans.length === 0) return [];
      const added = takeNew(trace);
      if (added.length > 0) keep(trace);
      for (const span of added) {
        const name = nameOf(trace, span);
        if (names.size < NAMES_MAX) names.set(`${name.service} ${name.operation} ${name.kind}`, name);
      }
      return added;
    },
    spans: () => [...names.values()],
    search: (search) =>
      newestFirst(kept)
        .filter((trace) => beganWithin(trace, search) && traceMatches(trace, search))
        .slice(0, search.limit),
    byId: (id) => [...kept.values()].find(({ traceID }) => traceID.padStart(32, "0") === id),
    calls: (fromMs, toMs) => newestFirst(kept).flatMap((trace) => callsOf(trace, fromMs, toMs)),
    clear: () => {
      kept.clear();
      secondOf.clear();
      names.clear();
      recent.clear();
    },
  };
};

/** Maximum number of traces whose spans are tracked: more than arrive between two rounds. */
const RECENT_MAX = 3_000;
const NAMES_MAX = 5_000;

/** Service and operation of a span. */
export const nameOf = ({ processes }: Trace, { processID, operationName, tags }: Span): SpanName => ({
  service: processes[processID]?.serviceName ?? "",
  operation: operationName,
  kind: tags.some(({ key, value }) => key === "span.kind" && value === "client") ? "client" : "server",
});

const merge = (before: Trace, after: Trace): Trace => {
  const known = new Set(after.spans.map(({ spanID }) => spanID));
  const lost = before.spans.filter(({ spanID }) => !known.has(spanID));
  if (lost.length === 0) return after;
  // Process ids are each trace's own, so those of the spans that only the earlier answer had get names of their own.
  const renamed = Object.fromEntries(Object.entries(before.processes).map(([id, process]) => [`${id}-before`, process]));
  return {
    ...after,
    spans: [...lost.map((span) => ({ ...span, processID: `${span.processID}-before` })), ...after.spans],
    processes: { ...after.processes, ...renamed },
  };
};

const newestFirst = (kept: ReadonlyMap<number, Trace>): readonly Trace[] => [...kept].sort(([a], [b]) => b - a).map(([, trace]) => trace);

const beganWithin = ({ spans }: Trace, { fromMs, toMs }: Pick<TraceSearch, "fromMs" | "toMs">): boolean =>
  spans.some(({ startTime }) => startTime >= fromMs * 1_000 && startTime <= toMs * 1_000);

const callsOf = (trace: Trace, fromMs: number, toMs: number): readonly ServiceCalls[] => {
  const byId = new Map(trace.spans.map((span) => [span.spanID, span]));
  return trace.spans.flatMap((span) => {
    const parent = byId.get(span.references[0]?.spanID ?? "");
    if (parent === undefined || span.startTime < fromMs * 1_000 || span.startTime > toMs * 1_000) return [];
    const [from, to] = [nameOf(trace, parent).service, nameOf(trace, span).service];
    return from === to ? [] : [{ parent: from, child: to, callCount: 1 }];
  });
};
