import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Reply, startTestServer, type TestServer } from "#env/server/testing/test-server.ts";
import type { Index, LiveCourse, LiveServer } from "#viewer/protocol.ts";
import { answerLive } from "./answer-live.ts";

let open: TestServer | undefined;
afterEach(async () => await open?.close());

const start = async (settings: Readonly<Record<string, unknown>> = {}): Promise<TestServer> => {
  open = await startTestServer({ settings: { httpPort: 0, slots: 4, ...settings }, makePages: answerLive });
  return open;
};

const get = async (path: string, authorization = `Bearer ${open?.server.operatorToken}`) =>
  await fetch(`http://${open?.server.httpAddress}/${path}`, { headers: authorization === "" ? {} : { authorization } });
const read = async <T>(path: string): Promise<T> => (await (await get(path)).json()) as T;

const reset = (episodeId: string, labels: Readonly<Record<string, string>> = {}) => ({
  episodeId,
  task: { taskUri: "kubedrill://toy/one" },
  seed: "7",
  labels,
});
const step = (episodeId: string, stepIndex: number, name: string): Reply => ({
  episodeId,
  stepIndex,
  actions: [{ toolCall: { name, argumentsJson: '{"command":"get pods"}' } }],
});

test("pages are for anybody, and what they show is for the operator's token: the scope of a split does not do", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-live-"));
  const clientTokens = join(folder, "clients");
  writeFileSync(clientTokens, "trainer trainer-0123456789abcdef train\nagent agent-0123456789abcdef play\n", { mode: 0o600 });
  await start({ clientTokens, scopes: "play" });
  expect((await get("", "")).headers.get("content-type")).toContain("text/html");
  for (const path of ["api/index", "api/live", "api/live/e"]) {
    expect((await get(path, "")).status, path).toBe(401);
    expect((await get(path, "Bearer wrong")).status, path).toBe(401);
    for (const token of ["trainer-0123456789abcdef", "agent-0123456789abcdef"])
      expect((await get(path, `Bearer ${token}`)).status, path).toBe(403);
  }
  expect((await get("api/index")).status).toBe(200);
  expect((await get("healthz", "")).status).toBe(200);
});

test("a server without pages answers as before", async () => {
  open = await startTestServer({ settings: { httpPort: 0 } });
  expect((await get("")).status).toBe(404);
});

test("the board follows slots, episodes and their ends", async () => {
  const { client } = await start();
  await client.call("Reset", reset("first", { policy: "mine" }));
  await client.call("Reset", reset("second"));
  let live = await read<LiveServer>("api/live");
  expect(live.slots).toEqual({ all: 4, free: 2, waiting: 0, waitingMax: expect.any(Number) });
  expect(live.episodes).toEqual({ queued: 0, running: 2, ended: 0 });
  expect(live.rows.map(({ id, state, task, seed }) => [id, state, task, seed])).toEqual([
    ["second", "RUNNING", "kubedrill://toy/one", "7"],
    ["first", "RUNNING", "kubedrill://toy/one", "7"],
  ]);
  expect(live.minutes).toHaveLength(60);
  await client.call("Step", step("first", 0, "submit"));
  live = await read<LiveServer>("api/live");
  expect(live.episodes).toEqual({ queued: 0, running: 1, ended: 1 });
  const ended = live.rows.find(({ id }) => id === "first");
  expect(ended).toMatchObject({ state: "ENDED", steps: 1, ending: { endReason: "AGENT_SUBMITTED" }, labels: { policy: "mine" } });
  expect(live.minutes.at(-1)).toMatchObject({ ended: 1, scored: 1, returns: ended?.returnSoFar });
  const index = await read<Index>("api/index");
  expect(index).toMatchObject({ isLive: true, replays: false });
  expect(index.episodes).toMatchObject([
    { policy: "mine", task: "kubedrill://toy/one", end: "AGENT_SUBMITTED", return: ended?.returnSoFar },
  ]);
});

test("an episode is followed by its calls and what they gave, also by who comes late; one that is closed is not there any more", async () => {
  const { client } = await start();
  const started = await client.call("Reset", reset("an-odd.id"));
  const path = "api/live/an-odd.id";
  let course = await read<LiveCourse>(path);
  expect(course.steps).toEqual([]);
  expect(course.initial.observation.views).toHaveLength(started.observation.views.length);
  for (const index of [0, 1]) await client.call("Step", step("an-odd.id", index, "kubectl"));
  course = await read<LiveCourse>(path);
  expect(course.steps.map(({ index, actions, results }) => [index, actions[0]?.name, actions[0]?.arguments_json, results.length])).toEqual([
    [0, "kubectl", '{"command":"get pods"}', 1],
    [1, "kubectl", '{"command":"get pods"}', 1],
  ]);
  expect(course.requests).toEqual([]);
  await client.call("Close", { episodeId: "an-odd.id" });
  expect((await get(path)).status).toBe(404);
  expect((await get("api/live/nobody")).status).toBe(404);
  expect((await get("api/live/%zz")).status).toBe(404);
});
