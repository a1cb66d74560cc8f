import { beforeAll, expect, test } from "vitest";
import { type AppUnderLoad, bootAppUnderLoad } from "./app-under-load.ts";
import { samples, value } from "./query-metrics.ts";

let healthy: AppUnderLoad;

beforeAll(async () => {
  healthy = await bootAppUnderLoad("fleetcast");
  healthy.pass(300);
});

test("each part of the TiDB cluster is a target that is up", () => {
  const targets = samples(healthy.world, 'up{pod=~"basic-.*"}').map(
    ({ metric, value: [, up] }) => `${metric["pod"]} ${metric["job"]} ${up}`,
  );
  expect(targets.sort()).toEqual(["basic-pd-0 pd 1", "basic-tidb-0 tidb 1", "basic-tikv-0 tikv 1"]);
});

test("TiDB counts the statements that the flow sends it, by result and by type, and how long they take", () => {
  expect(value(healthy.world, "tidb_server_connections")).toBeGreaterThan(2);
  expect(value(healthy.world, 'sum(rate(tidb_server_query_total{type="Query", result="OK"}[2m]))')).toBeCloseTo(23, -0.7);
  expect(value(healthy.world, 'sum(increase(tidb_server_query_total{result="Error"}[2m]))')).toBe(0);
  const byType = samples(healthy.world, "sum by (type) (rate(tidb_executor_statement_total[2m]))");
  expect(byType.map(({ metric }) => metric["type"]).sort()).toEqual(["Insert", "Select"]);
  const p99 = value(healthy.world, "histogram_quantile(0.99, sum by (le) (rate(tidb_server_handle_query_duration_seconds_bucket[2m])))");
  const mean = value(
    healthy.world,
    "sum(rate(tidb_server_handle_query_duration_seconds_sum[2m])) / sum(rate(tidb_server_handle_query_duration_seconds_count[2m]))",
  );
  expect(mean).toBeCloseTo(0.0017, 3);
  expect(p99).toBeGreaterThan(2 * mean);
  expect(value(healthy.world, 'tidb_server_handle_query_duration_seconds_count{sql_type="Select"}')).toBe(
    value(healthy.world, 'tidb_server_handle_query_duration_seconds_bucket{sql_type="Select", le="+Inf"}'),
  );
});

test("TiKV tells its size, which grows with what is written, and PD sums it up", () => {
  expect(value(healthy.world, 'tikv_store_size_bytes{type="capacity"}')).toBe(2 ** 30);
  expect(value(healthy.world, 'tikv_store_size_bytes{type="used"} + ignoring(type) tikv_store_size_bytes{type="available"}')).toBe(2 ** 30);
  expect(value(healthy.world, 'delta(tikv_store_size_bytes{type="used"}[2m])')).toBeGreaterThan(0);
  expect(value(healthy.world, 'pd_cluster_status{type="storage_size"}')).toBe(value(healthy.world, 'tikv_store_size_bytes{type="used"}'));
  expect(value(healthy.world, 'pd_cluster_status{type="store_up_count"}')).toBe(1);
});

test("PD sees a store go, the statements fail, and the target is down", () => {
  const app = healthy.fork();
  app.scale("tidb-controller-manager", 0);
  app.send("DELETE", "/apis/apps/v1/namespaces/fleetcast/statefulsets/basic-tikv");
  app.pass(120);
  expect(value(app.world, 'pd_cluster_status{type="store_up_count"}')).toBe(0);
  expect(value(app.world, 'pd_cluster_status{type="store_disconnected_count"}')).toBe(1);
  expect(value(app.world, 'pd_regions_status{type="down-peer-region-count"}')).toBe(
    value(app.world, 'pd_cluster_status{type="region_count"}'),
  );
  expect(value(app.world, 'sum(increase(tidb_server_query_total{result="Error"}[5m]))')).toBeGreaterThan(100);
  expect(samples(app.world, 'tikv_store_size_bytes{type="capacity"}')).toEqual([]);
});
