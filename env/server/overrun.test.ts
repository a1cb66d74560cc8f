import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import type { Action } from "../host/episode-protocol.ts";
import { openHost } from "../open/open-host.ts";
import { killSpawned, spawnServer } from "./testing/spawn-server.ts";
import { connectTestClient, type Reply } from "./testing/test-server.ts";

afterAll(killSpawned);

const TASK = "kubedrill://hotel-reservation/service-selector-mismatch?target=service/frontend&variant=standard";
const INNOCENT = ["1", "2", "3", "4"];
/** Far below what the dear query takes, and far above an ordinary step. */
const OVERRUN_MS = 250;

const kubectl = (command: string) => ({ name: "kubectl", argumentsJson: JSON.stringify({ command }) });
/** A query over every series, many times over: as dear as one may be. */
const DEAR = { name: "query_metrics", argumentsJson: JSON.stringify({ query: Array(60).fill('count({__name__=~".+"})').join("+") }) };
const STEPS = [kubectl("kubectl scale deployment/search --replicas=2"), kubectl("kubectl get pods"), kubectl("kubectl describe node")];

test("a call that holds its thread too long ends its own episode, graded, and the others of the thread go on unchanged", async () => {
  const server = await spawnServer("main.ts", {
    PORT: "0",
    STATE_DIRECTORY: "",
    THREADS: "1",
    LOG_LEVEL: "silent",
    PREPARE_WHILE_IDLE: "0",
    OVERRUN_MS: `${OVERRUN_MS}`,
  });
  const client = connectTestClient(server.address);
  const step = (episodeId: string, stepIndex: number, toolCall: object): Promise<Reply> =>
    client.call("Step", { episodeId, stepIndex, actions: [{ toolCall }] });
  for (const seed of ["0", ...INNOCENT]) await client.call("Reset", { episodeId: seed, task: { taskUri: TASK }, seed });
  for (const id of ["0", ...INNOCENT]) await step(id, 0, STEPS[0] as object);
  const overrun = step("0", 1, DEAR);
  await setTimeout(OVERRUN_MS / 5); // some of the others come while it holds the thread, and one comes later
  const [bad, ...waited] = await Promise.all([overrun, ...INNOCENT.slice(1).map((id) => step(id, 1, STEPS[1] as object))]);
  expect(bad.ending).toMatchObject({ endReason: "END_REASON_UNRECOVERABLE", blame: "BLAME_POLICY", terminated: true, sampleValid: true });
  expect(bad.results[0]).toMatchObject({ status: "STATUS_TOOL_ERROR", errorCode: "WORK_LIMIT" });
  expect(bad.reward.reward).toBeDefined();
  expect(waited.map(({ ending }) => ending ?? undefined)).toEqual([undefined, undefined, undefined]);
  await step(INNOCENT[0] as string, 1, STEPS[1] as object);
  const { host } = await openHost();
  for (const id of INNOCENT) {
    const { stateDigest } = await step(id, 2, STEPS[2] as object);
    const { report } = await client.call("Reward", { episodeId: id, finalize: true });
    const here = await playHere(host, id);
    expect([stateDigest, report.reward, report.returnSoFar]).toEqual([here.stateDigest, here.reward, here.returnSoFar]);
  }
  for (const id of INNOCENT) expect((await client.call("Heartbeat", { episodeIds: [id] })).leases[0].ending.sampleValid).toBe(true);
  client.close();
  expect(await server.stop()).toBe(0);
});

/** Plays the same episode undisturbed in this process. */
const playHere = async (host: Awaited<ReturnType<typeof openHost>>["host"], seed: string) => {
  let { stateDigest } = await host.reset({ episodeId: seed, taskUri: TASK, seed, limits: {}, views: [{ name: "text" }] });
  for (const [stepIndex, call] of STEPS.entries()) {
    const body: Action["body"] = { kind: "tool", ...call };
    ({ stateDigest } = await host.step({ episodeId: seed, stepIndex, actions: [{ body }] }));
  }
  const { report } = await host.reward({ episodeId: seed, finalize: true, explain: false });
  return { stateDigest, reward: report.reward, returnSoFar: report.returnSoFar };
};
