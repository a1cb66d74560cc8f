import { appendFileSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Engine } from "../engine/engine.ts";
import { toEpisodeLine } from "../output/episode-line.ts";
import { createToyHost } from "../testing/toy-host.ts";
import { compareReplay } from "./compare-replay.ts";
import { openDataset, readTrajectories } from "./dataset-files.ts";
import { toManifest } from "./dataset-manifest.ts";
import { recordEpisode, toTrajectory } from "./record-episode.ts";
import { replayTrajectory } from "./replay-trajectory.ts";
import type { Trajectory } from "./trajectory.ts";

const provenance = { server_version: "0", build_digest: "b", runtime: "r", catalogue_digest: "c", backend: "sim", determinism: "EXACT" };
const toyEngine = { host: createToyHost(), provenance } as unknown as Engine;

const playRecording = async (seed: string, words: readonly string[]) => {
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
  return recording()!;
};

const play = async (seed: string, words: readonly string[] = ["one", "done"]): Promise<Trajectory> =>
  toTrajectory(await playRecording(seed, words), { trajectoryId: `t${seed}`, provenance, behaviour: { kind: "policy", name: "toy" } });

const newFolder = () => join(mkdtempSync(join(tmpdir(), "dataset-")), "d");

test("an episode sums up in one line", async () => {
  expect(toEpisodeLine(await playRecording("7", ["one", "done"]), "toy")).toMatchObject({
    task: "kubedrill://toy/count?target=service/a",
    seed: "7",
    return: 1,
    components: { mitigation: 1 },
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
  expect([...readTrajectories(resumed)].map(({ seed }) => seed)).toEqual(["1", "2", "3"]);
});

test("a folder of other settings is refused", () => {
  const folder = newFolder();
  openDataset(folder, { seed: "0" }, 2).close();
  expect(() => openDataset(folder, { seed: "1" }, 2)).toThrow("was begun with other settings");
});

test("a line that is no trajectory is named by its place", () => {
  const folder = newFolder();
  openDataset(folder, {}, 2).close();
  appendFileSync(join(folder, "trajectories-00000.jsonl"), "{}\n");
  expect(() => [...readTrajectories(folder)]).toThrow("trajectories-00000.jsonl:1 holds no trajectory");
});

test("a manifest counts what the files hold and knows no clock", async () => {
  const manifest = toManifest([await play("1"), await play("2", ["one"])], {
    provenance,
    command: "kubedrill dataset",
    filter: {},
    files: [],
  });
  expect(manifest).toMatchObject({
    schema: "kubedrill.manifest/v1",
    counts: { episodes: 2, steps: 3, invalid: 1, by_split: { train: 2 }, by_end_reason: { AGENT_SUBMITTED: 1, none: 1 } },
    splits: { fault_types: { train: ["count"] }, apps: { train: ["toy"] } },
  });
  expect(manifest).not.toHaveProperty("created_at");
});
