import { status } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let open: TestServer;
beforeEach(async () => {
  open = await startTestServer({ settings: { slots: 8, queueDepthMax: 4 } });
});
afterEach(() => open.close());

const LARGE_VIEW = { name: "text", maxBytes: 20_000 };
const TASK = { taskUri: "kubedrill://toy/one" };
const START = { episodeId: "e1", task: TASK, seed: "7" };
const tool = (argumentsJson: string, name = "kubectl") => ({ toolCall: { name, argumentsJson } });
const step = (stepIndex: number, argumentsJson = "{}") => ({ episodeId: "e1", stepIndex, actions: [tool(argumentsJson)] });

type Case = readonly [name: string, rpc: string, message: object, code: number, reason: string, says: RegExp];

describe("bad input", () => {
  const cases: readonly Case[] = [
    ["no episode id", "Reset", { task: TASK }, status.INVALID_ARGUMENT, "FIELD_INVALID", /episode_id is missing/],
    ["an id with a space", "Reset", { ...START, episodeId: "a b" }, status.INVALID_ARGUMENT, "FIELD_INVALID", /episode_id is "a b"/],
    [
      "a lease that is too short",
      "Reset",
      { ...START, leaseTtl: { seconds: 3 } },
      status.INVALID_ARGUMENT,
      "FIELD_INVALID",
      /lease_ttl is 3 s; the least is 10 s/,
    ],
    ["an unknown task", "Reset", { ...START, task: { taskUri: "kubedrill://toy/none" } }, status.NOT_FOUND, "TASK_UNKNOWN", /ListTasks/],
    [
      "a task with another digest",
      "Reset",
      { ...START, task: { taskUri: "kubedrill://toy/one@abc" } },
      status.FAILED_PRECONDITION,
      "TASK_DIGEST_MISMATCH",
      /another digest/,
    ],
    [
      "an unknown view",
      "Reset",
      { ...START, views: [{ name: "smell" }] },
      status.INVALID_ARGUMENT,
      "UNKNOWN_VIEW",
      /"smell" is none of text/,
    ],
    [
      "observations larger than any episode has",
      "Reset",
      { ...START, limits: { maxObservationBytes: 1_048_576 } },
      status.INVALID_ARGUMENT,
      "FIELD_INVALID",
      /limits\.max_observation_bytes is 1048576; the most is 65536/,
    ],
    [
      "a time-out longer than any action has",
      "Reset",
      { ...START, limits: { stepTimeout: { seconds: 601 } } },
      status.INVALID_ARGUMENT,
      "FIELD_INVALID",
      /limits\.step_timeout is 601 s; the most is 600 s/,
    ],
    ...Object.entries({
      '{"limits":1}': /views\[0\]\.params_json names "limits", which is no parameter of state_json; it has limit/,
      '{"limit":"all"}': /views\[0\]\.params_json has limit "all"; give a whole number from 1/,
    }).map(
      ([paramsJson, says]): Case => [
        `a view with the parameters ${paramsJson}`,
        "Observe",
        { episodeId: "live", views: [{ name: "state_json", paramsJson }] },
        status.INVALID_ARGUMENT,
        "FIELD_INVALID",
        says,
      ],
    ),
    [
      "a view larger than any",
      "Reset",
      { ...START, views: [{ name: "state_json", maxBytes: 65_537 }] },
      status.INVALID_ARGUMENT,
      "FIELD_INVALID",
      /views\[0\]\.max_bytes is 65537; the most is 65536/,
    ],
    ...[
      { rpc: "Reset", message: { ...START, views: [{ name: "state_json", maxBytes: 20_000 }, LARGE_VIEW] }, at: "views\\[1\\]" },
      { rpc: "Step", message: { episodeId: "live", stepIndex: 0, views: [LARGE_VIEW] }, at: "views\\[0\\]" },
      { rpc: "Observe", message: { episodeId: "live", views: [LARGE_VIEW] }, at: "views\\[0\\]" },
    ].map(
      ({ rpc, message, at }): Case => [
        `a view in ${rpc} larger than the episode's`,
        rpc,
        message,
        status.INVALID_ARGUMENT,
        "FIELD_INVALID",
        new RegExp(`${at}\\.max_bytes is 20000; the most is 12288, the max_observation_bytes of this episode`),
      ],
    ),
    [
      "weights that nothing is weighed by",
      "SampleTasks",
      { sampler: { weights: { a: 2 } } },
      status.INVALID_ARGUMENT,
      "FIELD_INVALID",
      /KIND_WEIGHTED/,
    ],
    ["an unknown profile", "Reset", { ...START, rewardProfile: "kind" }, status.INVALID_ARGUMENT, "UNKNOWN_PROFILE", /shaped, sparse/],
    ["an unknown tool profile", "Reset", { ...START, toolProfile: "magic" }, status.INVALID_ARGUMENT, "UNKNOWN_PROFILE", /readonly/],
    ["an unknown component", "Reset", { ...START, rewardWeights: { beauty: 1 } }, status.INVALID_ARGUMENT, "FIELD_INVALID", /beauty/],
    [
      "a backend that the task cannot run on",
      "Reset",
      { ...START, backend: "BACKEND_KIND" },
      status.FAILED_PRECONDITION,
      "BACKEND_CANNOT",
      /kind/,
    ],
    [
      "options that are no object",
      "Reset",
      { ...START, optionsJson: "[1]" },
      status.INVALID_ARGUMENT,
      "FIELD_INVALID",
      /options_json is "\[1\]"; give a JSON object/,
    ],
    [
      "a filter that nothing fits",
      "SampleTasks",
      { filter: { splits: ["train"] }, n: 20_000 },
      status.INVALID_ARGUMENT,
      "FIELD_INVALID",
      /n is 20000; the most is 10000/,
    ],
    ["a step for an unknown episode", "Step", { episodeId: "ghost", stepIndex: 0 }, status.NOT_FOUND, "EPISODE_UNKNOWN", /ghost/],
    ["a step without index", "Step", { episodeId: "live" }, status.INVALID_ARGUMENT, "STEP_INDEX_MISSING", /step_index is missing/],
    [
      "a step ahead",
      "Step",
      { episodeId: "live", stepIndex: 4 },
      status.FAILED_PRECONDITION,
      "STEP_INDEX_GAP",
      /step_index is 4; the next step of episode live is 0/,
    ],
    [
      "an action without body",
      "Step",
      { episodeId: "live", stepIndex: 0, actions: [{}] },
      status.INVALID_ARGUMENT,
      "FIELD_INVALID",
      /actions\[0\] has no body/,
    ],
    [
      "too many actions",
      "Step",
      { episodeId: "live", stepIndex: 0, actions: Array(65).fill({ text: "x" }) },
      status.INVALID_ARGUMENT,
      "FIELD_INVALID",
      /the most is 64/,
    ],
    [
      "an unknown view of a step",
      "Step",
      { episodeId: "live", stepIndex: 0, views: [{ name: "smell" }] },
      status.INVALID_ARGUMENT,
      "UNKNOWN_VIEW",
      /smell/,
    ],
    ["too many ids in a heartbeat", "Heartbeat", { episodeIds: Array(4_097).fill("a") }, status.INVALID_ARGUMENT, "FIELD_INVALID", /4096/],
    [
      "a batch that is too large",
      "StepBatch",
      { items: Array(1_025).fill({}) },
      status.INVALID_ARGUMENT,
      "BATCH_TOO_LARGE",
      /the most is 1024/,
    ],
    ["a page token of another catalogue", "ListTasks", { pageToken: "5@x" }, status.INVALID_ARGUMENT, "FIELD_INVALID", /page_token/],
    [
      "a fork of a step to come",
      "Fork",
      { episodeId: "live", childEpisodeIds: ["c"], atStepIndex: 3 },
      status.INVALID_ARGUMENT,
      "FIELD_INVALID",
      /at_step_index is 3/,
    ],
    [
      "a record to validate",
      "Validate",
      { trajectoryJson: "{}" },
      status.UNIMPLEMENTED,
      "CAPABILITY_MISSING",
      /episodes that it still knows/,
    ],
    [
      "a kubeconfig where hosts have none",
      "GetKubeconfig",
      { episodeId: "live" },
      status.UNIMPLEMENTED,
      "CAPABILITY_MISSING",
      /no Kubernetes API endpoint/,
    ],
    [
      "agent access by the Kubernetes API there",
      "Reset",
      { ...START, agentAccess: { kubeApi: true } },
      status.UNIMPLEMENTED,
      "CAPABILITY_MISSING",
      /no Kubernetes API endpoint/,
    ],
    [
      "agent access by telemetry there",
      "Reset",
      { ...START, agentAccess: { telemetry: true } },
      status.UNIMPLEMENTED,
      "CAPABILITY_MISSING",
      /no Kubernetes API endpoint/,
    ],
  ];
  test.each(cases)("%s", async (_name, rpc, message, code, reason, says) => {
    await open.client.call("Reset", { ...START, episodeId: "live" });
    const failure = await open.client.fail(rpc, message);
    expect(failure).toMatchObject({ code, reason });
    expect(failure.message).toMatch(says);
    expect(failure.message).toMatch(/[.!?]$/);
    if (code === status.INVALID_ARGUMENT) expect(failure.fields?.length).toBeGreaterThan(0);
  });

  test("a step that is refused leaves the episode as it was", async () => {
    await open.client.call("Reset", START);
    await open.client.fail("Step", step(3));
    expect((await open.client.call("Step", step(0))).stepIndex ?? 0).toBe(0);
  });

  test("a message above the limit is refused before it is read", async () => {
    const failure = await open.client.fail("Step", { ...step(0), actions: Array(60).fill({ text: "x".repeat(300_000) }) });
    expect(failure.code).toBe(status.RESOURCE_EXHAUSTED);
  });

  test("a scope that the caller lacks is named", async () => {
    const strict = await startTestServer({ settings: { scopes: "train" } });
    expect(await strict.client.fail("ListTasks", { filter: { splits: ["holdout"] } })).toMatchObject({
      code: status.PERMISSION_DENIED,
      reason: "SCOPE_MISSING",
    });
    expect(await strict.client.fail("Reset", { ...START, task: { taskUri: "kubedrill://toy/four" } })).toMatchObject({
      reason: "SCOPE_MISSING",
    });
    await strict.close();
  });
});
