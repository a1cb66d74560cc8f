import { expect, test } from "vitest";
import { FLOW_HISTORY, type FlowRow } from "../flow/flow-history.ts";
import { readHotelChart } from "../flow/hotel-chart.cases.ts";
import { createWarmFixture, deletePod, NAMESPACE } from "../flow/hotel-fixture.cases.ts";
import type { World } from "../kernel/world.ts";
import { queryTelemetry } from "./query-telemetry.ts";

const chart = await readHotelChart();
const warm = createWarmFixture(chart);

const MINUTE = 60_000;

/** A fixture that lost its rate service five minutes ago. */
const broken = (): World => {
  const world = warm.fork();
  deletePod(world, "rate");
  world.runUntil(world.nowMs() + 5 * MINUTE);
  return world;
};

type Sample = { readonly metric: Readonly<Record<string, string>>; readonly value: readonly [number, string] };

const ask = (world: World, api: "prometheus" | "loki", path: string, query: string): readonly Sample[] =>
  (queryTelemetry(world, { api, path, params: { query } }).body as { data: { result: readonly Sample[] } }).data.result;

const byLabel = (samples: readonly Sample[], label: string): Readonly<Record<string, number>> =>
  Object.fromEntries(samples.map(({ metric, value }) => [metric[label], Number(value[1])]));

const metric = (world: World, query: string, label: string) => byLabel(ask(world, "prometheus", "/api/v1/query", query), label);

test("each service's spans and CPU are the flow's", () => {
  const row = warm.log<FlowRow>(FLOW_HISTORY).last() as FlowRow;
  const spans = metric(
    warm,
    'sum by (service_name) (rate(traces_span_metrics_calls_total{span_kind="SPAN_KIND_SERVER"}[4m]))',
    "service_name",
  );
  const cpu = metric(warm, 'sum by (pod) (rate(container_cpu_usage_seconds_total{container!=""}[4m]))', "pod");
  expect(Object.keys(spans).sort()).toEqual(["frontend", "geo", "profile", "rate", "recommendation", "reservation", "search", "user"]);
  for (const [service, rate] of Object.entries(spans)) {
    const own = row.servers.filter(({ component }) => component === service);
    const expected = own.reduce((sum, server) => sum + server.rate, 0);
    expect(Math.abs(rate - expected), service).toBeLessThan(expected * 0.03 + 0.1);
    const pod = own[0]?.process.split("/")[1] as string;
    expect(cpu[pod]).toBeCloseTo(
      own.reduce((sum, server) => sum + server.cpuCores, 0),
      1,
    );
  }
});

test("a lost service shows in metrics, alerts, logs and traces alike", () => {
  const world = broken();
  const shares = metric(
    world,
    'sum by (service_name) (rate(traces_span_metrics_calls_total{span_kind="SPAN_KIND_SERVER", status_code="STATUS_CODE_ERROR"}[2m])) / sum by (service_name) (rate(traces_span_metrics_calls_total{span_kind="SPAN_KIND_SERVER"}[2m]))',
    "service_name",
  );
  expect(shares["search"]).toBe(1);
  expect(shares["frontend"]).toBeCloseTo(0.6, 1);
  const { alerts } = (
    queryTelemetry(world, { api: "prometheus", path: "/api/v1/alerts", params: {} }).body as {
      data: { alerts: readonly { labels: Readonly<Record<string, string>>; state: string }[] };
    }
  ).data;
  const failing = alerts.filter(({ labels, state }) => labels["alertname"] === "HighRequestErrorRate" && state === "firing");
  expect(failing.map(({ labels }) => labels["service_name"]).sort()).toEqual(["frontend", "search"]);
  const lines = byLabel(
    ask(
      world,
      "loki",
      "/loki/api/v1/query",
      `sum by (app) (count_over_time({namespace="${NAMESPACE}"} |= "no addresses available for srv-rate" [2m]))`,
    ),
    "app",
  );
  expect(Object.keys(lines).sort()).toEqual(["frontend", "search"]);
  const { data } = queryTelemetry(world, { api: "jaeger", path: "/api/traces", params: { service: "search", lookback: "2m", limit: "10" } })
    .body as {
    data: readonly { spans: readonly { operationName: string; tags: readonly { key: string; value: unknown }[] }[] }[];
  };
  expect(data.length).toBe(10);
  for (const { spans } of data) {
    const calls = spans.filter(({ operationName }) => operationName === "GetRates");
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.every(({ tags }) => tags.some(({ key }) => key === "error"))).toBe(true);
  }
});

test("TCP probes find every Service of the hotel, and only the lost one fails", () => {
  const failed = (world: World) =>
    ask(world, "prometheus", "/api/v1/query", "probe_success == 0").map(({ metric: labels }) => labels["instance"]);
  expect(failed(warm)).toEqual([]);
  const world = warm.fork();
  deletePod(world, "memcached-rate");
  world.runUntil(world.nowMs() + MINUTE);
  expect(failed(world)).toEqual([`memcached-rate.${NAMESPACE}:11211`]);
});

test("a query costs no state: the digest of the answers is the same in any order", () => {
  const queries = [
    "sum(rate(search_requests_total[2m]))",
    "mongodb_connections",
    "up",
    "probe_success",
    "histogram_quantile(0.9, sum by (le) (rate(traces_span_metrics_duration_milliseconds_bucket[2m])))",
  ];
  const answers = (world: World, order: readonly string[]) =>
    new Map(order.map((query) => [query, JSON.stringify(ask(world, "prometheus", "/api/v1/query", query))]));
  const forward = answers(broken(), queries);
  const backward = answers(broken(), [...queries].reverse());
  for (const query of queries) expect(backward.get(query)).toBe(forward.get(query));
});
