import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorkerPool, type WorkerPool } from "#pool/backends/sim/worker-pool.ts";
import { SILENT_LOG } from "../observability/server-log.ts";
import { readConfig } from "../open/config.ts";
import { startServer } from "../server/serve.ts";
import { createMemoryHost, createTestCatalogue, TEST_FACTS } from "../server/testing/memory-host.ts";
import { connectTestClient } from "../server/testing/test-server.ts";
import type { EpisodeHost } from "./episode-protocol.ts";
import { createWorkerHost } from "./worker-host.ts";

let pool: WorkerPool;
let host: EpisodeHost;
let lose: (ids: readonly string[]) => void;
beforeEach(() => {
  lose = () => undefined;
  pool = createWorkerPool({
    threads: 2,
    start: () => new Worker(new URL("../server/testing/memory-worker.ts", import.meta.url)),
    onLost: ({ keys }) => lose(keys),
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

test("a thread that dies takes its own episodes along, without a reward, and the server goes on", async () => {
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
  for (const [i, episodeId] of ids.entries()) await client.call("Reset", { episodeId, seed: `${i}` });
  expect(await client.fail("Step", { episodeId: "a", stepIndex: 0, actions: [{ text: "die" }] })).toMatchObject({ reason: "SLOT_LOST" });
  const { leases } = await client.call("Heartbeat", { episodeIds: ids });
  const lost = ids.filter((_, i) => leases[i].ending?.endReason === "END_REASON_SLOT_LOST");
  expect(lost.length).toBe(2);
  for (const episodeId of ids) {
    const scored = await client.call("Reward", { episodeId });
    expect(scored.report.reward === undefined).toBe(lost.includes(episodeId));
  }
  await client.call("Reset", { episodeId: "e", seed: "9" });
  expect((await client.call("GetServerInfo", {})).backends[0].slotsFree).toBe(1_024 - 3);
  client.close();
  await server.close();
});
