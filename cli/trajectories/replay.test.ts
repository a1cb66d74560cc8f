import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EpisodeOptions } from "#env/host/episode-protocol.ts";
import type { Engine } from "../engine/engine.ts";
import { toEpisodeLine } from "../output/episode-line.ts";
import { createToyHost } from "../testing/toy-host.ts";
import { compareReplay } from "./compare-replay.ts";
import { openDataset } from "./dataset-files.ts";
import { toManifest } from "./dataset-manifest.ts";
import { readTrajectories } from "./read-trajectories.ts";
import { recordEpisode } from "./record-episode.ts";
import { replayTrajectory } from "./replay-trajectory.ts";
import { toTrajectory } from "./to-trajectory.ts";
import type { Trajectory } from "./trajectory.ts";

const provenance = { server_version: "0", build_digest: "b", runtime: "r", catalogue_digest: "c", backend: "sim", determinism: "EXACT" };
const toyEngine = { host: createToyHost(), provenance } as unknown as Engine;

const playRecording = async (seed: string, words: readonly string[], finalize = false) => {
  const { host, recording } = recordEpisode(createToyHost());
  await host.reset({
    episodeId: `e${seed}`,
    taskUri: "kubedrill://toy/count?target=service/a",
    seed,
    limits: {},
    views: [{ name: "text" }],
  });
  for (const [stepIndex, word] of words.entries()) {
    await host.step({ episodeId: `e${seed}`, stepIndex, actions: [{ body: { kind: "tool", name: "say", argumentsJson: word } }] });
  }
  if (finalize) await host.reward({ episodeId: `e${seed}`, finalize, explain: false });
  return recording()!;
};

const play = async (seed: string, words: readonly string[] = ["one", "done"], finalize = false): Promise<Trajectory> =>
  toTrajectory(await playRecording(seed, words, finalize), {
    trajectoryId: `t${seed}`,
    provenance,
    behaviour: { kind: "policy", name: "toy" },
  });

const newFolder = () => join(mkdtempSync(join(tmpdir(), "dataset-")), "d");

test("an episode sums up in one line", async () => {
  expect(toEpisodeLine(await playRecording("7", ["one", "done"]), "toy")).toMatchObject({
    task: "kubedrill://toy/count?target=service/a",
    seed: "7",
    return: 1.1,
    components: { mitigation: 1.1 },
    steps: 2,
    terminated: true,
    truncated: false,
    end_reason: "AGENT_SUBMITTED",
    sample_valid: true,
  });
});

test("an episode that was left running has no score to learn from", async () => {
  expect(toEpisodeLine(await playRecording("7", ["one"]), "toy")).toMatchObject({ sample_valid: false, end_reason: "" });
});

test("a replay of the same world is equal", async () => {
  const recorded = await play("3");
  expect(compareReplay(recorded, await replayTrajectory(toyEngine, recorded))).toBeUndefined();
});

test("what is booked after the last step is in the record, so that the rewards add up to the return", async () => {
  const recorded = await play("3", ["one", "two"], true);
  expect(recorded).toMatchObject({
    steps: [{ reward: 0.1 }, { reward: 0.1 }],
    final: { reward: 0.5, components: [{ name: "slo", value: 0.5, weight: 1, contribution: 0.5, status: "SCORED" }] },
    ending: { end_reason: "AGENT_STOPPED" },
    return: 0.7,
    components: { mitigation: { contribution: 0.2 }, slo: { contribution: 0.5 } },
    reward_profile: { name: "toy", weights: { mitigation: 1, slo: 1 } },
    verdicts: { truth: "counting" },
  });
  expect(recorded.options).toEqual({ params: { target: ["service/a"] }, limits: {}, views: [{ name: "text" }] });
  expect(await play("3", ["one", "done"], true)).not.toHaveProperty("final");
  expect(compareReplay(recorded, await replayTrajectory(toyEngine, recorded))).toBeUndefined();
});

test("every option of the reset and of its steps is recorded and replayed", async () => {
  const given: Record<keyof EpisodeOptions, unknown> = {
    limits: { maxSteps: 4, stepLatencyMs: 500 },
    profile: "toy",
    weights: { mitigation: 1 },
    views: [{ name: "text", maxBytes: 99, params: { sinceSeconds: 3 } }],
    toolProfile: "kubectl",
    timeLimit: "truncated",
    leadMs: 60_000,
  };
  const asked = given as EpisodeOptions;
  const action = { callId: "c", timeoutMs: 7, behaviorLogprob: -1, body: { kind: "wait", ms: 3 } } as const;
  const step = { episodeId: "all", stepIndex: 0, actions: [action], views: [{ name: "text" }] };
  const { host, recording } = recordEpisode(createToyHost());
  await host.reset({ ...asked, episodeId: "all", taskUri: "kubedrill://toy/count", seed: "1" });
  await host.step(step);
  const recorded = toTrajectory(recording()!, { trajectoryId: "t", provenance, behaviour: { kind: "policy", name: "toy" } });
  expect(recorded.options).toMatchObject({
    time_limit: "truncated",
    lead_ms: 60_000,
    tool_profile: "kubectl",
    limits: { max_steps: 4, step_latency_ms: 500 },
  });

  const calls: unknown[] = [];
  const toy = createToyHost();
  const watched: Engine["host"] = {
    ...toy,
    reset: (command) => {
      calls.push(command);
      return toy.reset(command);
    },
    step: (command) => {
      calls.push(command);
      return toy.step(command);
    },
  };
  await replayTrajectory({ ...toyEngine, host: watched }, JSON.parse(JSON.stringify(recorded)));
  const [{ limits, ...options }, replayedStep] = calls as [EpisodeOptions, unknown];
  expect(options).toEqual({ ...asked, limits: undefined, episodeId: "replay-t", taskUri: "kubedrill://toy/count", seed: "1" });
  expect(limits).toMatchObject({ maxObservationBytes: 12_288 }); // those in force
  expect(replayedStep).toEqual({ ...step, episodeId: "replay-t" });
});

test("a replay that is graded otherwise at its end differs in the reward", async () => {
  const recorded = await play("3", ["one"], true);
  const altered = { ...recorded, final: { ...recorded.final!, reward: 0.4 } };
  expect(compareReplay(altered, await replayTrajectory(toyEngine, recorded))).toMatchObject({ step: 1, view: "reward" });
});

test("a line whose rewards do not add up is not written, and the error names the episode and the sums", async () => {
  const recorded = await play("3", ["one", "two"], true);
  const folder = newFolder();
  const files = openDataset(folder, {}, 2);
  const { final: _, ...withoutEnd } = recorded;
  expect(() => files.append(withoutEnd)).toThrow(
    "episode e3 (kubedrill://toy/count?target=service/a, seed 3) does not add up: its rewards of steps and end sum to 0.2, but the return is 0.7",
  );
  expect(() => files.append({ ...recorded, final: { ...recorded.final!, components: [] } })).toThrow("components of the end sum to 0");
  expect([...files.read()]).toEqual([]);
  files.append(recorded);
  expect([...files.read()]).toEqual([recorded]);
});

test("the first difference is named by step, view and place", async () => {
  const recorded = await play("3");
  const altered = structuredClone(recorded) as unknown as { steps: { observation: { views: { text: string; digest: string }[] } }[] };
  altered.steps[1]!.observation.views[0]!.text = "counter 11";
  altered.steps[1]!.observation.views[0]!.digest = "sha256:other";
  const difference = compareReplay(altered as unknown as Trajectory, await replayTrajectory(toyEngine, recorded));
  expect(difference).toMatchObject({ step: 2, view: "text", recorded: "sha256:other", at: "line 1, character 10" });
});

test("an action that comes to something else shows in the results before the state", async () => {
  const [a, b] = [await play("3", ["one", "done"]), await play("3", ["onetwo", "done"])];
  expect(compareReplay(a, b)).toMatchObject({ step: 1 });
});

test("equal plans give equal files, whether written at once or after a kill", async () => {
  const trajectories = await Promise.all(["1", "2", "3"].map((seed) => play(seed)));
  const [whole, resumed] = [newFolder(), newFolder()];
  const atOnce = openDataset(whole, { seed: "0" }, 2);
  trajectories.forEach((trajectory) => void atOnce.append(trajectory));
  atOnce.close();

  const killed = openDataset(resumed, { seed: "0" }, 2);
  killed.append(trajectories[0]!);
  killed.close();
  appendFileSync(join(resumed, "trajectories-00000.jsonl"), '{"schema":"kubedrill.traj');
  const after = openDataset(resumed, { seed: "0" }, 2);
  expect(after.done).toBe(1);
  trajectories.slice(after.done).forEach((trajectory) => void after.append(trajectory));
  after.close();

  expect(readdirSync(resumed)).toEqual(["plan.json", "trajectories-00000.jsonl", "trajectories-00001.jsonl"]);
  for (const name of readdirSync(whole)) expect(readFileSync(join(resumed, name), "utf8")).toBe(readFileSync(join(whole, name), "utf8"));
  expect([...after.read()].map(({ seed }) => seed)).toEqual(["1", "2", "3"]);
});

test("a folder that lost lines in the middle is refused, since what follows would be out of order", async () => {
  const folder = newFolder();
  const files = openDataset(folder, {}, 1);
  for (const seed of ["1", "2"]) files.append(await play(seed));
  files.close();
  writeFileSync(join(folder, "trajectories-00000.jsonl"), "");
  expect(() => openDataset(folder, {}, 1)).toThrow("trajectories-00000.jsonl holds 0 of 1 episodes and others follow it");
});

test("a folder of other settings is refused", () => {
  const folder = newFolder();
  openDataset(folder, { seed: "0" }, 2).close();
  expect(() => openDataset(folder, { seed: "1" }, 2)).toThrow("was begun with other settings");
});

test("a folder whose claim was cut short by a kill is claimed again", () => {
  const folder = newFolder();
  mkdirSync(folder);
  writeFileSync(join(folder, "plan.json.new"), '{"se');
  openDataset(folder, { seed: "0" }, 2).close();
  expect(readdirSync(folder)).toEqual(["plan.json"]);
});

test("a line that cannot be replayed is named by file and line, with what is wrong about it", async () => {
  const whole = await play("3");
  const { seed: _, ...withoutSeed } = whole;
  const withoutActions = { ...whole, steps: [whole.steps[0], { ...whole.steps[1], actions: undefined }] };
  const damaged: Readonly<Record<string, string>> = {
    "{}": 'holds no trajectory: it has no "schema"; each line is a JSON object with "schema": "kubedrill.trajectory/v1"',
    '{"schema":"other/v1"}': 'holds no trajectory: its "schema" is "other/v1"',
    "[1, 2": "is no JSON: ",
    [JSON.stringify(withoutSeed)]: "holds a damaged trajectory: seed: ",
    [JSON.stringify(withoutActions)]: "holds a damaged trajectory: steps[1].actions: ",
  };
  const file = join(mkdtempSync(join(tmpdir(), "damaged-")), "d.jsonl");
  for (const [line, says] of Object.entries(damaged)) {
    writeFileSync(file, `${JSON.stringify(whole)}\n\n${line}\n`);
    expect(() => [...readTrajectories(file)]).toThrow(`${file}:3 ${says}`);
  }
  writeFileSync(file, `${JSON.stringify(whole)}\n${JSON.stringify(whole).slice(0, 90)}`);
  expect(() => [...readTrajectories(file)]).toThrow(`${file}:2 is cut off: the file ends in the middle of the line`);
  expect(() => [...readTrajectories(`${file}.gone`)]).toThrow(`${file}.gone cannot be read; name a dataset folder or a .jsonl file`);
});

test("a manifest counts what the files hold and knows no clock", async () => {
  const manifest = toManifest([await play("1"), await play("2", ["one"])], {
    provenance,
    command: "kubedrill dataset",
    filter: {},
    files: [],
    formats: [],
    duplicates: {},
  });
  expect(manifest).toMatchObject({
    schema: "kubedrill.manifest/v1",
    counts: { episodes: 2, steps: 3, invalid: 1, by_split: { train: 2 }, by_end_reason: { AGENT_SUBMITTED: 1, none: 1 } },
    splits: { fault_types: { train: ["count"] }, apps: { train: ["toy"] } },
  });
  expect(manifest).not.toHaveProperty("created_at");
});

test("times and tokens of turns are in no digest, and a replay without them is the same episode", async () => {
  const facts = { trajectoryId: "t", provenance, behaviour: { kind: "policy", name: "toy" } } as const;
  const bare = await playRecording("4", ["one", "done"]);
  const [one, other] = [1, 2].map((agent_s) => toTrajectory({ ...bare, measured: [{ agent_s, answer_s: 0.5, prompt_tokens: 9 }] }, facts));
  expect(one?.steps.map(({ measured }) => measured?.agent_s)).toEqual([1, undefined]);
  expect(other?.steps[0]?.measured?.agent_s).toBe(2);
  expect([one?.digests, other?.digests]).toEqual([toTrajectory(bare, facts).digests, toTrajectory(bare, facts).digests]);
  expect(compareReplay(one as Trajectory, toTrajectory(bare, facts))).toBeUndefined();
});
