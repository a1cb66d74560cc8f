import { expect, test } from "vitest";
import type { EpisodeRow, Run } from "../protocol.ts";
import { buildMatrix } from "./build-matrix.ts";
import { choicesOf, FILTERS, filterEpisodes } from "./filters.ts";

const RUNS: readonly Run[] = ["out/a", "out/b"].map((name, index) => ({ index, name, kind: "dataset", damaged: [] }));

let count = 0;
const episode = (task: string, policy: string, total: number | undefined, more: Partial<EpisodeRow> = {}): EpisodeRow => ({
  key: `0-${++count}`,
  run: 0,
  id: `e${count}`,
  task: `kubedrill://shop/${task}`,
  app: "shop",
  faults: [task],
  layers: ["network"],
  difficulty: 2,
  split: "train",
  seed: "7",
  policy,
  end: "AGENT_SUBMITTED",
  steps: 3,
  minutes: 15,
  parts: {},
  ...(total !== undefined && { return: total }),
  ...more,
});

test("tasks on which policies differ most come first", () => {
  const episodes = [episode("calm", "a", 0.9), episode("calm", "b", 0.8), episode("split", "a", 0.9), episode("split", "b", -0.5)];
  const { columns, rows } = buildMatrix(episodes, RUNS, { columns: "policies", order: "disagreement" });
  expect(columns).toEqual(["a", "b"]);
  expect(rows.map(({ task, spread }) => [task.split("/").at(-1), Number(spread.toFixed(2))])).toEqual([
    ["split", 1.4],
    ["calm", 0.1],
  ]);
});

test("an episode without a valid score is shown, and counts in no mean", () => {
  const { rows } = buildMatrix([episode("one", "a", 0.5), episode("one", "a", undefined)], RUNS, { columns: "policies", order: "worst" });
  expect(rows[0]?.mean).toBe(0.5);
  expect(rows[0]?.cells.get("a")).toHaveLength(2);
});

test("by seeds, each policy has a row of its own, and seeds are counted within a task", () => {
  const episodes = [episode("one", "a", 1, { seed: "70" }), episode("one", "a", 0, { seed: "71" }), episode("two", "a", 0, { seed: "99" })];
  const { columns, rows } = buildMatrix([...episodes, episode("one", "b", 0, { seed: "71" })], RUNS, { columns: "seeds", order: "task" });
  expect(columns).toEqual(["seed 1", "seed 2"]);
  expect(rows.map(({ policy, cells }) => [policy, [...cells.keys()]])).toEqual([
    ["a", ["seed 1", "seed 2"]],
    ["b", ["seed 2"]],
    ["a", ["seed 1"]],
  ]);
});

test("the same policy of two runs has two columns, and one of a single run a plain name", () => {
  const both = [episode("one", "a", 1), episode("one", "a", 0, { run: 1 }), episode("one", "c", 0, { run: 1 })];
  const choice = { columns: "policies", order: "task" } as const;
  expect(buildMatrix(both, RUNS, choice).columns).toEqual(["a · a", "a · b", "c"]);
  expect(buildMatrix(both.slice(0, 1), RUNS, choice).columns).toEqual(["a"]);
});

test("filters choose by value, and words by what an episode is called", () => {
  const pair = episode("x+y", "expert", 0.9, { faults: ["x", "y"], success: true });
  const healthy = episode("healthy", "random", -0.1, { faults: [], layers: [], success: false });
  const chosenBy = (chosen: Readonly<Record<string, string>>) => filterEpisodes([pair, healthy], RUNS, chosen);
  expect(chosenBy({ fault: "y" })).toEqual([pair]);
  expect(chosenBy({ fault: "healthy" })).toEqual([healthy]);
  expect(chosenBy({ outcome: "failure", layer: "" })).toEqual([healthy]);
  expect(chosenBy({ text: "EXPERT x" })).toEqual([pair]);
  expect(chosenBy({ text: "expert healthy" })).toEqual([]);
  expect(choicesOf(FILTERS.find(({ name }) => name === "fault")!, [pair, healthy], RUNS)).toEqual([
    ["healthy", 1],
    ["x", 1],
    ["y", 1],
  ]);
});
