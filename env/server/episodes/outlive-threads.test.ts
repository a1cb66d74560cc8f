import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { DrillError } from "#core/drill-error.ts";
import { createMemoryHost, type MemoryHost } from "../testing/memory-host.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../testing/test-server.ts";

const folders: string[] = [];
const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "outlive-"));
  folders.push(folder);
  return folder;
};
const start = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const server = await startTestServer(options);
  servers.push(server);
  return server;
};

const IDS = ["bad", "a", "b"];
const reset = (episodeId: string) => ({ episodeId, task: { taskUri: "kubedrill://toy/one" }, seed: "7" });
const step = (episodeId: string, stepIndex: number, text = "look") => ({ episodeId, stepIndex, actions: [{ text }] });

/** Ends the thread of all episodes by each step that says "overrun", as a real one ends. */
const dieByOverrun = (server: TestServer, host: MemoryHost): void => {
  host.onStep = ({ episodeId, actions }) => {
    if (!actions.some(({ body }) => body.kind === "text" && body.text === "overrun")) return;
    for (const id of host.live()) void host.close({ episodeId: id });
    server.lose(IDS, { episodeId, method: "step" });
    throw new DrillError("SLOT_LOST", "the thread that held the world died");
  };
};

test("an episode that ended its thread stays ended, with its reply and score, after a restart too", async () => {
  const folder = makeFolder();
  const host = createMemoryHost();
  const first = await start({ host, settings: { stateDirectory: folder } });
  dieByOverrun(first, host);
  for (const id of IDS) await first.client.call("Reset", reset(id));
  for (const id of IDS) await first.client.call("Step", step(id, 0));
  const bad = await first.client.call("Step", step("bad", 1, "overrun"));
  expect(bad.ending).toMatchObject({ endReason: "END_REASON_UNRECOVERABLE", blame: "BLAME_POLICY", sampleValid: true });
  expect((await first.client.call("Step", step("bad", 1, "overrun"))).replayed).toBe(true);
  const next = await first.client.call("Step", step("a", 1));
  const copy = makeFolder();
  cpSync(folder, copy, { recursive: true });

  const overrunAgain = createMemoryHost();
  const second = await start({ host: overrunAgain, settings: { stateDirectory: copy } });
  dieByOverrun(second, overrunAgain);
  await second.server.recovery.done;
  const again = await second.client.call("Step", step("bad", 1, "overrun"));
  expect([again.stateDigest, again.ending]).toEqual([bad.stateDigest, bad.ending]);
  expect((await second.client.call("Reward", { episodeId: "bad" })).report).toEqual(
    (await first.client.call("Reward", { episodeId: "bad" })).report,
  );
  expect((await second.client.call("Observe", { episodeId: "a" })).stateDigest).toBe(next.stateDigest);
});

test("an episode goes on after its thread ended by itself, be it under way, idle, ended or a copy", async () => {
  const host = createMemoryHost();
  const { client, lose, server } = await start({ host });
  for (const id of ["idle", "busy", "copied"]) await client.call("Reset", reset(id));
  await client.call("Step", step("busy", 0));
  await client.call("Fork", { episodeId: "copied", childEpisodeIds: ["copy"], reseed: "9" });
  const before = (await client.call("Observe", { episodeId: "copy" })).stateDigest;
  host.onStep = ({ episodeId }) => {
    host.onStep = () => undefined;
    const ids = host.live();
    for (const id of ids) void host.close({ episodeId: id });
    lose(ids);
    throw new DrillError("SLOT_LOST", `the thread of ${episodeId} died`);
  };
  const reply = await client.call("Step", step("busy", 1));
  expect([reply.ending ?? undefined, reply.replayed]).toEqual([undefined, false]);
  expect((await client.call("Step", step("idle", 0))).ending).toBeFalsy();
  expect((await client.call("Observe", { episodeId: "copy" })).stateDigest).toBe(before);
  for (const id of ["idle", "busy", "copied", "copy"]) await client.call("Close", { episodeId: id });
  expect([host.live(), server.recovery.lost]).toEqual([[], 0]);
});

test("a start whose thread ends by another's call begins again, and one that ends it itself fails with its id unspent", async () => {
  const host = createMemoryHost();
  const { client, lose } = await start({ host });
  host.onReset = ({ episodeId }) => {
    host.onReset = () => undefined;
    lose([episodeId]);
    throw new DrillError("SLOT_LOST", "the thread that held the world died");
  };
  expect((await client.call("Reset", reset("other"))).episode.state).toBe("EPISODE_STATE_RUNNING");
  host.onReset = ({ episodeId }) => {
    lose([episodeId], { episodeId, method: "reset" });
    throw new DrillError("SLOT_LOST", "the thread that held the world died");
  };
  expect(await client.fail("Reset", reset("own"))).toMatchObject({ reason: "SLOT_LOST" });
  host.onReset = () => undefined;
  expect((await client.call("Reset", reset("own"))).episode.state).toBe("EPISODE_STATE_RUNNING");
});

test("an episode whose return differs is lost, never wrong", async () => {
  const host = createMemoryHost();
  const { client, lose } = await start({ host });
  await client.call("Reset", reset("a"));
  await client.call("Step", step("a", 0));
  const { step: honest } = host;
  host.step = async (command) => ({ ...(await honest(command)), stateDigest: "sha256:other" });
  lose(["a"]);
  expect(await client.fail("Step", step("a", 1))).toMatchObject({ reason: "SLOT_LOST" });
  expect((await client.call("Reward", { episodeId: "a" })).ending.endReason).toBe("END_REASON_SLOT_LOST");
});
