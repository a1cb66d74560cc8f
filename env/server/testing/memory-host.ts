import { digestJson } from "#core/digest.ts";
import { DrillError } from "#core/drill-error.ts";
import type { Catalogue } from "../../catalogue/catalogue-protocol.ts";
import { DEFAULT_LIMITS } from "../../catalogue/default-limits.ts";
import type {
  Action,
  ActionResult,
  Ending,
  EpisodeHost,
  Observation,
  ResetCommand,
  RewardReport,
  StepCommand,
  StepOutcome,
  TaskInfo,
} from "../../host/episode-protocol.ts";
import { toolsWithinLimits } from "../../loop/tools-within-limits.ts";
import type { ServerFacts } from "../episodes/server-facts.ts";

/** A small episode host for tests of the servers: the world is the list of actions, the goal is to submit. */
export interface MemoryHost extends EpisodeHost {
  /** Ids of the episodes with a slot. */
  live(): readonly string[];
  /** Blocks steps and resets until the returned function is called. */
  hold(): () => void;
  /** Called before each step; may throw. */
  onStep: (command: StepCommand) => void;
  onReset: (command: ResetCommand) => void;
  readonly calls: string[];
}

interface Play {
  readonly command: ResetCommand;
  readonly done: string[];
  readonly future: string;
  rewards: number;
  ending: Ending | undefined;
}

const makeTask = (name: string, split: TaskInfo["split"]): TaskInfo => ({
  uri: `kubedrill://toy/${name}`,
  publicId: `p-${name.length}`,
  title: name,
  split,
  tags: [`fault:${name}`],
  difficulty: 2,
  backends: ["sim"],
  instruction: "Something is wrong. Find out what.",
  digest: digestJson(name),
  limits: DEFAULT_LIMITS,
});

export const TEST_TASKS = [makeTask("one", "train"), makeTask("two", "train"), makeTask("three", "eval"), makeTask("four", "holdout")];

/** Creates a catalogue of four tasks. */
export const createTestCatalogue = (): Catalogue => ({
  digest: digestJson(TEST_TASKS),
  list: ({ splits = ["train"], tagsAll = [] }) =>
    TEST_TASKS.filter((task) => splits.includes(task.split) && tagsAll.every((tag) => task.tags.includes(tag))),
  resolve: (uri) => findTestTask(uri) ?? refuseTestTask(uri),
  find: (uri) => findTestTask(uri),
  sample: ({ filter, seed, n, repeats, cursor }) => {
    const tasks = TEST_TASKS.filter((task) => (filter.splits ?? ["train"]).includes(task.split));
    const start = Number(cursor) || 0;
    const draws = Array.from({ length: tasks.length === 0 ? 0 : n }, (_, i) => start + i).flatMap((i) =>
      Array.from({ length: repeats }, () => ({
        taskUri: (tasks[i % tasks.length] as TaskInfo).uri,
        seed: `${BigInt(seed) / 2n + BigInt(i)}`,
        groupId: `g${i}`,
        probability: 1 / tasks.length,
      })),
    );
    return { draws, cursor: `${start + n}`, seed };
  },
});

const TOOL = { name: "kubectl", description: "Runs kubectl.", inputSchema: { type: "object" }, mutating: true, contentMaxBytes: 4_096 };

/** Facts of a server with that catalogue. */
export const TEST_FACTS: ServerFacts = {
  serverVersion: "0.0.0-test",
  buildDigest: "sha256:test",
  runtime: "test",
  backend: "sim",
  views: [
    { name: "text", mediaType: "text/plain", deterministic: true, agentVisible: true },
    { name: "state_json", mediaType: "application/json", deterministic: true, agentVisible: false, params: ["limit"] },
  ],
  rewardProfiles: ["shaped", "sparse"],
  rewardComponents: ["mitigation", "cost"],
  toolProfiles: { "": [TOOL], kubectl: [TOOL], readonly: [] },
  systemPrompt: "Use the tools.",
  defaultLimits: DEFAULT_LIMITS,
  splits: ["train", "eval", "holdout"],
};

/** Creates a host without episodes. */
export const createMemoryHost = (): MemoryHost => {
  const plays = new Map<string, Play>();
  let gate: Promise<void> = Promise.resolve();
  const find = (id: string): Play => {
    const play = plays.get(id);
    if (play === undefined) throw new DrillError("SLOT_LOST", `no world for ${id}`);
    return play;
  };
  const host: MemoryHost = {
    calls: [],
    onStep: () => undefined,
    onReset: () => undefined,
    live: () => [...plays.keys()],
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    reset: async (command) => {
      host.calls.push(`reset ${command.episodeId}`);
      await gate;
      host.onReset(command);
      const play: Play = { command, done: [], future: command.seed, rewards: 0, ending: undefined };
      plays.set(command.episodeId, play);
      const task = TEST_TASKS.find(({ uri }) => command.taskUri.startsWith(uri)) as TaskInfo;
      return {
        task,
        observation: observe(play, command.views),
        tools: toolsWithinLimits([TOOL], { ...DEFAULT_LIMITS, ...command.limits }),
        limits: { ...DEFAULT_LIMITS, ...command.limits },
        stateDigest: digestOf(play),
        slotId: `slot-${command.episodeId}`,
      };
    },
    step: async (command) => {
      host.calls.push(`step ${command.episodeId} ${command.stepIndex}`);
      await gate;
      if (!command.overran) host.onStep(command);
      return act(find(command.episodeId), command);
    },
    observe: async ({ episodeId, views }) => {
      const play = find(episodeId);
      return {
        observation: observe(play, views ?? play.command.views),
        stateDigest: digestOf(play),
        ...(play.ending === undefined ? {} : { ending: play.ending }),
      };
    },
    reward: async ({ episodeId, finalize, explain, endReason }) => {
      const play = find(episodeId);
      if (finalize) play.ending ??= end(endReason === undefined ? "AGENT_STOPPED" : endReason);
      return {
        report: report(play, play.rewards),
        final: play.ending !== undefined,
        ...(play.ending === undefined ? {} : { ending: play.ending }),
        ...(explain && { explanation: { truth: ["x"], checks: [] } }),
      };
    },
    fork: async ({ episodeId, childEpisodeIds, reseed }) => {
      const parent = find(episodeId);
      for (const id of childEpisodeIds) plays.set(id, { ...parent, done: [...parent.done], future: reseed ?? parent.future });
      return { children: childEpisodeIds.map((id) => ({ episodeId: id, slotId: `slot-${id}`, stateDigest: digestOf(parent) })) };
    },
    close: async ({ episodeId, endReason }) => {
      host.calls.push(`close ${episodeId}`);
      const play = plays.get(episodeId);
      plays.delete(episodeId);
      if (play === undefined) return {};
      return {
        ending: play.ending ?? {
          ...end(endReason ?? "CLIENT_CLOSED"),
          terminated: false,
          truncated: true,
          sampleValid: false,
          blame: "CLIENT",
        },
      };
    },
  };
  return host;
};

const act = (play: Play, { stepIndex, actions, views, overran }: StepCommand): StepOutcome => {
  if (overran) play.ending = end("UNRECOVERABLE");
  const results = actions.map((action, i) => runAction(play, action, i));
  play.done.push(`${play.future}/${JSON.stringify(actions)}`);
  const submitted = actions.some(({ body }) => body.kind === "tool" && body.name === "submit");
  if (submitted) play.ending = end("AGENT_SUBMITTED");
  const reward = submitted ? 1 : 0.125;
  play.rewards += reward;
  return {
    stepIndex,
    observation: observe(play, views ?? play.command.views),
    results,
    reward: report(play, reward),
    stateDigest: digestOf(play),
    ...(play.ending === undefined ? {} : { ending: play.ending }),
    ...(overran && { overran }),
  };
};

const runAction = (play: Play, { callId, body }: Action, i: number): ActionResult => {
  const result = { callId: callId ?? `a${i}`, hadEffect: true, truncated: false, virtualCostMs: 1_000 };
  if (play.ending !== undefined) return { ...result, status: "SKIPPED", content: "" };
  if (body.kind !== "tool") return { ...result, status: "OK", content: body.kind };
  try {
    return { ...result, status: "OK", content: JSON.stringify(JSON.parse(body.argumentsJson)) };
  } catch {
    return { ...result, status: "INVALID", errorCode: "ARGUMENTS_NOT_JSON", content: "the arguments are not JSON", hadEffect: false };
  }
};

const end = (endReason: Ending["endReason"]): Ending => ({
  terminated: true,
  truncated: false,
  endReason,
  sampleValid: true,
  success: true,
  blame: "POLICY",
});

const digestOf = ({ command, done, future }: Play): string => digestJson([command.taskUri, command.seed, done, future]);

const observe = ({ done, command }: Play, views: ResetCommand["views"]): Observation => ({
  views: (views.length === 0 ? [{ name: "text" }] : views).map(({ name }) => {
    const body = `${name}: ${done.length} things were done; seed-dependent ${digestJson([command.seed, done])}`;
    return { name, mediaType: "text/plain", body, truncated: false, originalBytes: body.length, digest: digestJson(body) };
  }),
  stepIndex: done.length,
  virtualMs: done.length * 11_000,
  stepsLeft: 50 - done.length,
  virtualMsLeft: 3_600_000 - done.length * 11_000,
});

const report = (play: Play, reward: number): RewardReport => ({
  reward,
  components: [
    { name: "mitigation", value: reward, weight: 1, contribution: reward, status: "SCORED", kind: "TERMINAL", detail: "the answer is x" },
  ],
  returnSoFar: play.rewards,
  profile: play.command.profile ?? "shaped",
  profileDigest: digestJson("shaped"),
});

const findTestTask = (uri: string): TaskInfo | undefined => TEST_TASKS.find((task) => task.uri === uri.replace(/\?.*$/, ""));

const refuseTestTask = (uri: string): never => {
  if (findTestTask(uri.replace(/@[^?/]*/, "")) !== undefined)
    throw new DrillError("TASK_DIGEST_MISMATCH", `${uri} is known here with another digest`);
  throw new DrillError("TASK_UNKNOWN", `${uri} is no task of this server`);
};
