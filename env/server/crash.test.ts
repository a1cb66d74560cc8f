import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { status } from "@grpc/grpc-js";
import { afterAll, expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { rounds } from "../../tests/sample.ts";
import type { Action } from "../host/episode-protocol.ts";
import { openHost } from "../open/open-host.ts";
import { killSpawned, spawnServer } from "./testing/spawn-server.ts";
import { connectTestClient, type TestClient } from "./testing/test-server.ts";

const EPISODES = rounds(50, { what: "episodes whose server is killed", most: 8 });
/** `KUBEDRILL_TEST_KILLS=30 npx vitest run env/server/crash.test.ts` takes a few minutes. */
const KILLS = Number(process.env["KUBEDRILL_TEST_KILLS"] ?? 2);
const IS_LONG = KILLS > 2;
const STEPS_MAX = 40;
/** Longest pause of a trainer between steps in a long run, ms: so long that it still plays at the last kill. */
const PAUSE_MAX_MS = 160 * KILLS;
const COMMANDS = [
  "get pods -o wide",
  "get events",
  "scale deployment/search --replicas=2",
  "rollout restart deployment/geo",
  "delete pod -l io.kompose.service=rate",
  "describe deployment frontend",
];

const directory = mkdtempSync(join(tmpdir(), "crash-"));
afterAll(() => {
  killSpawned();
  rmSync(directory, { recursive: true, force: true });
});

/** One trainer: its calls so far and its progress. */
interface Trainer {
  readonly id: string;
  readonly seed: string;
  next: number;
  taskUri: string;
  digest: string;
}

const argumentsOf = ({ seed }: Trainer, index: number): string =>
  JSON.stringify({ command: `kubectl ${createRng(seed).stream(`${index}`).pick(COMMANDS)}` });

const play = async (client: TestClient, trainer: Trainer): Promise<void> => {
  const { id, seed, next } = trainer;
  if (next < 0) {
    const started = await client.call("Reset", { episodeId: id, seed });
    trainer.taskUri = started.task.spoilers.uri;
    trainer.digest = started.stateDigest;
  } else {
    const reply = await client.call("Step", {
      episodeId: id,
      stepIndex: next,
      actions: [{ toolCall: { name: "kubectl", argumentsJson: argumentsOf(trainer, next) } }],
    });
    trainer.digest = reply.stateDigest;
  }
  trainer.next = next + 1;
};

const playUntilDead = async (client: TestClient, trainer: Trainer): Promise<void> => {
  while (trainer.next < STEPS_MAX) {
    try {
      await play(client, trainer);
      if (IS_LONG) await setTimeout(createRng(trainer.seed).stream(`pause ${trainer.next}`).int(0, PAUSE_MAX_MS));
    } catch (cause) {
      expect((cause as { code: number }).code, String(cause)).toBe(status.UNAVAILABLE);
      return;
    }
  }
};

test("kill -9 at random moments: every simulated episode comes back with an equal digest and its trainer goes on", async () => {
  const rng = createRng("kills");
  const trainers: Trainer[] = Array.from({ length: EPISODES }, (_, i) => ({
    id: `e${i}`,
    seed: `${i}`,
    next: -1,
    taskUri: "",
    digest: "",
  }));
  const settings = { PORT: "0", STATE_DIRECTORY: directory, LOG_LEVEL: "error", SCOPES: "train,eval" };
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await spawnServer("main.ts", settings);
    const client = connectTestClient(server.address);
    const progressed = trainers.map((trainer) => playUntilDead(client, trainer));
    for (const progress of progressed) progress.catch(() => undefined); // told below, by Promise.all
    // A long run is to kill steps of all of them, and not the first resets again and again.
    if (IS_LONG && kill === 0) await expect.poll(() => trainers.every(({ next }) => next >= 0)).toBe(true);
    await setTimeout(rng.int(200, 6_000));
    // Any moment will do, but on a slow machine all of them may come before the first episode.
    if (kill === KILLS - 1) await expect.poll(() => trainers.some(({ next }) => next >= 0)).toBe(true);
    await server.kill();
    await Promise.all(progressed);
    client.close();
  }
  const server = await spawnServer("main.ts", settings);
  const client = connectTestClient(server.address);
  const begun = trainers.filter(({ next }) => next >= 0);
  expect(begun.length).toBeGreaterThan(0);
  let lostSteps = 0;
  for (const trainer of begun) {
    const seen = await client.call("Observe", { episodeId: trainer.id });
    expect(seen.ending, trainer.id).toBeFalsy();
    lostSteps += Math.max(0, trainer.next - Number(seen.observation.stepIndex ?? 0));
    if (Number(seen.observation.stepIndex ?? 0) === trainer.next) expect(seen.stateDigest).toBe(trainer.digest);
    await play(client, trainer);
  }
  const steps = begun.reduce((sum, { next }) => sum + next, 0);
  process.stdout.write(`${KILLS} kills, ${begun.length} episodes, ${steps} steps: ${lostSteps} acknowledged steps lost\n`);
  expect(lostSteps).toBe(0);
  const { host } = await openHost();
  for (const trainer of begun.slice(0, 5)) expect(await playHere(host, trainer)).toBe(trainer.digest);
  for (const { id } of trainers) await client.call("Close", { episodeId: id });
  expect((await client.call("GetServerInfo", {})).backends[0].slotsFree).toBe(1_024);
  client.close();
  expect(await server.stop()).toBe(0);
});

/** Plays the same episode without interruption in this process. */
const playHere = async (host: Awaited<ReturnType<typeof openHost>>["host"], trainer: Trainer): Promise<string> => {
  let { stateDigest } = await host.reset({
    episodeId: trainer.id,
    taskUri: trainer.taskUri,
    seed: trainer.seed,
    limits: {},
    views: [{ name: "text" }],
  });
  for (let stepIndex = 0; stepIndex < trainer.next; stepIndex++) {
    const body: Action["body"] = { kind: "tool", name: "kubectl", argumentsJson: argumentsOf(trainer, stepIndex) };
    ({ stateDigest } = await host.step({ episodeId: trainer.id, stepIndex, actions: [{ body }] }));
  }
  return stateDigest;
};
