import { readFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createTestClock, startTestServer, type TestClock, type TestServer } from "../testing/test-server.ts";

let open: TestServer | undefined;
afterEach(async () => await open?.close());
const start = async (settings: Readonly<Record<string, unknown>> = {}, clock?: TestClock): Promise<TestServer> => {
  open = await startTestServer({ settings: { httpPort: 0, slots: 4, ...settings }, ...(clock && { clock }) });
  return open;
};
const get = (path: string, method = "GET") => fetch(`http://${open?.server.httpAddress}${path}`, { method });
const reset = (episodeId: string) => ({ episodeId, task: { taskUri: "kubedrill://toy/one" }, seed: "7" });
const step = (name: string) => ({ episodeId: "e", stepIndex: 0, actions: [{ toolCall: { name, argumentsJson: "{}" } }] });
/** Samples of a scrape by name and labels. */
const scrape = async (): Promise<ReadonlyMap<string, number>> => {
  const text = await (await get("/metrics")).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]));
};

test("no port is opened unless one is asked for, and then on loopback", async () => {
  await start({ httpPort: undefined });
  expect(open?.server.httpAddress).toBeUndefined();
  await open?.close();
  await start();
  expect(open?.server.httpAddress).toMatch(/^127\.0\.0\.1:\d+$/);
});

test("a live server is healthy, and ready until it stops", async () => {
  const { server, client, host } = await start({ drainMs: 60_000 });
  for (const path of ["/healthz", "/readyz"]) expect((await get(path)).status).toBe(200);
  expect([(await get("/")).status, (await get("/metrics", "POST")).status]).toEqual([404, 405]);
  await client.call("Reset", reset("e"));
  const stopped = server.close();
  expect([(await get("/healthz")).status, (await get("/readyz")).status]).toEqual([200, 503]);
  await client.call("Close", { episodeId: "e" });
  await stopped;
  expect(host.live()).toEqual([]);
});

test("metrics follow episodes, calls, losses and the last action of what failed", async () => {
  const { client, host, lose } = await start();
  for (const id of ["e", "lost"]) await client.call("Reset", reset(id));
  let samples = await scrape();
  expect(samples.get('kubedrill_episodes{state="running"}')).toBe(2);
  expect([samples.get("kubedrill_slots"), samples.get("kubedrill_slots_free"), samples.get("kubedrill_leases")]).toEqual([4, 2, 2]);
  expect(samples.get('kubedrill_reset_duration_seconds_count{mode="WAIT"}')).toBe(2);
  host.onStep = () => {
    throw new Error("a defect");
  };
  await client.fail("Step", step("kubectl"));
  lose(["lost"], { episodeId: "lost", method: "reward" });
  samples = await scrape();
  expect(samples.get('kubedrill_env_errors_total{tool="kubectl"}')).toBe(1);
  expect(samples.get('kubedrill_episodes_lost_total{reason="ENV_ERROR"}')).toBe(1);
  expect(samples.get('kubedrill_episodes_lost_total{reason="SLOT_LOST"}')).toBe(1);
  expect(samples.get('kubedrill_step_duration_seconds_count{tool="kubectl"}')).toBe(1);
  expect(samples.get("kubedrill_threads_lost_total")).toBe(1);
});

test("an episode that is closed, given up by its client or ended by the operator is not lost", async () => {
  const clock = createTestClock();
  const { server, client, host } = await start({}, clock);
  for (const id of ["closed", "graded", "silent", "drained"]) await client.call("Reset", reset(id));
  await client.call("Close", { episodeId: "closed" });
  await client.call("Reward", { episodeId: "graded", finalize: true });
  await client.call("Close", { episodeId: "graded" });
  for (let i = 0; host.live().includes("silent"); i++) {
    expect(i).toBeLessThan(1_000);
    clock.advance(1_000);
    if (i % 60 === 0) await client.call("Heartbeat", { episodeIds: ["drained"] });
    await turn();
  }
  await server.service.drain(clock.nowMs());
  const samples = await scrape();
  const ended = [...samples].filter(([name]) => name.startsWith("kubedrill_episodes_ended_total"));
  expect(Object.fromEntries(ended)).toEqual({
    'kubedrill_episodes_ended_total{reason="CLIENT_CLOSED"}': 1,
    'kubedrill_episodes_ended_total{reason="AGENT_STOPPED"}': 1,
    'kubedrill_episodes_ended_total{reason="LEASE_EXPIRED"}': 1,
    'kubedrill_episodes_ended_total{reason="SERVER_DRAINED"}': 1,
  });
  expect([...samples.keys()].filter((name) => name.startsWith("kubedrill_episodes_lost_total"))).toEqual([]);
});

test("returns and successes of episodes with a valid score are counted", async () => {
  const { client } = await start();
  await client.call("Reset", reset("e"));
  await client.call("Step", step("submit"));
  const { report, ending } = await client.call("Reward", { episodeId: "e" });
  const samples = await scrape();
  expect(samples.get("kubedrill_episode_return_count")).toBe(1);
  expect(samples.get("kubedrill_episode_return_sum")).toBe(report.reward);
  expect(samples.get("kubedrill_episodes_succeeded_total")).toBe(ending.success === true ? 1 : 0);
});

test("names that agents make up are one tool", async () => {
  const { client } = await start();
  await client.call("Reset", reset("e"));
  await client.call("Step", step("a-tool-of-my-own"));
  expect((await scrape()).get('kubedrill_step_duration_seconds_count{tool="unknown"}')).toBe(1);
});

test("the dashboard asks for metrics that exist, and for every one of ours", async () => {
  await start();
  const text = await (await get("/metrics")).text();
  const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type]) => ({ name, type }));
  const series = new Set(
    families.flatMap(({ name, type }) => (type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name])),
  );
  const dashboard = JSON.parse(readFileSync(new URL("../../../docs/operations/grafana-dashboard.json", import.meta.url), "utf8"));
  const queries: string[] = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr));
  const asked = new Set(queries.flatMap((expr) => expr.match(/\b(?:kubedrill|process|nodejs)_\w+/g) ?? []));
  expect([...asked].filter((name) => !series.has(name))).toEqual([]);
  const own = families.map(({ name }) => name).filter((name) => name.startsWith("kubedrill_"));
  expect(own.filter((name) => ![...asked].some((one) => one.startsWith(name)))).toEqual([]);
});
