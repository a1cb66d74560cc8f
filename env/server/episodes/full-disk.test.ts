import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { segmentPath } from "#pool/journal/segments.ts";
import { createTestClock, startTestServer, type TestServer } from "../testing/test-server.ts";

const directories: string[] = [];
const servers: TestServer[] = [];
const makeDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), "full-disk-"));
  directories.push(directory);
  return directory;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await Promise.all(directories.splice(0).map((directory) => rm(directory, { recursive: true, force: true })));
});

const reset = { episodeId: "e", task: { taskUri: "kubedrill://toy/one" }, seed: "7" };
const step = (stepIndex: number) => ({
  episodeId: "e",
  stepIndex,
  actions: [{ toolCall: { name: "kubectl", argumentsJson: `{"i":${stepIndex}}` } }],
});

/** A server whose disk can be filled, and one that is started with what a crash of it leaves. */
const start = async () => {
  const disk = { isFull: false };
  const directory = await makeDirectory();
  const clock = createTestClock();
  const writeJournal = (file: number, bytes: Buffer, at: number): number => {
    if (disk.isFull) throw new Error("ENOSPC: no space left on device, write");
    return writeSync(file, bytes, at);
  };
  const server = await startTestServer({ settings: { stateDirectory: directory }, writeJournal, clock });
  servers.push(server);
  const crash = async (): Promise<TestServer> => {
    const copy = await makeDirectory();
    await cp(directory, copy, { recursive: true });
    const after = await startTestServer({ settings: { stateDirectory: copy } });
    servers.push(after);
    return after;
  };
  return { ...server, directory, disk, crash };
};

test("a step that cannot be written is not acknowledged, and the same call gives its reply once it is", async () => {
  const { client, disk, crash } = await start();
  await client.call("Reset", reset);
  await client.call("Step", step(0));
  disk.isFull = true;
  for (let i = 0; i < 2; i++) expect(await client.fail("Step", step(1))).toMatchObject({ code: 14, reason: "BACKEND_DOWN" });
  disk.isFull = false;
  const reply = await client.call("Step", step(1));
  const after = await crash();
  const next = await after.client.call("Step", step(2));
  expect([reply.stepIndex, next.stepIndex]).toEqual(["1", "2"].map(Number));
});

test("an episode whose end cannot be written is not called closed, and stays closed after a crash once it is", async () => {
  const { client, disk, crash } = await start();
  await client.call("Reset", reset);
  disk.isFull = true;
  expect(await client.fail("Close", { episodeId: "e" })).toMatchObject({ code: 14, reason: "BACKEND_DOWN" });
  disk.isFull = false;
  await client.call("Close", { episodeId: "e" });
  const after = await crash();
  expect(await after.client.fail("Step", step(0))).toMatchObject({ reason: "EPISODE_ENDED" });
});

test("an episode whose last line is damaged is lost, and not set back", async () => {
  const { client, directory } = await start();
  for (const episodeId of ["e", "other"]) await client.call("Reset", { ...reset, episodeId });
  await client.call("Step", step(0));
  const copy = await makeDirectory();
  await cp(directory, copy, { recursive: true });
  const path = segmentPath(copy, 1);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, `${text.slice(0, -6)}~~${text.slice(-4)}`);
  const after = await startTestServer({ settings: { stateDirectory: copy } });
  servers.push(after);
  expect(await after.client.fail("Step", step(1))).toMatchObject({ reason: "SLOT_LOST" });
  expect((await after.client.call("Step", { ...step(0), episodeId: "other" })).episodeId).toBe("other");
});

test("the journal is tried again by itself, so that a server without calls serves again", async () => {
  const { client, disk, server } = await start();
  const changes: boolean[] = [];
  await client.call("Reset", reset);
  server.onJournalChange((isWritable) => changes.push(isWritable));
  disk.isFull = true;
  await client.fail("Step", step(0));
  disk.isFull = false;
  await server.reap();
  await expect.poll(() => changes).toEqual([false, true]);
});
