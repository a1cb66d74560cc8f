import { beforeAll, expect, test } from "vitest";
import { setLoadFactor } from "#sim/flow/load.ts";
import { type AppUnderLoad, bootAppUnderLoad } from "./app-under-load.ts";
import { samples, value } from "./query-metrics.ts";

let healthy: AppUnderLoad;

beforeAll(async () => {
  healthy = await bootAppUnderLoad("train-ticket");
  healthy.pass(300);
});

test("every JVM is a target, and tells the pools of its memory within their bounds", () => {
  const jvms = value(healthy.world, "count(jvm_threads_live_threads)");
  expect(jvms).toBeGreaterThan(35);
  expect(value(healthy.world, "count(up == 1 and on (pod) jvm_threads_live_threads)")).toBe(jvms);
  expect(samples(healthy.world, 'jvm_memory_used_bytes{area="heap"} > jvm_memory_max_bytes{area="heap"}')).toEqual([]);
  const heap = value(healthy.world, 'sum(jvm_memory_max_bytes{area="heap", id!="Survivor Space", job="ts-order-service"})');
  expect(heap / 2 ** 20).toBeCloseTo(500 * (0.8 / 3 + 2 / 3), 0);
});

test("requests are counted by method and path, as the flow has them", () => {
  const rate = 'sum(rate(http_server_requests_seconds_count{job="ts-contacts-service"}[5m]))';
  const flow = healthy
    .row()!
    .servers.filter(({ component }) => component === "ts-contacts-service")
    .reduce((sum, server) => sum + server.rate, 0);
  expect(value(healthy.world, rate) / flow).toBeCloseTo(1, 0);
  expect(
    samples(healthy.world, 'http_server_requests_seconds_count{job="ts-contacts-service"}').every(({ metric }) =>
      metric["uri"]?.startsWith("/api/"),
    ),
  ).toBe(true);
});

test("more load allocates more, and a collection's pauses and the CPU's share grow with it", () => {
  const app = healthy.fork();
  const job = '{job="ts-gateway-service"}';
  const allocated = `rate(jvm_gc_memory_allocated_bytes_total${job}[2m])`;
  const paused = `increase(jvm_gc_pause_seconds_sum{job="ts-gateway-service", action="end of minor GC"}[5m])`;
  const before = [value(app.world, allocated), value(app.world, paused), value(app.world, `process_cpu_usage${job}`)];
  setLoadFactor(app.world, 4);
  app.pass(330);
  const after = [value(app.world, allocated), value(app.world, paused), value(app.world, `process_cpu_usage${job}`)];
  for (const [i, more] of after.entries()) expect(more, `${i}`).toBeGreaterThan(1.5 * before[i]!);
});

test("a restarted JVM begins anew", () => {
  const app = healthy.fork();
  app.restart("ts-news-service");
  app.restart("ts-station-service");
  app.pass(30);
  expect(value(app.world, 'process_uptime_seconds{job="ts-station-service"}')).toBeLessThan(100);
  expect(samples(app.world, 'jvm_threads_live_threads{job="ts-news-service"}')).toEqual([]);
});
