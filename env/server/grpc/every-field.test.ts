import { writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Catalogue } from "../../catalogue/catalogue-protocol.ts";
import type { DatasetMaker } from "../datasets/dataset-maker.ts";
import { createTestCatalogue } from "../testing/memory-host.ts";
import { createTestClock, startTestServer, type TestClock, type TestServer } from "../testing/test-server.ts";
import { fieldPaths } from "../testing/walk-fields.ts";
import { readDataset } from "./read-dataset.ts";

/** Everything behind the door that a request can reach: the host of the worlds, the catalogue, the journal; and the reply. */
let arrived: unknown[] = [];
let open: TestServer;
let clock: TestClock;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "every-field-"));
  clock = createTestClock();
  const writeJournal = (file: number, bytes: Buffer, at: number): number => {
    arrived.push(bytes.toString("utf8", at).replace(/^\S+ /gm, "")); // each line begins with its checksum
    return writeSync(file, bytes, at);
  };
  const settings = { stateDirectory: directory, slots: 2_000 };
  open = await startTestServer({ settings, clock, writeJournal, catalogue: watchCatalogue(createTestCatalogue()) });
  open.host.onReset = (command) => arrived.push(command);
  open.host.onStep = (command) => arrived.push(command);
});

afterAll(async () => {
  await open.close();
  await rm(directory, { recursive: true });
});

const watchCatalogue = (catalogue: Catalogue): Catalogue => ({
  ...catalogue,
  sample: (request) => {
    arrived.push(request);
    return catalogue.sample(request);
  },
});

/** A request without a field and with it, for each by its path. */
type Rows = Readonly<Record<string, readonly [without: object, given: object]>>;

/** Rows of a part of a request, from what the part is without and with each of its fields. */
const part = (path: string, wrap: (part: object) => object, rows: Rows): Rows =>
  Object.fromEntries(
    Object.entries(rows).map(([name, [without, given]]) => [path === "" ? name : `${path}.${name}`, [wrap(without), wrap(given)] as const]),
  );

const added = (path: string, wrap: (part: object) => object, parts: Readonly<Record<string, unknown>>): Rows =>
  part(path, wrap, Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, [{}, { [name]: value }] as const])));

const FILTER = {
  splits: ["eval"],
  tagsAll: ["fault:one"],
  tagsNone: ["fault:two"],
  difficultyMin: 2,
  difficultyMax: 2,
  backend: "BACKEND_SIM",
  problemIds: ["p"],
};

const sampler = (path: string, wrap: (sampler: object) => object): Rows =>
  part(path, wrap, {
    kind: [{ seed: "5" }, { seed: "5", kind: "KIND_SHUFFLED" }],
    seed: [{ seed: "5" }, { seed: "6" }],
    cursor: [{ seed: "5" }, { seed: "5", cursor: "3" }],
    weights: [
      { seed: "5", kind: "KIND_WEIGHTED" },
      { seed: "5", kind: "KIND_WEIGHTED", weights: { "fault:one": 2 } },
    ],
    curriculumId: [{ seed: "5" }, { seed: "5", curriculumId: "l" }],
  });

const VIEW: Rows = {
  name: [{ name: "text" }, { name: "state_json" }],
  maxBytes: [{ name: "text" }, { name: "text", maxBytes: 99 }],
  paramsJson: [{ name: "state_json" }, { name: "state_json", paramsJson: '{"limit":1}' }],
};

const START = { task: { taskUri: "kubedrill://toy/one" }, seed: "7" };
const start = (fields: object): object => ({ ...START, ...fields });
const drawn = (draw: object): object => ({ seed: "7", task: { draw } });

const RESETS: Rows = {
  episodeId: [START, { ...START, episodeId: "named" }],
  "task.taskUri": [start({ task: { taskUri: "kubedrill://toy/two" } }), START],
  ...added("task.draw.filter", (filter) => drawn({ filter, sampler: { seed: "5" } }), FILTER),
  ...sampler("task.draw.sampler", (given) => drawn({ sampler: given })),
  seed: [START, { ...START, seed: "8" }],
  ...added("limits", (limits) => start({ limits }), {
    maxSteps: 3,
    maxVirtualTime: { seconds: 60 },
    maxWallClock: { seconds: 60 },
    stepTimeout: { seconds: 5 },
    maxStepTimeouts: 2,
    maxInvalidActions: 2,
    maxObservationBytes: 4_096,
    stepLatency: { seconds: 1 },
  }),
  ...part("views", (view) => start({ views: [view] }), VIEW),
  // What becomes of a request that finds no slot is the next test's.
  ...added("agentAccess", (agentAccess) => start({ agentAccess }), { mcp: true, kubeApi: true, telemetry: true }),
  ...added("", start, {
    leaseTtl: { seconds: 20 },
    groupId: "g",
    rewardProfile: "sparse",
    closeToken: Buffer.from("0123456789abcdef"),
    replacesEpisodeId: "old",
    backend: "BACKEND_KIND",
    toolProfile: "kubectl",
    labels: { run: "1" },
    optionsJson: '{"target":"service/x"}',
    rewardWeights: { mitigation: 1 },
    timeLimit: "truncated",
    leadTime: { seconds: 60 },
  }),
};

const ACTION = { text: "look" };
const step = (fields: object): object => ({ stepIndex: 0, actions: [ACTION], ...fields });
const act = (action: object): object => step({ actions: [action] });
const tool = (call: object): object => act({ toolCall: { name: "kubectl", argumentsJson: "{}", ...call } });

const STEPS: Rows = {
  episodeId: [{ ...step({}), episodeId: "" }, step({})],
  stepIndex: [{ actions: [ACTION] }, step({})],
  "actions.toolCall.name": [tool({}), tool({ name: "submit" })],
  "actions.toolCall.argumentsJson": [tool({}), tool({ argumentsJson: '{"command":"x"}' })],
  "actions.text": [act({}), act(ACTION)],
  "actions.discrete.indices": [act({}), act({ discrete: { indices: [1] } })],
  "actions.wait": [act({}), act({ wait: { seconds: 2 } })],
  ...added("actions", (fields) => act({ ...ACTION, ...fields }), { callId: "c", timeout: { seconds: 2 }, behaviorLogprob: -1.5 }),
  ...part("views", (view) => step({ views: [view] }), VIEW),
  timeout: [step({}), step({ timeout: { seconds: 5 } })],
};

const sample = (fields: object): object => ({ sampler: { seed: "5" }, ...fields });
const SAMPLES: Rows = {
  ...added("filter", (filter) => sample({ filter }), FILTER),
  ...sampler("sampler", (given) => ({ sampler: given })),
  n: [sample({}), sample({ n: 2 })],
  repeats: [sample({}), sample({ repeats: 2 })],
};

const GENERATES: Rows = {
  ...added("filter", (filter) => sample({ filter }), FILTER),
  ...sampler("sampler", (given) => ({ sampler: given })),
  ...added("", sample, {
    episodes: 2,
    policies: ["heuristic"],
    repeats: 2,
    format: "sft",
    offset: 1,
    rewardProfile: "sparse",
    maxSteps: 3,
    advantages: 2,
    reference: "random",
  }),
};

const ADMISSION = ["admission.mode", "admission.queueTimeout", "admission.priority"];

const namesOf = (message: string): readonly string[] => fieldPaths(message).map((path) => path.slice(message.length + 1));
test("there is a request for each field", () => {
  expect([...Object.keys(RESETS), ...ADMISSION].sort()).toEqual([...namesOf("ResetRequest")].sort());
  expect(Object.keys(STEPS).sort()).toEqual([...namesOf("StepRequest")].sort());
  expect(Object.keys(SAMPLES).sort()).toEqual([...namesOf("SampleTasksRequest")].sort());
  expect(Object.keys(GENERATES).sort()).toEqual([...namesOf("GenerateTrajectoriesRequest")].sort());
});

let lastId = 0;
const nextId = (): string => `e${String(++lastId).padStart(5, "0")}`;

/** Sends a request, and returns all that arrived by it and the reply, without what differs at every run. */
const arrivalOf = async (rpc: string, message: object, id: string): Promise<string> => {
  arrived = [];
  const reply = await open.client.call(rpc, message).catch((error: Error) => ({ error: error.message }));
  const { timing: _, agentAccess, ...rest } = reply;
  return JSON.stringify([arrived, rest, Object.keys(agentAccess ?? {})]).replaceAll(id, "ID");
};

const reset = async (fields: object): Promise<string> => {
  const id = nextId();
  const replaces = "replacesEpisodeId" in fields ? { replacesEpisodeId: `${id}-old` } : {};
  await open.client.call("Reset", { ...START, episodeId: `${id}-old` });
  return await arrivalOf("Reset", { episodeId: id, ...fields, ...replaces }, id);
};

const stepOf = async (fields: object): Promise<string> => {
  const id = nextId();
  await open.client.call("Reset", { ...START, episodeId: id });
  const isHeld = "timeout" in fields;
  const release = isHeld ? open.host.hold() : () => undefined;
  const arrival = arrivalOf("Step", { episodeId: id, ...fields }, id);
  if (isHeld) {
    while (!open.host.calls.includes(`step ${id} 0`)) await turn();
    clock.advance(6_000);
  }
  const told = await arrival;
  release();
  if (isHeld) await open.client.call("Step", { episodeId: id, ...fields, timeout: null }); // waits until the step is made
  return told;
};

const compare = async (rows: Rows, path: string, send: (fields: object) => Promise<string>): Promise<void> => {
  const [without, given] = rows[path]!;
  const arrival = await send(without);
  if (path !== "timeout") expect(await send(without)).toBe(arrival); // otherwise the comparison would say nothing
  expect(await send(given)).not.toBe(arrival);
};

test.each(Object.keys(RESETS))("of a reset, %s changes what arrives", (path) => compare(RESETS, path, reset));
test.each(Object.keys(STEPS))("of a step, %s changes what arrives", (path) => compare(STEPS, path, stepOf));
test.each(Object.keys(SAMPLES))("of draws, %s changes what arrives", (path) =>
  compare(SAMPLES, path, (fields) => arrivalOf("SampleTasks", fields, "none")),
);

test.each(Object.keys(GENERATES))("of a dataset, %s changes what arrives", async (path) => {
  const agents = ["expert", "heuristic", "random"];
  const maker: DatasetMaker = { formats: ["sft"], policies: agents, agents, generate: async () => undefined };
  await compare(GENERATES, path, async (fields) => {
    try {
      return JSON.stringify(readDataset(fields, maker));
    } catch (error) {
      return String(error);
    }
  });
});

test("of a reset without a slot, each part of the admission changes what becomes of it", async () => {
  const small = await startTestServer({ settings: { slots: 1, queueDepthMax: 8 }, clock });
  try {
    const ask = async (episodeId: string, admission: object) => await small.client.call("Reset", { ...START, episodeId, admission });
    await ask("occupant", {});
    expect(await small.client.fail("Reset", { ...START, episodeId: "fast", admission: { mode: "MODE_FAIL_FAST" } })).toMatchObject({
      reason: "POOL_FULL",
    });
    expect(await ask("first", { mode: "MODE_DEFER" })).toMatchObject({ episode: { state: "EPISODE_STATE_QUEUED" }, queuePosition: 0 });
    expect(await ask("second", { mode: "MODE_DEFER", queueTimeout: { seconds: 5 } })).toMatchObject({ queuePosition: 1 });
    expect(await ask("third", { mode: "MODE_DEFER", priority: 9 })).toMatchObject({ queuePosition: 0 });
    clock.advance(6_000);
    await turn();
    const { leases } = await small.client.call("Heartbeat", { episodeIds: ["first", "second", "third"] });
    expect(leases.map(({ state }: { readonly state: string }) => state)).toEqual([
      "EPISODE_STATE_QUEUED",
      "EPISODE_STATE_CLOSED",
      "EPISODE_STATE_QUEUED",
    ]);
  } finally {
    await small.close();
  }
});
