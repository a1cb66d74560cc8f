import { status } from "@grpc/grpc-js";
import { afterEach, expect, test } from "vitest";
import { createTestClock, startTestServer, type TestServer, type TestServerOptions } from "../testing/test-server.ts";
import { RETIRED_MAX } from "./retire-episode.ts";

let server: TestServer | undefined;
const start = async (options: TestServerOptions = {}): Promise<TestServer> => {
  server = await startTestServer(options);
  return server;
};
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const reset = (episodeId: string, more: object = {}) => ({ episodeId, task: { taskUri: "kubedrill://toy/one" }, seed: "7", ...more });
const submit = (episodeId: string) => ({ episodeId, stepIndex: 0, actions: [{ toolCall: { name: "submit", argumentsJson: "{}" } }] });
const failFast = { admission: { mode: "MODE_FAIL_FAST" } };

test("an episode that has ended holds no slot, and nobody has to close it", async () => {
  const { client, host } = await start({ settings: { slots: 1, queueDepthMax: 1 } });
  for (let i = 0; i < 5; i++) {
    await client.call("Reset", reset(`e${i}`, failFast));
    expect((await client.call("Step", submit(`e${i}`))).ending.endReason).toBe("END_REASON_AGENT_SUBMITTED");
    expect(host.live()).toEqual([]);
  }
  await client.call("Reset", reset("f", failFast));
  await client.call("Reward", { episodeId: "f", finalize: true });
  await client.call("Reset", reset("g", failFast));
  expect(host.live()).toEqual(["g"]);
});

test("its score, its last reply and its explanation stay until its lease ends, which heartbeats do not renew", async () => {
  const clock = createTestClock();
  const { client, server: running } = await start({ clock, settings: { scopes: ["train", "eval"] } });
  await client.call("Reset", reset("e", { leaseTtl: { seconds: 100 } }));
  const ended = await client.call("Step", submit("e"));
  clock.advance(60_000);
  await client.call("Heartbeat", { episodeIds: ["e"] });
  expect(await client.call("Reward", { episodeId: "e", explain: true })).toMatchObject({
    final: true,
    report: { reward: 1 },
    explanationJson: expect.stringContaining("truth"),
  });
  expect((await client.call("Observe", { episodeId: "e" })).observation).toEqual(ended.observation);
  expect(await client.call("Step", submit("e"))).toMatchObject({ replayed: true, stateDigest: ended.stateDigest });
  clock.advance(60_000);
  await running.reap();
  expect(await client.fail("Reward", { episodeId: "e" })).toMatchObject({ code: status.FAILED_PRECONDITION, reason: "EPISODE_ENDED" });
});

test("an episode that fails on our side gives its slot back too", async () => {
  const { client, host } = await start({ settings: { slots: 1, queueDepthMax: 1 } });
  await client.call("Reset", reset("e"));
  host.onStep = () => {
    throw new TypeError("a bug");
  };
  await client.fail("Step", submit("e"));
  await client.call("Reset", reset("f"));
  expect(host.live()).toEqual(["f"]);
  expect((await client.call("Reward", { episodeId: "e" })).ending.endReason).toBe("END_REASON_ENV_ERROR");
});

test("ended episodes that nobody closes are bounded: the oldest goes first", async () => {
  const { client } = await start({ settings: { slots: 1_024 } });
  const play = async (ids: readonly string[]): Promise<void> => {
    await client.call("ResetBatch", { items: ids.map((id) => reset(id)) });
    await client.call("StepBatch", { items: ids.map(submit) });
  };
  await play(["e0"]);
  await play(["e1"]);
  const others = Array.from({ length: RETIRED_MAX - 1 }, (_, i) => `f${i}`);
  await play(others.slice(0, 1_024));
  await play(others.slice(1_024));
  await expect
    .poll(() =>
      client.call("Reward", { episodeId: "e0" }).then(
        () => "there",
        () => "gone",
      ),
    )
    .toBe("gone");
  expect((await client.call("Reward", { episodeId: "e1" })).report.reward).toBe(1);
  expect((await client.call("Close", { episodeId: "e0" })).outcome).toBe("OUTCOME_ALREADY_CLOSED");
});

test("a pool full of running episodes refuses with what to do, before the caller's deadline", async () => {
  const { client } = await start({ settings: { slots: 1, queueDepthMax: 4 } });
  await client.call("Reset", reset("a"));
  const failure = await client.fail("Reset", reset("b"), { deadlineMs: 2_000 });
  expect(failure).toMatchObject({ code: status.RESOURCE_EXHAUSTED, reason: "POOL_FULL" });
  expect(failure.message).toMatch(/1 running.*Close/);
});
