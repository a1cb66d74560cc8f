import { expect, test } from "vitest";
import { type Span, type Trace, tag } from "#sim/telemetry/jaeger/trace-model.ts";
import { queryInstant } from "#sim/telemetry/promql/query.ts";
import { createSampleStore } from "./sample-store.ts";
import { createSpanCounters } from "./span-counters.ts";
import { createTraceStore } from "./trace-store.ts";

interface Told {
  readonly id: string;
  readonly service: string;
  readonly parent?: string;
  readonly ms: number;
  readonly failed?: boolean;
}

const traceOf = (traceID: string, startMs: number, told: readonly Told[]): Trace => ({
  traceID,
  spans: told.map(
    ({ id, parent, ms, failed = false }, i): Span => ({
      traceID,
      spanID: id,
      flags: 1,
      operationName: "get",
      references: parent === undefined ? [] : [{ refType: "CHILD_OF", traceID, spanID: parent }],
      startTime: startMs * 1_000,
      duration: ms * 1_000,
      tags: [tag("span.kind", "server"), ...(failed ? [tag("error", true)] : [])],
      logs: [],
      processID: `p${i}`,
      warnings: null,
    }),
  ),
  processes: Object.fromEntries(told.map(({ service }, i) => [`p${i}`, { serviceName: service, tags: [] }])),
  warnings: null,
});

const ANY = { limit: 10, operation: undefined, tags: {}, minUs: 0, maxUs: Number.POSITIVE_INFINITY, fromMs: 0, toMs: 1e9 };

test("spans that come late join their trace, and each is new once", () => {
  const store = createTraceStore(10);
  const [root, child] = [
    { id: "1", service: "web", ms: 20 },
    { id: "2", service: "api", parent: "1", ms: 8 },
  ] as const;
  expect(store.take(traceOf("a1", 5_000, [child])).map(({ spanID }) => spanID)).toEqual(["2"]);
  expect(store.take(traceOf("a1", 5_000, [root, child])).map(({ spanID }) => spanID)).toEqual(["1"]);
  expect(store.take(traceOf("a1", 5_000, [root])).map(({ spanID }) => spanID)).toEqual([]);
  const [found, ...more] = store.search({ ...ANY, service: "api" });
  expect(more).toEqual([]);
  expect(found?.spans.map(({ spanID, processID }) => [spanID, found.processes[processID]?.serviceName]).sort()).toEqual([
    ["1", "web"],
    ["2", "api"],
  ]);
  expect(store.byId("a1".padStart(32, "0"))?.traceID).toBe("a1");
  expect(store.calls(0, 1e9)).toEqual([{ parent: "web", child: "api", callCount: 1 }]);
});

test("of a second one trace is kept, of all the newest ones; searches see service, errors and durations", () => {
  const store = createTraceStore(3);
  for (let second = 1; second <= 5; second++)
    for (const twin of ["a", "b"])
      store.take(
        traceOf(`${twin}${second}`, second * 1_000, [{ id: `${twin}${second}`, service: "web", ms: second * 10, failed: second === 4 }]),
      );
  expect(store.search({ ...ANY, service: "web" }).map(({ traceID }) => traceID)).toEqual(["a5", "a4", "a3"]);
  expect(store.search({ ...ANY, service: "web", tags: { error: "true" } }).map(({ traceID }) => traceID)).toEqual(["a4"]);
  expect(store.search({ ...ANY, service: "web", minUs: 45_000 }).map(({ traceID }) => traceID)).toEqual(["a5"]);
  expect(store.search({ ...ANY, service: "api" })).toEqual([]);
});

test("spans are counted by service and outcome, and their durations by bounds", () => {
  const counters = createSpanCounters("shop", 10);
  const samples = createSampleStore({ seriesMax: 100, scrapesMax: 10 });
  for (let i = 0; i < 10; i++) {
    const trace = traceOf(`${i}`, i, [{ id: `${i}`, service: "web", ms: i < 9 ? 20 : 600, failed: i === 9 }]);
    counters.add(trace, trace.spans);
  }
  samples.take("spans", 0, counters.samples());
  const value = (query: string): number | undefined => {
    const result = queryInstant(query, samples, 0);
    return result.ok && result.value.kind === "vector" ? result.value.vector[0]?.value : undefined;
  };
  expect(value('traces_span_metrics_calls_total{status_code="STATUS_CODE_ERROR", namespace="shop"}')).toBe(1);
  expect(value('traces_span_metrics_duration_milliseconds_bucket{le="25", status_code="STATUS_CODE_UNSET"}')).toBe(9);
  expect(value("sum(traces_span_metrics_duration_milliseconds_sum)")).toBe(780);
  expect(value("histogram_quantile(0.99, sum by (le) (traces_span_metrics_duration_milliseconds_bucket))")).toBeGreaterThan(500);
});
