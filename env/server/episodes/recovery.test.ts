import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { createMemoryHost } from "../testing/memory-host.ts";
import { killSpawned, spawnServer } from "../testing/spawn-server.ts";
import { connectTestClient, createTestClock, startTestServer, type TestServer, type TestServerOptions } from "../testing/test-server.ts";

const scratch: string[] = [];
let servers: TestServer[] = [];
const makeDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "state-"));
  scratch.push(directory);
  return directory;
};
const start = async (stateDirectory: string, more: TestServerOptions = {}): Promise<TestServer> => {
  const server = await startTestServer({ ...more, settings: { stateDirectory, ...more.settings } });
  servers.push(server);
  return server;
};
/** Copies the files of a journal as a crash leaves them. */
const crash = (directory: string): string => {
  const copy = makeDirectory();
  cpSync(directory, copy, { recursive: true });
  return copy;
};
afterEach(async () => {
  killSpawned();
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
  for (const directory of scratch.splice(0)) rmSync(directory, { recursive: true, force: true });
});

const reset = (episodeId: string, more: object = {}) => ({ episodeId, task: { taskUri: "kubedrill://toy/one" }, seed: "7", ...more });
const step = (episodeId: string, stepIndex: number, name = "kubectl") => ({
  episodeId,
  stepIndex,
  actions: [{ toolCall: { name, argumentsJson: `{"i":${stepIndex}}` } }],
});
const stable = ({ timing: _, leaseExpiresAt: __, replayed: ___, ...rest }: Record<string, unknown>) => rest;

test("a running episode goes on after a crash, its last reply still there", async () => {
  const directory = makeDirectory();
  const { client } = await start(directory);
  await client.call("Reset", reset("e", { labels: { run: "r1" } }));
  await client.call("Step", step("e", 0));
  const last = await client.call("Step", step("e", 1));
  const after = await start(crash(directory));
  expect(after.server.recovery.replaying).toBe(1);
  const again = await after.client.call("Step", step("e", 1));
  expect(again.replayed).toBe(true);
  expect(stable(again)).toEqual(stable(last));
  const [here, there] = [await client.call("Step", step("e", 2)), await after.client.call("Step", step("e", 2))];
  expect(stable(there)).toEqual(stable(here));
  expect((await after.client.call("Reset", reset("e", { labels: { run: "r1" } }))).replayed).toBe(true);
});

test("SIGTERM answers steps under way and suspends episodes, and the next server goes on with all", async () => {
  const settings = { STATE_DIRECTORY: makeDirectory() };
  const first = await spawnServer("server/testing/serve-memory.ts", settings);
  const client = connectTestClient(first.address);
  const ids = ["a", "b", "c"];
  for (const id of ids) await client.call("Reset", reset(id));
  await client.call("Step", step("a", 0));
  const underWay = ids.map((id) => client.call("Step", step(id, id === "a" ? 1 : 0)));
  const exit = first.stop();
  const acknowledged = (await Promise.allSettled(underWay)).map(({ status: told }) => told === "fulfilled");
  expect(await exit).toBe(0);
  client.close();
  const second = await spawnServer("server/testing/serve-memory.ts", settings);
  expect(second.replaying).toBe(3);
  const after = connectTestClient(second.address);
  for (const [i, id] of ids.entries()) {
    const index = id === "a" ? 1 : 0;
    const again = await after.call("Step", step(id, index));
    if (acknowledged[i]) expect(again.replayed).toBe(true);
    expect((await after.call("Step", step(id, index + 1))).stepIndex).toBe(index + 1);
  }
  after.close();
  await second.stop();
});

test("a suspended server says how many episodes it leaves, and takes no call that the next would not know of", async () => {
  const directory = makeDirectory();
  const { client, host, server } = await start(directory, { settings: { drainMs: 5_000 } });
  await client.call("Reset", reset("e"));
  const letGo = host.hold();
  const running = client.call("Step", step("e", 0));
  await expect.poll(() => host.calls.length).toBe(2);
  const stopped = server.close();
  expect(await client.fail("Step", step("e", 1))).toMatchObject({ code: status.UNAVAILABLE, reason: "DRAINING" });
  letGo();
  expect((await running).stepIndex ?? 0).toBe(0);
  expect(await stopped).toEqual({ suspended: 1, directory });
  expect((await (await start(directory)).client.call("Step", step("e", 0))).replayed).toBe(true);
});

test("lifetime and real time go on where they were, and the time without a server does not count", async () => {
  const directory = makeDirectory();
  const clock = createTestClock();
  const settings = { lifetimeMaxMs: 100_000 };
  const limits = { maxWallClock: { seconds: 80 } };
  const first = await start(directory, { clock, settings });
  for (const id of ["long", "short"]) await first.client.call("Reset", reset(id, id === "short" ? { limits } : {}));
  clock.advance(60_000);
  await first.server.close();
  clock.advance(3_600_000);
  const second = await start(directory, { clock, settings });
  await second.server.recovery.done;
  await second.server.reap();
  expect(second.host.live().toSorted()).toEqual(["long", "short"]);
  clock.advance(30_000);
  await second.server.reap();
  const { leases } = await second.client.call("Heartbeat", { episodeIds: ["long", "short"] });
  expect(leases.map(({ ending }: { ending?: { endReason: string } }) => ending?.endReason)).toEqual([undefined, "END_REASON_WALL_CLOCK"]);
  clock.advance(15_000);
  await second.server.reap();
  expect(second.host.live()).toEqual([]);
});

test("a reset that is repeated right after a restart waits for the episode and gives the stored reply", async () => {
  const directory = makeDirectory();
  const { client } = await start(directory);
  const first = await client.call("Reset", reset("e"));
  const after = await start(crash(directory));
  const again = await after.client.call("Reset", reset("e"));
  expect(again.replayed).toBe(true);
  expect([again.stateDigest, again.observation]).toEqual([first.stateDigest, first.observation]);
});

test("an episode that is called comes back before those that nobody calls", async () => {
  const directory = makeDirectory();
  const { client } = await start(directory);
  const ids = Array.from({ length: 9 }, (_, i) => `e${i}`);
  for (const id of ids) await client.call("Reset", reset(id));
  const host = createMemoryHost();
  const letGo = host.hold();
  const after = await start(crash(directory), { host });
  const observed = after.server.service.observe({ episodeId: "e8" });
  letGo();
  await observed;
  await after.server.recovery.done;
  expect(host.calls.map((call) => call.replace("reset ", "")).slice(0, 3)).toEqual(["e0", "e1", "e8"]);
});

for (const how of ["a crash", "SIGTERM"] as const)
  test(`a reset that waits for a slot keeps its place after ${how}, whatever build comes next`, async () => {
    const directory = makeDirectory();
    const waiting = (id: string) => reset(id, { admission: { mode: "MODE_DEFER" } });
    const first = await start(directory, { settings: { slots: 1 } });
    await first.client.call("Reset", reset("e"));
    expect((await first.client.call("Reset", waiting("q1"))).queuePosition).toBe(0);
    expect((await first.client.call("Reset", waiting("q2"))).queuePosition).toBe(1);
    await first.client.call("Reset", waiting("closed"));
    await first.client.call("Close", { episodeId: "closed" });
    const left = how === "SIGTERM" ? await first.server.close() : undefined;
    if (left !== undefined) expect(left.suspended).toBe(3);
    const after = await start(how === "SIGTERM" ? directory : crash(directory), { settings: { slots: 1 }, buildDigest: "sha256:other" });
    expect(await after.client.fail("Step", step("e", 0))).toMatchObject({ reason: "SLOT_LOST" });
    expect((await after.client.call("Step", step("q1", 0))).stepIndex ?? 0).toBe(0);
    expect(after.host.live()).toEqual(["q1"]);
    expect(await after.client.call("Reset", waiting("q2"))).toMatchObject({ replayed: true, queuePosition: 0 });
    await after.client.call("Close", { episodeId: "q1" });
    expect((await after.client.call("Step", step("q2", 0))).stepIndex ?? 0).toBe(0);
  });

test("a reset that was given up while it waited does not come back", async () => {
  const directory = makeDirectory();
  const clock = createTestClock();
  const first = await start(directory, { clock, settings: { slots: 1 } });
  await first.client.call("Reset", reset("e"));
  await first.client.call("Reset", reset("q", { admission: { mode: "MODE_DEFER", queueTimeout: { seconds: 5 } } }));
  clock.advance(6_000);
  await expect.poll(async () => (await first.client.call("Heartbeat", { episodeIds: ["q"] })).leases[0].known ?? false).toBe(false);
  await first.client.call("Close", { episodeId: "e" });
  const after = await start(crash(directory), { clock, settings: { slots: 1 } });
  await after.server.recovery.done;
  expect(after.host.live()).toEqual([]);
});

test("a start that was not over begins again, by any build", async () => {
  const directory = makeDirectory();
  const host = createMemoryHost();
  const letGo = host.hold();
  const first = await start(directory, { host });
  const under = first.client.call("Reset", reset("e")).catch(() => undefined);
  await expect.poll(() => host.calls).toEqual(["reset e"]);
  const after = await start(crash(directory), { buildDigest: "sha256:other" });
  expect((await after.client.call("Step", step("e", 0))).stepIndex ?? 0).toBe(0);
  letGo();
  await under;
});

test("an ended episode keeps its score, by a step or by finalize", async () => {
  const directory = makeDirectory();
  const { client } = await start(directory);
  for (const id of ["a", "b"]) await client.call("Reset", reset(id));
  await client.call("Step", step("a", 0, "submit"));
  await client.call("Reward", { episodeId: "b", finalize: true });
  const [a, b] = await Promise.all(["a", "b"].map((episodeId) => client.call("Reward", { episodeId })));
  const after = await start(crash(directory));
  expect(await after.client.call("Reward", { episodeId: "a" })).toEqual(a);
  expect(await after.client.call("Reward", { episodeId: "b" })).toEqual(b);
  expect((await after.client.call("Heartbeat", { episodeIds: ["b"] })).leases[0].ending.endReason).toBe("END_REASON_AGENT_STOPPED");
});

test("copies come back too, with their own future", async () => {
  const directory = makeDirectory();
  const { client } = await start(directory);
  await client.call("Reset", reset("e"));
  await client.call("Step", step("e", 0));
  await client.call("Fork", { episodeId: "e", childEpisodeIds: ["c"], reseed: "99" });
  await client.call("Step", step("c", 1));
  await client.call("Close", { episodeId: "e" });
  const after = await start(crash(directory));
  const [here, there] = [await client.call("Step", step("c", 2)), await after.client.call("Step", step("c", 2))];
  expect(stable(there)).toEqual(stable(here));
  expect(after.host.live()).toEqual(["c"]);
});

test("a closed id stays spent, an unstarted one unspent", async () => {
  const directory = makeDirectory();
  const { client } = await start(directory);
  await client.call("Reset", reset("e"));
  await client.call("Close", { episodeId: "e" });
  const after = await start(crash(directory));
  expect(await after.client.fail("Reset", reset("e"))).toMatchObject({ reason: "EPISODE_ID_SPENT" });
  expect((await after.client.call("Close", { episodeId: "e" })).outcome).toBe("OUTCOME_ALREADY_CLOSED");
  expect(after.host.live()).toEqual([]);
});

test("another build ends it as lost, without a reward, and it stays so", async () => {
  const directory = makeDirectory();
  const { client } = await start(directory);
  await client.call("Reset", reset("e"));
  await client.call("Step", step("e", 0));
  const next = crash(directory);
  const after = await start(next, { buildDigest: "sha256:other" });
  expect(after.server.recovery.lost).toBe(1);
  expect(await after.client.fail("Step", step("e", 1))).toMatchObject({ code: status.DATA_LOSS, reason: "SLOT_LOST" });
  const scored = await after.client.call("Reward", { episodeId: "e" });
  expect(scored.report.reward).toBeUndefined();
  expect(scored.ending.sampleValid ?? false).toBe(false);
  const third = await start(crash(next));
  expect(await third.client.fail("Step", step("e", 1))).toMatchObject({ reason: "SLOT_LOST" });
  expect((await third.client.call("GetServerInfo", {})).backends[0].slotsFree).toBe(1_024);
});

test("a replay that differs is lost, never wrong", async () => {
  const directory = makeDirectory();
  const { client } = await start(directory);
  for (const id of ["good", "bad"]) {
    await client.call("Reset", reset(id));
    await client.call("Step", step(id, 0));
  }
  const copy = crash(directory);
  const after = await start(copy, { settings: {} });
  const { host } = after;
  expect(host.live().toSorted()).toEqual(["bad", "good"]);
  const path = join(directory, "journal-00000001.jsonl");
  const third = crash(directory);
  const lines = readFileSync(path, "utf8").split("\n");
  const damaged = lines.map((line) =>
    line.includes('"t":"started"') && line.includes('"bad"')
      ? line.replace("started", "startle")
      : line.includes('"bad"') && line.includes('"t":"step"')
        ? line.replace("step", "stop")
        : line,
  );
  writeFileSync(join(third, "journal-00000001.jsonl"), damaged.join("\n"));
  const last = await start(third);
  expect((await last.client.call("Step", step("good", 1))).stepIndex).toBe(1);
  expect(await last.client.fail("Step", step("bad", 1))).toMatchObject({ reason: "SLOT_LOST" });
});

test("whatever happened and wherever the journal is cut, no episode comes back wrong and none is leaked", async () => {
  const directory = makeDirectory();
  const { client } = await start(directory);
  const ids = ["a", "b", "c"];
  for (const id of ids) await client.call("Reset", reset(id));
  for (let i = 0; i < 4; i++) for (const id of ids) await client.call("Step", step(id, i));
  await client.call("Close", { episodeId: "c" });
  const whole = readFileSync(join(directory, "journal-00000001.jsonl"));
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), async (at) => {
      const cut = makeDirectory();
      writeFileSync(join(cut, "journal-00000001.jsonl"), whole.subarray(0, at));
      const after = await startTestServer({ settings: { stateDirectory: cut } });
      try {
        await after.server.recovery.done;
        const { leases } = await after.client.call("Heartbeat", { episodeIds: ids });
        const running = ids.filter((_, i) => leases[i].state === "EPISODE_STATE_RUNNING");
        expect(after.host.live().toSorted()).toEqual(running);
        for (const id of running) {
          const failure = await after.client.fail("Step", step(id, 99));
          const next = Number(failure.metadata?.["next_step_index"]);
          expect((await after.client.call("Step", step(id, next))).stepIndex ?? 0).toBe(next);
        }
      } finally {
        await after.close();
      }
    }),
    { numRuns: 12 },
  );
});

test("kill -9 in mid-flight: every episode goes on where its trainer is", async () => {
  const directory = makeDirectory();
  const settings = { STATE_DIRECTORY: directory, SLOTS: "64" };
  const ids = Array.from({ length: 50 }, (_, i) => `e${i}`);
  const next = new Map(ids.map((id) => [id, -1]));
  const digests = new Map<string, string>();
  for (const [round, killAfterMs] of [30, 90].entries()) {
    const server = await spawnServer("server/testing/serve-memory.ts", settings);
    const client = connectTestClient(server.address);
    const killed = new Promise((resolve) => setTimeout(resolve, killAfterMs)).then(() => server.kill());
    let dead = false;
    void killed.then(() => {
      dead = true;
    });
    const trainer = async (id: string): Promise<void> => {
      while (!dead) {
        const index = next.get(id) as number;
        try {
          if (index < 0) await client.call("Reset", reset(id, { seed: `${ids.indexOf(id)}` }), { deadlineMs: 5_000 });
          else digests.set(`${id} ${index}`, (await client.call("Step", step(id, index), { deadlineMs: 5_000 })).stateDigest);
          next.set(id, index + 1);
        } catch (cause) {
          expect((cause as { code: number }).code, `round ${round}: ${cause}`).toBe(status.UNAVAILABLE);
          return;
        }
      }
    };
    await Promise.all([...ids.map(trainer), killed]);
    client.close();
  }
  const last = await spawnServer("server/testing/serve-memory.ts", settings);
  const client = connectTestClient(last.address);
  const { leases } = await client.call("Heartbeat", { episodeIds: ids });
  for (const [i, id] of ids.entries()) {
    const index = next.get(id) as number;
    if (index < 0) continue;
    expect(leases[i].state).toBe("EPISODE_STATE_RUNNING");
    expect((await client.call("Step", step(id, index))).stepIndex ?? 0).toBe(index);
  }
  // Resets whose clients had no answer take their slots after the first heartbeat.
  let held: readonly { readonly state: string }[] = leases;
  while (held.some(({ state }) => state === "EPISODE_STATE_QUEUED")) held = (await client.call("Heartbeat", { episodeIds: ids })).leases;
  expect((await client.call("GetServerInfo", {})).backends[0].slotsFree).toBe(
    64 - held.filter(({ state }) => state === "EPISODE_STATE_RUNNING").length,
  );
  client.close();
  expect(await last.stop()).toBe(0);
});
