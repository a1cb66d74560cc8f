import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorkerPool, type WorkerPool } from "#pool/backends/sim/worker-pool.ts";
import { SILENT_LOG } from "../observability/server-log.ts";
import { readConfig } from "../open/config.ts";
import { lostWorldsOf } from "../open/open-parts.ts";
import type { LostWorlds } from "../open/server-parts.ts";
import { startServer } from "../server/serve.ts";
import { createMemoryHost, createTestCatalogue, TEST_FACTS } from "../server/testing/memory-host.ts";
import { connectTestClient } from "../server/testing/test-server.ts";
import type { EpisodeHost } from "./episode-protocol.ts";
import { createWorkerHost } from "./worker-host.ts";

let pool: WorkerPool;
let host: EpisodeHost;
let lose: (worlds: LostWorlds) => void;
beforeEach(() => {
  lose = () => undefined;
  pool = createWorkerPool({
    threads: 2,
    start: (_index, workerData) => new Worker(new URL("../server/testing/memory-worker.ts", import.meta.url), { workerData }),
    overrunMs: 1_000,
    onLost: (thread) => lose(lostWorldsOf(thread)),
  });
  host = createWorkerHost(pool);
});
afterEach(() => pool.close());

const command = (episodeId: string) => ({ episodeId, taskUri: "kubedrill://toy/one", seed: "7", limits: {}, views: [{ name: "text" }] });
const wait = (episodeId: string, stepIndex: number) => ({ episodeId, stepIndex, actions: [{ body: { kind: "wait", ms: 5 } as const }] });

test("an episode plays in a thread as it plays here", async () => {
  const here = createMemoryHost();
  expect(await host.reset(command("a"))).toEqual(await here.reset(command("a")));
  expect(await host.step(wait("a", 0))).toEqual(await here.step(wait("a", 0)));
  expect(await host.fork({ episodeId: "a", childEpisodeIds: ["b"] })).toEqual(await here.fork({ episodeId: "a", childEpisodeIds: ["b"] }));
  expect(await host.step(wait("b", 1))).toEqual(await here.step(wait("b", 1)));
  expect(await host.close({ episodeId: "a" })).toEqual(await here.close({ episodeId: "a" }));
  expect(await host.close({ episodeId: "a" })).toEqual({});
});

test("episodes with other sizes of observations have tools that announce these", async () => {
  const sizeOf = async (episodeId: string, maxObservationBytes: number) => {
    const { tools } = await host.reset({ ...command(episodeId), limits: { maxObservationBytes } });
    return tools[0]?.contentMaxBytes;
  };
  expect([await sizeOf("s", 2_304), await sizeOf("l", 4_096), await sizeOf("t", 2_304)]).toEqual([256, 2_048, 256]);
});

test("what lives in no thread is lost", async () => {
  await expect(host.step(wait("ghost", 0))).rejects.toMatchObject({ code: "SLOT_LOST" });
});

test.each(["die", "spin"])(
  "a thread that ends by %s ends the episode that did it, graded, and the others go on as if nothing had been",
  async (deed) => {
    const parts = {
      host,
      catalogue: createTestCatalogue(),
      facts: TEST_FACTS,
      threads: 2,
      onLost: (listener: typeof lose) => {
        lose = listener;
      },
      close: () => pool.close(),
    };
    const server = await startServer(readConfig({ port: 0, drainMs: 0, scopes: "train" }), { parts, log: SILENT_LOG });
    const client = connectTestClient(server.address);
    const ids = ["a", "b", "c", "d"];
    const started = new Map<string, string>();
    for (const [i, episodeId] of ids.entries())
      started.set(episodeId, (await client.call("Reset", { episodeId, seed: `${i}` })).task.spoilers.uri);
    const step = (episodeId: string, stepIndex: number, text: string) => client.call("Step", { episodeId, stepIndex, actions: [{ text }] });
    for (const id of ids) await step(id, 0, "look");
    const [bad, ...innocent] = await Promise.all([step("a", 1, deed), ...ids.slice(1).map((id) => step(id, 1, "look again"))]);
    expect(bad.ending).toMatchObject({ endReason: "END_REASON_UNRECOVERABLE", blame: "BLAME_POLICY", sampleValid: true });
    const here = createMemoryHost();
    for (const [i, reply] of innocent.entries()) {
      const id = ids[i + 1] as string;
      await here.reset({ ...command(id), taskUri: started.get(id) as string, seed: `${i + 1}` });
      for (const text of ["look", "look again"]) {
        const { stateDigest } = await here.step({ episodeId: id, stepIndex: 0, actions: [{ body: { kind: "text", text } }] });
        if (text === "look again") expect(reply.stateDigest).toBe(stateDigest);
      }
    }
    for (const episodeId of ids) expect((await client.call("Reward", { episodeId })).report.reward).toBeDefined();
    await client.call("Reset", { episodeId: "e", seed: "9" });
    expect((await client.call("GetServerInfo", {})).backends[0].slotsFree).toBe(1_024 - 4);
    client.close();
    await server.close();
  },
);
