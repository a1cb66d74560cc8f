import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let open: TestServer;
beforeEach(async () => {
  open = await startTestServer({ settings: { slots: 8, queueDepthMax: 4 } });
});
afterEach(() => open.close());

const TASK = { taskUri: "kubedrill://toy/one" };
const START = { episodeId: "e1", task: TASK, seed: "7" };
const tool = (argumentsJson: string, name = "kubectl") => ({ toolCall: { name, argumentsJson } });
const step = (stepIndex: number, argumentsJson = "{}") => ({ episodeId: "e1", stepIndex, actions: [tool(argumentsJson)] });

describe("an episode", () => {
  test("is reset, stepped, scored and closed", async () => {
    const { client } = open;
    const started = await client.call("Reset", START);
    expect(started.episode).toMatchObject({ episodeId: "e1", state: "EPISODE_STATE_RUNNING", backend: "BACKEND_SIM" });
    expect(started.effectiveSeed).toBe("7");
    expect(started.observation.views[0].name).toBe("text");
    const done = await client.call("Step", { ...step(0), actions: [tool("{}"), tool("{}", "submit"), tool("{}")] });
    expect(done.ending).toMatchObject({ terminated: true, endReason: "END_REASON_AGENT_SUBMITTED", sampleValid: true });
    expect(done.reward.reward).toBe(1);
    const scored = await client.call("Reward", { episodeId: "e1" });
    expect(scored).toMatchObject({ final: true, report: { reward: 1 } });
    expect((await client.call("Close", { episodeId: "e1" })).outcome).toBe("OUTCOME_CLOSED");
    expect((await client.call("Close", { episodeId: "e1" })).outcome).toBe("OUTCOME_ALREADY_CLOSED");
    expect(open.host.live()).toEqual([]);
  });

  test("a seed above 2^53 arrives whole", async () => {
    expect((await open.client.call("Reset", { ...START, seed: "18446744073709551615" })).effectiveSeed).toBe("18446744073709551615");
  });

  test("a malformed tool call is an observation", async () => {
    await open.client.call("Reset", START);
    const reply = await open.client.call("Step", step(0, "{nonsense"));
    expect(reply.results[0]).toMatchObject({ status: "STATUS_INVALID", errorCode: "ARGUMENTS_NOT_JSON" });
  });

  test("finalize ends and grades, and does so once", async () => {
    await open.client.call("Reset", START);
    const first = await open.client.call("Reward", { episodeId: "e1", finalize: true });
    expect(first.ending.endReason).toBe("END_REASON_AGENT_STOPPED");
    expect(await open.client.call("Reward", { episodeId: "e1", finalize: true })).toEqual(first);
  });

  test("observe computes other views and passes no time", async () => {
    await open.client.call("Reset", START);
    const seen = await open.client.call("Observe", { episodeId: "e1", views: [{ name: "state_json" }] });
    expect(seen.observation.views[0].name).toBe("state_json");
    expect(seen.observation.stepIndex ?? 0).toBe(0);
  });
});

describe("catalogue and server", () => {
  test("tasks come in pages", async () => {
    const filter = { splits: ["train", "eval"] };
    const first = await open.client.call("ListTasks", { filter, pageSize: 2 });
    expect([first.total, first.tasks.length]).toEqual([3, 2]);
    const second = await open.client.call("ListTasks", { filter, pageSize: 2, pageToken: first.nextPageToken });
    expect(second.tasks.map(({ spoilers }: { spoilers: { title: string } }) => spoilers.title)).toEqual(["three"]);
    expect(second.nextPageToken ?? "").toBe("");
  });

  test("the split all is the three together, for lists and draws", async () => {
    const { total } = await open.client.call("ListTasks", { filter: { splits: ["train", "eval", "holdout"] } });
    expect((await open.client.call("ListTasks", { filter: { splits: ["all"] } })).total).toBe(total);
    const request = { sampler: { seed: "5" }, n: 20 };
    const named = await open.client.call("SampleTasks", { ...request, filter: { splits: ["train", "eval", "holdout"] } });
    expect(await open.client.call("SampleTasks", { ...request, filter: { splits: ["all"] } })).toEqual(named);
  });

  test("draws are repeated by seed and go on by cursor", async () => {
    const sampler = { seed: "5" };
    const first = await open.client.call("SampleTasks", { sampler, n: 2, repeats: 2 });
    expect(first.draws.length).toBe(4);
    expect(await open.client.call("SampleTasks", { sampler, n: 2, repeats: 2 })).toEqual(first);
    const next = await open.client.call("SampleTasks", { sampler: { ...sampler, cursor: first.cursor }, n: 1 });
    expect(next.draws[0].groupId).not.toBe(first.draws[0].groupId);
  });

  test("the server tells what it can", async () => {
    const info = await open.client.call("GetServerInfo", {});
    expect(info.backends[0]).toMatchObject({ backend: "BACKEND_SIM", slotsTotal: 8, slotsFree: 8, forkable: true });
    expect(info.capabilities).toContain("fork.snapshot");
    expect(info.limits.messageBytesMax).toBe(16 * 1024 * 1024);
    expect(info.state).toBe("STATE_SERVING");
  });
});
