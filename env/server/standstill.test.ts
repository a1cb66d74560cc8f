import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { killSpawned, type SpawnedServer, spawnServer } from "./testing/spawn-server.ts";
import { connectTestClient } from "./testing/test-server.ts";

const directory = mkdtempSync(join(tmpdir(), "standstill-"));
afterAll(() => {
  killSpawned();
  rmSync(directory, { recursive: true, force: true });
});
const IDS = ["a", "b", "c"];
const start = (): Promise<SpawnedServer> =>
  spawnServer("main.ts", { PORT: "0", STATE_DIRECTORY: directory, THREADS: "1", LOG_LEVEL: "error", PREPARE_WHILE_IDLE: "0" });
const step = (episodeId: string, stepIndex: number) => ({
  episodeId,
  stepIndex,
  actions: [{ toolCall: { name: "kubectl", argumentsJson: '{"command":"kubectl get pods"}' } }],
});

/** Standstill, ms: longer than the shortest lease, and the time after which the server has seen to its leases again. */
const STANDSTILL_MS = 12_000;
const SEEN_TO_MS = 2_500;

test("episodes outlive a server that stands still for longer than their leases, and one that is replaced", async () => {
  const server = await start();
  const client = connectTestClient(server.address);
  for (const episodeId of IDS) await client.call("Reset", { episodeId, seed: "1", leaseTtl: { seconds: 10 } });
  for (const episodeId of IDS) await client.call("Step", step(episodeId, 0));
  server.suspend();
  const underWay = client.call("Step", step("a", 1), { deadlineMs: 120_000 });
  await setTimeout(STANDSTILL_MS); // what is tested is time itself
  server.resume();
  await setTimeout(SEEN_TO_MS);
  expect((await underWay).ending).toBeFalsy();
  const { leases } = await client.call("Heartbeat", { episodeIds: IDS });
  for (const { state } of leases) expect(state).toBe("EPISODE_STATE_RUNNING");
  for (const episodeId of ["b", "c"]) await client.call("Step", step(episodeId, 1));
  client.close();
  expect(await server.stop()).toBe(0);

  const next = await start();
  expect(next.replaying).toBe(IDS.length);
  const again = connectTestClient(next.address);
  for (const episodeId of IDS) expect((await again.call("Step", step(episodeId, 2))).ending).toBeFalsy();
  again.close();
  expect(await next.stop()).toBe(0);
});
