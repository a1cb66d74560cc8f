import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import type { EpisodeHost } from "#env/host/episode-protocol.ts";
import { measureStates } from "#env/host/measure-states.ts";
import type { Agent } from "#problems/agent.ts";
import { createToyHost } from "../../testing/toy-host.ts";
import { toManifest } from "../dataset-manifest.ts";
import { given } from "../given.ts";
import { type EpisodeRecording, recordEpisode } from "../record-episode.ts";
import { toTrajectory } from "../to-trajectory.ts";
import type { Trajectory } from "../trajectory.ts";
import { atif } from "./atif.ts";
import { textOf, toMessages, toolsOf } from "./chat.ts";
import { FORMATS } from "./formats.ts";
import { preference } from "./preference.ts";
import { promptCompletion } from "./prompt-completion.ts";
import { rlds } from "./rlds.ts";
import { sft } from "./sft.ts";
import { writeFormats } from "./write-formats.ts";

const provenance = { server_version: "0", build_digest: "b", runtime: "r", catalogue_digest: "c", backend: "sim", determinism: "EXACT" };

const play = async (
  id: string,
  words: readonly string[],
  over: EpisodeHost = createToyHost(),
  values: () => EpisodeRecording["stateValues"] = () => undefined,
): Promise<Trajectory> => {
  const { host, recording } = recordEpisode(over);
  await host.reset({ episodeId: id, taskUri: "kubedrill://toy/count?target=service/a", seed: "1", limits: {}, views: [{ name: "text" }] });
  for (const [stepIndex, word] of words.entries())
    await host.step({ episodeId: id, stepIndex, actions: [{ body: { kind: "tool", name: "say", argumentsJson: word } }] });
  await host.reward({ episodeId: id, finalize: true, explain: false });
  const reasons = words.map((word) => `I say ${word}.`);
  return toTrajectory(
    { ...recording()!, reasons, ...given("stateValues", values()) },
    {
      trajectoryId: id,
      groupId: "g",
      provenance,
      behaviour: { kind: "policy", name: "toy" },
      reference: { policy: "toy-reference", rollouts: 2 },
    },
  );
};

const withSuccess = (trajectory: Trajectory, success: boolean, total: number): Trajectory => ({
  ...trajectory,
  ...(trajectory.ending && { ending: { ...trajectory.ending, success, sample_valid: true } }),
  return: total,
});

const good = withSuccess(await play("good", ["one", "done"]), true, 1);
const bad = withSuccess(await play("bad", ["two", "done"]), false, 0.2);

const RUN = { name: "toys", command: "kubedrill eval --suite toys", measured: new Map() };

test("a conversation begins with what the agent saw first, and each call is answered under its id", () => {
  const messages = toMessages(good);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant", "tool"]);
  expect(messages[0]?.content).toBe(good.initial.observation.views[0]?.text);
  expect(messages[1]).toMatchObject({
    content: "I say one.",
    tool_calls: [{ type: "function", function: { name: "say", arguments: "one" } }],
  });
  for (const [i, message] of messages.entries())
    if (message.role === "tool") expect(message.tool_call_id).toBe(messages[i - 1]?.tool_calls?.[0]?.id);
});

test("what an agent says is to be learnt, and its slips are not", () => {
  const slipped = { ...good, turns: good.turns?.map((turn, i) => (i === 0 ? { ...turn, weight: 0 as const } : turn)) ?? [] };
  const weights = [good, slipped].map((trajectory) => toMessages(trajectory).map(({ weight }) => weight));
  expect(weights).toEqual([
    [undefined, 1, undefined, 1, undefined],
    [undefined, 0, undefined, 1, undefined],
  ]);
});

test("only successes are imitated, every turn has the return from there on, and pairs are told apart by their returns", () => {
  expect(sft.rows([good, bad]).map((row) => row["trajectory_id"])).toEqual(["good"]);
  const turns = promptCompletion.rows([good]);
  expect(turns.map((row) => row["return_to_go"])).toEqual(good.returns_to_go);
  expect(turns.map((row) => (row["prompt"] as unknown[]).length)).toEqual([1, 3]);
  expect(preference.rows([bad, good])).toMatchObject([{ chosen_return: 1, rejected_return: 0.2, margin: 0.8, group_id: "g" }]);
  expect(preference.rows([good, withSuccess(bad, false, 0.95)])).toEqual([]);
});

test("a step's advantage is its reward and what the reference earns after it, less what the reference earned before it", async () => {
  const measuring = measureStates(createToyHost(), {
    reference: TOY_REFERENCE,
    rollouts: 2,
    tell: () => Promise.reject(new Error("untold")),
  });
  const { steps, state_values, advantages, reference } = await play("valued", ["one", "done"], measuring.host, () => measuring.values());
  // The reference says one word, which earns 0.1, and stops, which earns 0.5; the end of an episode is worth nothing.
  expect(state_values).toEqual([0.6, 0.6, 0]);
  expect(steps.map(({ reward }) => reward)).toEqual([0.1, 1]);
  expect(advantages).toEqual([0.1, 0.4]);
  expect(reference).toEqual({ policy: "toy-reference", rollouts: 2 });
  const { state_values: _v, advantages: _a, reference: _r, ...valued } = await play("valued", ["one", "done"], measuring.host);
  expect(valued).toEqual(await play("valued", ["one", "done"]));
});

const TOY_REFERENCE: Agent = {
  id: "toy-reference",
  title: "says one word",
  *play() {
    yield { call: { name: "say", arguments: {} }, says: "" };
  },
};

test("a turn has the probability of its calls, and none where nobody knows it", () => {
  const steps = good.steps.map((step, i) =>
    i === 0 ? { ...step, actions: step.actions.map((action) => ({ ...action, behavior_logprob: Math.log(0.25) })) } : step,
  );
  expect(promptCompletion.rows([{ ...good, steps }]).map((row) => row["propensity"])).toEqual([0.25, null]);
});

test("episodes are equal to a learner where all is that it reads, whatever their ids and seeds are", async () => {
  const again = await play("again", ["one", "done"]);
  expect(again.digests.content).toBe(good.digests.content);
  expect(bad.digests.content).not.toBe(good.digests.content);
  const facts = { provenance, command: "", filter: {}, files: [], formats: [], duplicates: {} };
  expect(toManifest([good, bad, again], facts)).toMatchObject({ counts: { episodes: 3, duplicates: 1 } });
});

test("rewards from the first step on are the whole return", () => {
  const { steps, final, returns_to_go } = good;
  expect(returns_to_go?.[0]).toBeCloseTo(
    steps.reduce((sum, { reward = 0 }) => sum + reward, final?.reward ?? 0),
    9,
  );
});

test("steps of RLDS begin with the first observation, end with the last one and sum to the return", () => {
  const [row] = rlds.rows([good]);
  const steps = row!["steps"] as readonly Readonly<Record<string, unknown>>[];
  expect(steps.map(({ action }) => action)).toEqual(['{"name":"say","arguments":"one"}', '{"name":"say","arguments":"done"}', ""]);
  expect(steps.map(({ observation }) => observation)).toEqual([good.initial, ...good.steps].map(textOf));
  expect(steps.map(({ is_first, is_last, is_terminal }) => [is_first, is_last, is_terminal])).toEqual([
    [true, false, false],
    [false, false, false],
    [false, true, true],
  ]);
  expect(steps.map(({ discount }) => discount)).toEqual([1, 0, 0]);
  expect(steps.reduce((sum, { reward }) => sum + (reward as number), 0)).toBeCloseTo(good.returns_to_go![0]!, 9);
});

test("an agent's turn in ATIF has the results of its own calls, and arguments that are no object as they were written", () => {
  const [document] = atif.rows([good]) as [{ steps: { step_id: number; source: string; tool_calls?: { tool_call_id: string }[] }[] }];
  expect(document.steps.map(({ step_id, source }) => [step_id, source])).toEqual([
    [1, "user"],
    [2, "agent"],
    [3, "agent"],
  ]);
  const id = document.steps[1]?.tool_calls?.[0]?.tool_call_id;
  expect(document.steps[1]).toMatchObject({
    message: "I say one.",
    tool_calls: [{ function_name: "say", arguments: { _raw: "one" } }],
    observation: { results: [{ source_call_id: id }] },
    llm_call_count: 0,
  });
});

test("every row has the columns that its form declares and no others, and equal ones are written once", () => {
  const folder = mkdtempSync(join(tmpdir(), "formats-"));
  const { files, duplicates } = writeFormats(folder, () => [good, bad, good], {
    formats: FORMATS,
    fileType: "jsonl",
    run: RUN,
    toolsOnce: false,
  });
  expect(files.map(({ name, rows }) => [name, rows])).toEqual([
    ["data/sft/train.jsonl", 1],
    ["data/prompt-completion/train.jsonl", 4],
    ["data/preference/train.jsonl", 1],
    ["data/rlds/train.jsonl", 2],
    ["data/atif/train.jsonl", 2],
  ]);
  expect(duplicates).toEqual({ sft: 1, "prompt-completion": 2, preference: 1, rlds: 1, atif: 1 });
  for (const { format, name } of files) {
    const types = FORMATS.find((one) => one.name === format)?.features;
    if (types === undefined) continue;
    const features = Object.keys(types).sort();
    for (const line of readFileSync(join(folder, name), "utf8").trim().split("\n")) expect(Object.keys(JSON.parse(line))).toEqual(features);
  }
});

test("tools are written once, and rows name them by the id of their list", () => {
  const folder = mkdtempSync(join(tmpdir(), "tools-once-"));
  const { files, beside, formats } = writeFormats(folder, () => [good, bad], {
    formats: FORMATS,
    fileType: "jsonl",
    run: RUN,
    toolsOnce: true,
  });
  expect(beside).toMatchObject([{ name: "data/tools.json", rows: 1 }]);
  const lists = JSON.parse(readFileSync(join(folder, "data/tools.json"), "utf8"));
  for (const { format, name } of files) {
    const { features } = formats.find((one) => one.name === format)!;
    if (features?.["tools_id"] === undefined) continue;
    expect(features).not.toHaveProperty("tools");
    for (const line of readFileSync(join(folder, name), "utf8").trim().split("\n")) {
      const { tools, tools_id } = JSON.parse(line);
      expect([tools, lists[tools_id]]).toEqual([undefined, JSON.parse(toolsOf(good))]);
    }
  }
});

test("what spells the answer is in the columns that say so, and in no other", () => {
  for (const { name, rows, spoils, features } of FORMATS) {
    const made = rows([good, bad]);
    expect(made.length, name).toBeGreaterThan(0);
    if (features === undefined) continue;
    expect(Object.keys(features)).toEqual(expect.arrayContaining([...spoils]));
    for (const row of made) {
      for (const column of spoils) expect(row[column]).toContain("kubedrill://toy/count");
      const others = Object.entries(row).filter(([column]) => !spoils.includes(column));
      expect(JSON.stringify(others)).not.toMatch(/toy\/count|service\/a/);
    }
  }
});

test("Parquet files hold the rows of the JSON lines, in groups of few rows, and the same bytes each time", async () => {
  const many = Array.from(
    { length: 300 },
    (_, i): Trajectory => ({ ...good, trajectory_id: `${i}`, group_id: `${i}`, steps: relabel(good, i) }),
  );
  const write = (fileType: "jsonl" | "parquet") => {
    const folder = mkdtempSync(join(tmpdir(), "kubedrill-parquet-"));
    return { folder, files: writeFormats(folder, () => [...many, bad], { formats: FORMATS, fileType, run: RUN, toolsOnce: true }).files };
  };
  const [lines, tables] = [write("jsonl"), write("parquet")];
  expect(tables.files).toEqual(write("parquet").files);
  expect(tables.files.map(({ rows }) => rows)).toEqual(lines.files.map(({ rows }) => rows));
  for (const [i, { name }] of tables.files.entries()) {
    if (!name.endsWith(".parquet")) continue;
    const bytes = readFileSync(join(tables.folder, name));
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const rows = await parquetReadObjects({ file });
    const groups = parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows));
    expect(Math.max(...groups)).toBeLessThanOrEqual(256);
    expect(groups.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
    const wanted = readFileSync(join(lines.folder, lines.files[i]!.name), "utf8").trim().split("\n");
    expect(rows.map(withoutNull)).toEqual(wanted.map((line) => withoutNull(JSON.parse(line))));
  }
});

/** The steps of a trajectory with other words, so that it is no duplicate. */
const relabel = ({ steps }: Trajectory, i: number): Trajectory["steps"] =>
  JSON.parse(JSON.stringify(steps).replaceAll("I say", `${i} I say`));

/** Columns have null where lines leave a member out. */
const withoutNull = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? Number(inner) : (inner ?? undefined))));
