import { type handleServerStreamingCall, type handleUnaryCall, Server, ServerCredentials } from "@grpc/grpc-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type Action,
  type Client,
  connect,
  type GenerateOptions,
  type ResetOptions,
  type SampleOptions,
  type StepOptions,
  type ViewRequest,
} from "#clients/typescript/index.ts";
import { loadWire } from "#env/server/grpc/load-proto.ts";
import { fieldPaths, valuesAt } from "#env/server/testing/walk-fields.ts";

/** A call of the client, by which a field arrives. */
type Call = (client: Client) => Promise<unknown>;

const reset =
  (options: ResetOptions = {}): Call =>
  (client) =>
    client.reset(options);
const step =
  (actions: Action | readonly Action[], options: StepOptions = {}): Call =>
  async (client) => {
    const episode = await client.reset();
    await episode.step("kubectl get pods"); // so that the index of the next is not the default
    await episode.step(actions, options);
  };
const sample =
  (options: SampleOptions = {}): Call =>
  (client) =>
    client.sampleTasks(options);
const generate =
  (options: GenerateOptions = {}): Call =>
  async (client) => {
    for await (const _ of client.generateTrajectories(options));
  };

const TOOL: Action = { tool: "kubectl", arguments: "{}", callId: "c", timeoutMs: 500, behaviorLogprob: -1 };

/** Prefixes the fields of a part of a request. */
const part = (path: string, calls: Readonly<Record<string, Call>>): Readonly<Record<string, Call>> =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [`${path}.${name}`, call]));

const views = (path: string, call: (views: readonly ViewRequest[]) => Call) =>
  part(path, {
    name: call([{ name: "alerts" }]),
    maxBytes: call([{ name: "text", maxBytes: 9 }]),
    paramsJson: call([{ name: "text", params: { a: 1 } }]),
  });

const filter = (path: string, call: (filter: NonNullable<SampleOptions["filter"]>) => Call) =>
  part(path, {
    splits: call({ splits: ["eval"] }),
    tagsAll: call({ tagsAll: ["a"] }),
    tagsNone: call({ tagsNone: ["a"] }),
    difficultyMin: call({ difficultyMin: 2 }),
    difficultyMax: call({ difficultyMax: 2 }),
    backend: call({ backend: "kind" }),
    problemIds: call({ problemIds: ["p"] }),
  });

const sampler = (path: string, call: (sampler: NonNullable<ResetOptions["sampler"]>) => Call) =>
  part(path, {
    kind: call({ kind: "shuffled" }),
    seed: call({ seed: 5n }),
    cursor: call({ cursor: "c" }),
    weights: call({ weights: { a: 2 } }),
    curriculumId: call({ curriculumId: "l" }),
  });

const CALLS: Readonly<Record<string, Call>> = {
  ...part("ResetRequest", {
    episodeId: reset({ episodeId: "mine" }),
    "task.taskUri": reset({ task: "kubedrill://toy/one" }),
    ...filter("task.draw.filter", (given) => reset({ filter: given })),
    ...sampler("task.draw.sampler", (given) => reset({ sampler: given })),
    seed: reset({ seed: 7n }),
    ...part("limits", {
      maxSteps: reset({ limits: { maxSteps: 3 } }),
      maxVirtualTime: reset({ limits: { maxVirtualMs: 2_500 } }),
      maxWallClock: reset({ limits: { maxWallMs: 2_500 } }),
      stepTimeout: reset({ limits: { stepTimeoutMs: 2_500 } }),
      maxStepTimeouts: reset({ limits: { maxStepTimeouts: 2 } }),
      maxInvalidActions: reset({ limits: { maxInvalidActions: 2 } }),
      maxObservationBytes: reset({ limits: { maxObservationBytes: 4_096 } }),
      stepLatency: reset({ limits: { stepLatencyMs: 2_500 } }),
    }),
    leaseTtl: reset({ leaseTtlMs: 20_000 }),
    groupId: reset({ groupId: "g" }),
    rewardProfile: reset({ rewardProfile: "sparse" }),
    ...views("views", (given) => reset({ views: given })),
    "admission.mode": reset({ admission: "defer" }),
    "admission.queueTimeout": reset({ admission: { queueTimeoutMs: 100 } }),
    "admission.priority": reset({ admission: { priority: 9 } }),
    closeToken: reset({ closeToken: new Uint8Array(16) }),
    replacesEpisodeId: reset({ replacesEpisodeId: "old" }),
    backend: reset({ backend: "kind" }),
    toolProfile: reset({ toolProfile: "kubectl" }),
    "agentAccess.mcp": reset({ agentAccess: { mcp: true } }),
    "agentAccess.kubeApi": reset({ agentAccess: { kubeApi: true } }),
    "agentAccess.telemetry": reset({ agentAccess: { telemetry: true } }),
    labels: reset({ labels: { run: "1" } }),
    optionsJson: reset({ options: { target: "service/x" } }),
    rewardWeights: reset({ rewardWeights: { mitigation: 1 } }),
    timeLimit: reset({ timeLimit: "truncated" }),
    leadTime: reset({ leadMs: 60_000 }),
  }),
  ...part("StepRequest", {
    episodeId: step([]),
    stepIndex: step([]),
    "actions.callId": step(TOOL),
    "actions.toolCall.name": step(TOOL),
    "actions.toolCall.argumentsJson": step(TOOL),
    "actions.text": step({ rawText: "look" }),
    "actions.wait": step({ waitMs: 500 }),
    "actions.timeout": step(TOOL),
    "actions.behaviorLogprob": step(TOOL),
    ...views("views", (given) => step([], { views: given })),
    timeout: step([], { timeoutMs: 500 }),
  }),
  ...part("SampleTasksRequest", {
    ...filter("filter", (given) => sample({ filter: given })),
    ...sampler("sampler", sample),
    n: sample({ n: 2 }),
    repeats: sample({ repeats: 2 }),
  }),
  ...part("GenerateTrajectoriesRequest", {
    ...filter("filter", (given) => generate({ filter: given })),
    ...sampler("sampler", generate),
    episodes: generate({ episodes: 2 }),
    policies: generate({ policies: ["heuristic"] }),
    repeats: generate({ repeats: 2 }),
    format: generate({ format: "sft" }),
    offset: generate({ offset: 2 }),
    rewardProfile: generate({ rewardProfile: "sparse" }),
    maxSteps: generate({ maxSteps: 3 }),
    advantages: generate({ advantages: 2 }),
    reference: generate({ reference: "random" }),
  }),
};

/** Calls that send a message of each kind without options. */
const PLAIN: Readonly<Record<string, Call>> = {
  ResetRequest: reset(),
  StepRequest: step([]),
  SampleTasksRequest: sample(),
  GenerateTrajectoriesRequest: generate(),
};

/** Fields that the client never sends, with the reason. */
const NEVER_SENT: Readonly<Record<string, string>> = {
  "StepRequest.actions.discrete.indices": "no server plays factored actions yet",
};

/** Fields that every message of its kind has, so that there is none to compare with. */
const ALWAYS_SET = new Set(["ResetRequest.episodeId", "StepRequest.episodeId", "StepRequest.stepIndex"]);

let server: Server;
let client: Client;
let arrived: object[] = [];

beforeAll(async () => {
  server = new Server();
  const { environment, dataset } = loadWire();
  const unary =
    (reply: (request: { readonly episodeId?: string; readonly stepIndex?: number }) => object): handleUnaryCall<object, object> =>
    ({ request }, answer) => {
      arrived.push(request);
      answer(null, reply(request));
    };
  const stream: handleServerStreamingCall<object, object> = (call) => {
    arrived.push(call.request);
    call.end();
  };
  server.addService(environment, {
    Reset: unary(({ episodeId = "" }) => ({ episode: { episodeId } })),
    Step: unary(({ stepIndex = 0 }) => ({ stepIndex })),
    SampleTasks: unary(() => ({})),
    Close: ((_, answer) => answer(null, {})) satisfies handleUnaryCall<object, object>,
  });
  server.addService(dataset, { GenerateTrajectories: stream });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound))),
  );
  client = connect(`127.0.0.1:${port}`);
});

afterAll(async () => {
  await client.close();
  server.forceShutdown();
});

beforeEach(() => {
  arrived = [];
});

test("each field of resets, steps, draws and datasets has an option of the client", () => {
  const paths = Object.keys(PLAIN).flatMap(fieldPaths);
  expect([...Object.keys(CALLS), ...Object.keys(NEVER_SENT)].sort()).toEqual([...paths].sort());
  expect(paths.length).toBeGreaterThan(90);
});

test.each(Object.entries(CALLS))("%s arrives", async (path, call) => {
  const [message = "", ...within] = path.split(".");
  const arrival = async (made: Call): Promise<readonly unknown[]> => {
    await made(client);
    return valuesAt(arrived.at(-1), within);
  };
  const values = await arrival(call);
  expect(values).not.toEqual([]);
  if (!ALWAYS_SET.has(path)) expect(values).not.toEqual(await arrival(PLAIN[message]!));
});

test("an id that is given is the one that arrives", async () => {
  await CALLS["ResetRequest.episodeId"]!(client);
  expect(arrived.at(-1)).toMatchObject({ episodeId: "mine" });
});
