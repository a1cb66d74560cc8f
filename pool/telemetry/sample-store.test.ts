import { expect, test } from "vitest";
import { queryInstant, queryRange } from "#sim/telemetry/promql/query.ts";
import { makeMatcher } from "#sim/telemetry/promql/syntax/matcher.ts";
import type { Sample } from "./exposition.ts";
import { createSampleStore, type SampleStore } from "./sample-store.ts";

const sample = (name: string, value: number, labels: Readonly<Record<string, string>> = {}): Sample => ({
  labels: { __name__: name, ...labels },
  value,
});

const ask = (store: SampleStore, query: string, atMs: number): unknown => {
  const result = queryInstant(query, store, atMs);
  if (!result.ok || result.value.kind !== "vector") throw new Error(JSON.stringify(result));
  return result.value.vector.map(({ labels, value }) => [labels["pod"], value]);
};

const BOUNDS = { seriesMax: 100, scrapesMax: 100 };

test("a counter has the rate that its samples say, across a restart of what counts", () => {
  const store = createSampleStore(BOUNDS);
  for (const [i, value] of [0, 30, 60, 0, 30].entries()) store.take("t", i * 15_000, [sample("c_total", value, { pod: "a" })]);
  expect(ask(store, "increase(c_total[1m])", 60_000)).toEqual([["a", 80]]);
});

test("a value that never changes has a sample at every scrape", () => {
  const store = createSampleStore(BOUNDS);
  for (let i = 0; i < 8; i++) store.take("t", i * 15_000, [sample("g", 5, { pod: "a" })]);
  expect(ask(store, "count_over_time(g[1m])", 105_000)).toEqual([["a", 4]]);
  const range = queryRange("g", store, { startMs: 0, endMs: 30_000, stepMs: 15_000 });
  expect(range.ok && range.value.kind === "matrix" && range.value.matrix[0]?.timesMs).toEqual([0, 15_000, 30_000]);
});

test("a series that a scrape does not find ends at once, unless its target writes its own times", () => {
  const store = createSampleStore(BOUNDS);
  store.take("objects", 0, [sample("x", 1, { pod: "a" }), sample("x", 1, { pod: "b" })]);
  store.take("objects", 15_000, [sample("x", 1, { pod: "b" })]);
  store.take("containers", 0, [sample("y", 1, { pod: "a" })], { lingers: true });
  store.take("containers", 15_000, [], { lingers: true });
  expect(ask(store, "x", 14_999)).toEqual([
    ["a", 1],
    ["b", 1],
  ]);
  expect(ask(store, "x", 15_000)).toEqual([["b", 1]]);
  expect(ask(store, "y", 200_000)).toEqual([["a", 1]]);
  expect(ask(store, "y", 300_000)).toEqual([]);
});

test("a series that comes back goes on", () => {
  const store = createSampleStore(BOUNDS);
  for (const [i, found] of [true, false, true].entries()) store.take("t", i * 15_000, found ? [sample("x", i, { pod: "a" })] : []);
  expect(ask(store, "x", 20_000)).toEqual([]);
  expect(ask(store, "x", 30_000)).toEqual([["a", 2]]);
  expect(ask(store, "count_over_time(x[1m])", 30_000)).toEqual([["a", 2]]);
});

test("old scrapes are forgotten, and with them the series that ended before", () => {
  const store = createSampleStore({ seriesMax: 100, scrapesMax: 16 });
  store.take("t", 0, [sample("gone", 1), sample("kept", 7, { pod: "a" })]);
  for (let i = 1; i <= 40; i++) store.take("t", i * 1_000, [sample("kept", 7, { pod: "a" })]);
  expect(store.size()).toEqual({ series: 1, refused: 0 });
  expect(ask(store, "kept", 40_000)).toEqual([["a", 7]]);
  const [series] = store.select([makeMatcher("__name__", "=", "kept")], 0, 40_000);
  expect(series?.timesMs.length).toBeLessThan(19);
  expect(series?.timesMs[0]).toBeGreaterThan(20_000);
});

test("no more series are held than there is room for, and the others are counted", () => {
  const store = createSampleStore({ seriesMax: 3, scrapesMax: 10 });
  store.take(
    "t",
    0,
    ["a", "b", "c", "d", "e"].map((pod) => sample("x", 1, { pod })),
  );
  expect(store.size()).toEqual({ series: 3, refused: 2 });
  store.clear();
  expect(store.size()).toEqual({ series: 0, refused: 0 });
  expect(store.list([], 0, 1)).toEqual([]);
});
