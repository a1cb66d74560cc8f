import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DrillError } from "#core/drill-error.ts";
import type { Catalogue } from "../../catalogue/catalogue-protocol.ts";
import type { RewardReport, TaskInfo } from "../../host/episode-protocol.ts";
import type { LogFields, ServerLog } from "../../observability/server-log.ts";
import { loadWire } from "../grpc/load-proto.ts";
import { createMemoryHost, createTestCatalogue, type MemoryHost, TEST_TASKS } from "../testing/memory-host.ts";
import { type Reply, startTestServer, type TestServer } from "../testing/test-server.ts";
import { DRAW_OPTIONS, GUARDED_FIELDS, RESET_OPTIONS, RPC_SCOPES } from "./scopes.ts";

/**
 * Two servers with one key, each of which has one train task: what a caller with `play` gets of them may differ nowhere, whatever it asks,
 * but in the fields that are listed here. Everything else that their worlds say names the task.
 */
const DIFFERS = [
  "serverId",
  "taskUri", // sealed, of one length
  "stateDigest", // of the world itself, which the agent sees
  "catalogueDigest", // of what the server has, not of the draw
  "serverId", // of the server itself
  ...["createdAt", "leaseExpiresAt", "serverTime", "timing", "expiresAt", "sessionId"], // times and ids of the servers' own
];

const folder = mkdtempSync(join(tmpdir(), "play-"));
const servers: TestServer[] = [];
const logged: LogFields[] = [];

beforeAll(async () => {
  for (const [at, name] of ["one", "two"].entries()) servers.push(await startWith(TEST_TASKS[at] as TaskInfo, name));
});
afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true });
});

const startWith = async (task: TaskInfo, name: string): Promise<TestServer> => {
  const stateDirectory = join(folder, name);
  mkdirSync(stateDirectory, { mode: 0o700 });
  writeFileSync(join(stateDirectory, "task-key"), Buffer.alloc(32, 7), { mode: 0o600 });
  const log: ServerLog = { ...SILENT, episode: (fields) => void logged.push({ ...fields }) };
  return await startTestServer({ settings: { scopes: "play", stateDirectory }, host: talkative(task), catalogue: only(task), log });
};

const SILENT: ServerLog = { episode: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** A catalogue with one task of each split. */
const only = (task: TaskInfo): Catalogue => {
  const whole = createTestCatalogue();
  const list: Catalogue["list"] = (filter) => whole.list(filter).filter(({ split, uri }) => split !== "train" || uri === task.uri);
  return {
    ...whole,
    list,
    sample: ({ filter, n, repeats, cursor, seed }) => {
      const [drawn] = list(filter);
      const start = Number(cursor) || 0;
      const draws = Array.from({ length: drawn === undefined ? 0 : n * repeats }, (_, i) => ({
        taskUri: drawn?.uri ?? "",
        seed: `${BigInt(seed) / 2n + BigInt(start + Math.floor(i / repeats))}`,
        groupId: `g-${start + Math.floor(i / repeats)}`,
        probability: drawn === task ? 0.25 : 0.5,
      }));
      return { draws, cursor: `${start + n}`, seed };
    },
  };
};

/** A host that names the task wherever a world may: in rewards, endings, slots and failures. */
const talkative = ({ uri, title }: TaskInfo): MemoryHost => {
  const host = createMemoryHost();
  const { reset, step, reward } = host;
  const name = (report: RewardReport): RewardReport => ({
    ...report,
    profileDigest: `sha256:${title}`,
    components: report.components.map((component) => ({ ...component, name: `mitigation.${title}`, detail: uri })),
  });
  return Object.assign(host, {
    reset: async (command: Parameters<typeof reset>[0]) => {
      if (command.episodeId.startsWith("unlucky"))
        throw new DrillError("INJECTION_FAILED", `${uri} did not take`, { metadata: { task: uri } });
      return { ...(await reset(command)), slotId: `thread of ${title}` };
    },
    step: async (command: Parameters<typeof step>[0]) => {
      const outcome = await step(command);
      const ending = outcome.ending && { ending: { ...outcome.ending, failureReason: uri } };
      return { ...outcome, ...ending, reward: name(outcome.reward) };
    },
    reward: async (command: Parameters<typeof reward>[0]) => {
      const { report, ...rest } = await reward(command);
      return { ...rest, report: name(report), explanation: uri };
    },
  }) as unknown as MemoryHost;
};

/** Asks both servers, and compares their replies or failures without the fields that may differ. */
const ask = async (rpc: string, messageOf: object | ((server: number) => object)): Promise<readonly Reply[]> => {
  const answers = [];
  for (const [at, { client }] of servers.entries()) {
    const message = typeof messageOf === "function" ? messageOf(at) : messageOf;
    const answer = await client.call(rpc, message).catch(() => client.fail(rpc, message));
    answers.push(answer);
    expect(JSON.stringify(answer), rpc).not.toMatch(/toy\/(one|two)|"(one|two)"|p-3/);
  }
  expect(same(answers[1]), rpc).toEqual(same(answers[0]));
  return answers;
};

const same = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(same);
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, part]) => (DIFFERS.includes(key) ? [] : [[key, same(part)]])));
};

const submit = (episodeId: string) => ({ episodeId, stepIndex: 0, actions: [{ toolCall: { name: "submit", argumentsJson: "{}" } }] });
const refused = (answer: Reply) => answer.reason === "SCOPE_MISSING";

/** Requests for what only who knows the tasks may ask, by the option that each is about. */
const ASKED: Readonly<Record<string, readonly object[]>> = {
  "TaskFilter.tags_all": [{ filter: { tagsAll: ["fault:one"] } }, { filter: { tagsAll: ["no such"] } }],
  "TaskFilter.tags_none": [{ filter: { tagsNone: ["fault:one"] } }],
  "TaskFilter.problem_ids": [{ filter: { problemIds: ["one"] } }],
  "Sampler.kind other than KIND_BALANCED and KIND_UNIFORM": ["SEQUENTIAL", "SHUFFLED", "WEIGHTED"].map((kind) => ({
    sampler: { kind: `KIND_${kind}` },
  })),
  "Sampler.weights": [{ sampler: { kind: "KIND_WEIGHTED", weights: { "fault:one": 9 } } }],
};

test("draws cannot be asked for by what tells the task, be it for a sample, a reset, or a batch", async () => {
  expect(Object.keys(ASKED)).toEqual(DRAW_OPTIONS.map(({ option }) => option));
  for (const [option, requests] of Object.entries(ASKED))
    for (const request of requests) {
      const reset = { episodeId: "asked", task: { draw: request } };
      for (const [rpc, message] of [
        ["SampleTasks", request],
        ["Reset", reset],
      ] as const)
        for (const answer of await ask(rpc, message)) expect(refused(answer), `${rpc} ${option}`).toBe(true);
      for (const answer of await ask("ResetBatch", { items: [reset] })) expect(answer.items[0].status.code).toBe(7);
    }
});

test("tasks cannot be named, nor their parameters given, and no refusal tells one that there is from one that there is not", async () => {
  const named = ["one", "two", "three", "nowhere"].map((name) => ({ episodeId: "named", task: { taskUri: `kubedrill://toy/${name}` } }));
  const [drawn] = await ask("SampleTasks", { sampler: { seed: "1" } });
  const asked: Readonly<Record<string, readonly object[]>> = {
    "TaskSelector.task_uri other than a sealed name": named,
    "ResetRequest.options_json other than noise, decoys, variant": [{ episodeId: "named", optionsJson: '{"port":9}' }],
    "ResetRequest.reward_profile, reward_weights without diagnosis, for a sealed name": [
      { episodeId: "named", task: { taskUri: drawn.draws[0].taskUri }, rewardWeights: { mitigation: 1 } },
    ],
  };
  expect(Object.keys(asked)).toEqual(RESET_OPTIONS.map(({ option }) => option));
  for (const [option, requests] of Object.entries(asked))
    for (const request of requests) for (const answer of await ask("Reset", request)) expect(refused(answer), option).toBe(true);
});

test("two draws of one task have names that differ and are of one length, and can be compared by no group and no repeated call", async () => {
  const [{ draws }] = (await ask("SampleTasks", { n: 3, repeats: 2, sampler: { seed: "5" } })) as [Reply];
  const names: readonly string[] = draws.map(({ taskUri }: Reply) => taskUri);
  expect(new Set(names).size).toBe(3);
  expect(new Set(names.map((name) => name.length)).size).toBe(1);
  const { client } = servers[0] as TestServer;
  const start = (episodeId: string, at: number) => ({ episodeId, task: { taskUri: names[at] }, seed: "3", groupId: "probe" });
  await client.call("Reset", start("a", 0));
  await client.call("Reset", start("b", 1)); // the same draw: its repeat
  expect(await client.fail("Reset", start("c", 2))).toMatchObject({ reason: "GROUP_MISMATCH" }); // another draw, of the same task
  expect(await client.fail("Reset", { ...start("a", 2) })).toMatchObject({ reason: "EPISODE_ID_CONFLICT" });
  for (const episodeId of ["a", "b"]) await client.call("Close", { episodeId });
});

test("an episode is played from its draw to its end, and no reply, failure or line of the log tells its task", async () => {
  const drawn = await ask("SampleTasks", { n: 2, sampler: { kind: "KIND_UNIFORM", seed: "1" } });
  const start = (episodeId: string) => (at: number) => ({
    episodeId,
    task: { taskUri: drawn[at].draws[0].taskUri },
    seed: "3",
    groupId: "g",
  });
  const [begun] = await ask("Reset", start("played"));
  expect(begun.observation.views).toHaveLength(1);
  await ask("Reset", start("played"));
  await ask("Reset", start("unlucky"));
  await ask("Reset", (at) => ({ ...start("odd")(at), optionsJson: '{"variant":"no such"}' }));
  await ask("ResetBatch", (at) => ({ items: [start("batched")(at), start("unlucky-too")(at)] }));
  await ask("Observe", { episodeId: "played" });
  await ask("Reward", { episodeId: "played" });
  expect((await ask("Reward", { episodeId: "played", explain: true })).every(refused)).toBe(true);
  await ask("StepBatch", { items: [submit("batched")] });
  const [stepped] = await ask("Step", submit("played"));
  expect(stepped.reward.reward).toBe(1);
  expect(stepped.ending.success).toBe(true);
  await ask("Reward", { episodeId: "played", finalize: true });
  await ask("Heartbeat", { episodeIds: ["played", "batched", "nobody"] });
  await ask("Close", { episodeId: "played" });
  await ask("Close", { episodeId: "played" });
  for (const rpc of ["GetServerInfo", "GetToolProfile"]) await ask(rpc, {});
  for (const rpc of ["GetKubeconfig", "GetAgentAccess"]) await ask(rpc, { episodeId: "batched" });
  expect(logged.length).toBeGreaterThan(0);
  for (const { task } of logged) expect(task).toBe("p-3");
});

test("calls that name tasks, copy episodes or play the expert are refused before anything is looked up", async () => {
  const closed = Object.entries(RPC_SCOPES).filter(([, scope]) => scope !== "play");
  const unary = closed.filter(([rpc]) => rpc !== "GenerateTrajectories");
  expect(unary.map(([rpc]) => rpc)).toEqual(["ListTasks", "Fork", "Validate"]);
  for (const [rpc] of unary)
    for (const message of [{}, { episodeId: "batched", childEpisodeIds: ["copy"] }])
      for (const answer of await ask(rpc, message)) expect(refused(answer), rpc).toBe(true);
});

test("every call has its scope in the table, and every guarded field is one of a message", () => {
  const { environment, dataset, definition } = loadWire();
  expect(Object.keys(RPC_SCOPES).sort()).toEqual([...Object.keys(environment), ...Object.keys(dataset)].sort());
  for (const [message, fields] of Object.entries(GUARDED_FIELDS)) {
    const { field } = (definition[`kubedrill.v1.${message}`] as Reply).type;
    expect(field.map(({ name }: { readonly name: string }) => name)).toEqual(expect.arrayContaining(Object.keys(fields)));
  }
});
