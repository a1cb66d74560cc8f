import { beforeAll, expect, test } from "vitest";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#sim/apiserver/store/store.ts";
import { execInContainer } from "#sim/kubelet/exec/exec-in-container.ts";
import { readPodLog } from "#sim/telemetry/logs/pod-log.ts";
import { type AppUnderLoad, bootAppUnderLoad } from "./app-under-load.ts";
import { samples, value } from "./query-metrics.ts";

let healthy: AppUnderLoad;

beforeAll(async () => {
  healthy = await bootAppUnderLoad("train-ticket");
  healthy.pass(60);
});

/** Answer of the database's client in the database's own pod. */
const ask = (app: AppUnderLoad, statement: string): string => {
  const pod = app.podOf("tsdb-mysql").metadata.name;
  const { stdout, stderr } = execInContainer(app.world, {
    namespace: "train-ticket",
    pod,
    command: ["sh", "-c", `mysql -uroot -p"$MYSQL_ROOT_PASSWORD" -N -e "${statement}"`],
  });
  return `${stdout}${stderr}`;
};

const connected = (app: AppUnderLoad): number =>
  Number(/Threads_connected\s+(\d+)/.exec(ask(app, "SHOW STATUS LIKE 'Threads_connected'"))?.[1]);

test("programs hold the connections that they tell of, and the server counts them", () => {
  const held = value(healthy.world, "sum(hikaricp_connections)");
  expect(held).toBe(10 * samples(healthy.world, "hikaricp_connections == 10").length);
  expect(held).toBeGreaterThan(200);
  expect(connected(healthy)).toBe(held + 1);
  expect(samples(healthy.world, "hikaricp_connections_pending > 0")).toEqual([]);
  expect(samples(healthy.world, "hikaricp_connections_active + hikaricp_connections_idle != hikaricp_connections_max")).toEqual([]);
});

test("a slow database uses up the pools of its clients, whose requests fail when they have waited for 30 s", () => {
  const app = healthy.fork();
  app.patchContainer("tsdb-mysql", { resources: { requests: { cpu: "5m" }, limits: { cpu: "10m" } } });
  app.pass(60);
  expect(value(app.world, 'max(hikaricp_connections_active{job="ts-station-service"})')).toBe(10);
  expect(value(app.world, 'max(hikaricp_connections_pending{job="ts-station-service"})')).toBeGreaterThan(0);
  expect(app.logOf("ts-station-service")).toContain("HikariPool-1 - Connection is not available, request timed out after 30000ms.");
});

test("more replicas of a client than the server has connections for are turned away", () => {
  const app = healthy.fork();
  app.scale("ts-station-service", 40);
  // The place that is kept for an administrator is the last one.
  expect(connected(app)).toBe(512 + 1);
  const logs = listObjects<Pod>(app.world, "pods", "train-ticket").map(({ metadata }) => {
    const log = readPodLog(app.world, { namespace: "train-ticket", pod: metadata.name, previous: true });
    return log.ok ? log.text : "";
  });
  expect(logs.filter((text) => text.includes(REJECTED)).length).toBeGreaterThan(5);
});

const REJECTED =
  'java.sql.SQLNonTransientConnectionException: Data source rejected establishment of connection,  message from server: "Too many connections"';
