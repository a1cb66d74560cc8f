import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findRuns } from "./find-runs.ts";
import { createIndex } from "./index-runs.ts";
import { type Span, scanMembers } from "./scan-members.ts";
import { makeTrajectory } from "./testing/made-trajectory.ts";

const newFolder = (): string => mkdtempSync(join(tmpdir(), "view-"));
const line = (...parts: Parameters<typeof makeTrajectory>): string => `${JSON.stringify(makeTrajectory(...parts))}\n`;
const write = (folder: string, text: string, name = "trajectories-00000.jsonl"): string => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test.each([
  '{"a":1,"b":{"c":"}]"},"d":[1,{"e":"\\\\"}],"f":"say \\"no\\", \\\\","g":null}',
  ' { "a" : "x" , "b" : [ ] } ',
  "{}",
  '{"ü":"ö","nested":{"a":{"b":[[[]]]}},"last":-1.5e3}',
])("members of %s are where JSON.parse finds them", (text) => {
  const bytes = Buffer.from(text);
  const members = scanMembers(bytes, [0, bytes.length]);
  const values = [...(members ?? [])].map(([name, [from, to]]: readonly [string, Span]) => [
    name,
    JSON.parse(bytes.toString("utf8", from, to)),
  ]);
  expect(Object.fromEntries(values)).toEqual(JSON.parse(text));
});

test.each(["", "[]", "{", '{"a"', '{"a":', '{"a":"x', '{"a":[1', '{"a" 1}', "null"])("%s is no object, and nothing throws", (text) => {
  const bytes = Buffer.from(text);
  expect(scanMembers(bytes, [0, bytes.length])).toBeUndefined();
});

test("a row has what the matrix needs, and its place gives the line back", async () => {
  const folder = newFolder();
  const [first, second] = [line({ id: "a", total: 0.9 }), line({ id: "b", policy: "random", problem: "x+y" })];
  write(folder, first + second);
  const index = createIndex(findRuns([folder]));
  const { runs, episodes } = await index.refresh();
  expect(runs).toEqual([{ index: 0, name: folder, kind: "dataset", damaged: [] }]);
  expect(episodes).toEqual([
    expect.objectContaining({
      key: "0-1",
      id: "a",
      app: "hotel-reservation",
      faults: ["scale-to-zero"],
      return: 0.9,
      success: true,
      steps: 2,
    }),
    expect.objectContaining({
      key: "0-2",
      id: "b",
      policy: "random",
      faults: ["x", "y"],
      layers: ["workload"],
      parts: { mitigation: 0.5 },
    }),
  ]);
  expect(index.find("0-2")).toMatchObject({ offset: first.length, bytes: second.length - 1, number: 2 });
});

test("a key that is none finds nothing, whatever is in it", async () => {
  const folder = newFolder();
  write(folder, line({ id: "a" }));
  const index = createIndex(findRuns([folder]));
  await index.refresh();
  for (const key of ["0-2", "1-1", "0-0", "-1-1", "../0-1", "0-1/..", "0-1e0", "", "0-", "__proto__"])
    expect(index.find(key), key).toBeUndefined();
});

test("what is written meanwhile appears, and a line that is being written waits for its end", async () => {
  const file = write(newFolder(), line({ id: "a" }));
  const index = createIndex(findRuns([file]));
  const ids = async () => (await index.refresh()).episodes.map(({ id }) => id);
  expect(await ids()).toEqual(["a"]);
  const next = line({ id: "b" });
  appendFileSync(file, next.slice(0, 500));
  expect(await ids()).toEqual(["a"]);
  appendFileSync(file, next.slice(500) + line({ id: "c" }));
  expect(await Promise.all([ids(), ids()])).toEqual([
    ["a", "b", "c"],
    ["a", "b", "c"],
  ]);
});

test("a damaged line is told of with its place, and those after it are read", async () => {
  const folder = newFolder();
  const other = JSON.stringify({ ...makeTrajectory({ id: "x" }), schema: "other/v1" });
  const lacking = JSON.stringify({ ...makeTrajectory({ id: "x" }), seed: undefined });
  const file = write(folder, `no json\n${other}\n${lacking}\n${line({ id: "z" })}`);
  const { runs, episodes } = await createIndex(findRuns([folder])).refresh();
  expect(episodes.map(({ key, id }) => [key, id])).toEqual([["0-4", "z"]]);
  expect(runs[0]?.damaged).toEqual([
    `${file}, episode 1: is no JSON object`,
    `${file}, episode 2: its "schema" is not kubedrill.trajectory/v1`,
    expect.stringContaining(`${file}, episode 3: seed: `),
  ]);
});

test("a line that is longer than what is read at once is read whole", async () => {
  const folder = newFolder();
  write(folder, line({ id: "a", content: "x".repeat(9_000_000), steps: 1 }) + line({ id: "b" }));
  const { episodes } = await createIndex(findRuns([folder])).refresh();
  expect(episodes.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("runs are found below a folder, and evaluations whose episodes were not kept are rows without them", async () => {
  const folder = newFolder();
  write(join(folder, "one"), line({ id: "a" }));
  write(join(folder, "deeper/two"), line({ id: "b" }));
  writeFileSync(join(folder, "deeper/two/manifest.json"), '{"command":"kubedrill dataset --seed 1"}');
  const result = {
    task: "kubedrill://shop/healthy",
    seed: "1",
    task_digest: "d",
    components: {},
    steps: 4,
    end_reason: "MAX_STEPS",
    return: -0.1,
  };
  write(join(folder, "three"), JSON.stringify({ suite: "lite", agent: "mine", provenance: {}, results: [result] }), "report.json");
  write(join(folder, ".hidden"), line({ id: "c" }));
  const { runs, episodes } = await createIndex(findRuns([folder])).refresh();
  expect(runs.map(({ name, kind, made }) => [name.slice(folder.length + 1), kind, made])).toEqual([
    ["deeper/two", "dataset", "kubedrill dataset --seed 1"],
    ["one", "dataset", undefined],
    ["three", "evaluation", "suite lite"],
  ]);
  expect(episodes.at(-1)).toMatchObject({ key: "2-1", policy: "mine", faults: [], return: -0.1, steps: 4 });
  expect(episodes.at(-1)).not.toHaveProperty("id");
});

test("a folder without episodes is refused by its name, and one that is not there, too", () => {
  const folder = newFolder();
  expect(() => findRuns([folder])).toThrow(`${folder} holds no trajectories-NNNNN.jsonl`);
  expect(() => findRuns([join(folder, "gone")])).toThrow(`${folder}/gone is not there`);
});
