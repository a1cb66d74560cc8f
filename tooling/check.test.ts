import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCheckOptions } from "./check-options.ts";
import { openEarlierResults } from "./earlier-results.ts";
import { partOf } from "./part-of.ts";
import { runInLanes } from "./run-in-lanes.ts";
import { runStep } from "./run-step.ts";
import { leftOutIn, sampleVariables } from "./samples.ts";
import { STEPS, type Step } from "./steps.ts";

const folder = () => mkdtempSync(join(tmpdir(), "kubedrill-check-test-"));
const step = (name: string, script: string): Step => ({ name, command: () => [process.execPath, "-e", script], cwd: "." });
const passed = { name: "a", seconds: 3, tally: { passed: 4, failed: 0, skipped: 0 }, skips: [] };

test("work goes on side by side, and results keep the order of the items", async () => {
  const running = new Set<number>();
  let most = 0;
  const results = await runInLanes([5, 1, 4, 2, 3], 2, async (item) => {
    running.add(item);
    most = Math.max(most, running.size);
    for (let turn = 0; turn < item; turn++) await Promise.resolve();
    running.delete(item);
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
});

test("a step that fails without a report is one failure, and only then shows what it wrote", async () => {
  const options = { reportPath: join(folder(), "report"), env: { SAID: "loudly" } };
  const failed = await runStep(step("bad", "console.log(process.env.SAID); process.exit(1)"), options);
  expect(failed).toMatchObject({ output: "loudly\n", result: { tally: { passed: 0, failed: 1 } } });
  expect(await runStep(step("good", "console.log('quiet')"), options)).toMatchObject({ output: "", result: { tally: { passed: 1 } } });
  const missing = await runStep({ ...step("none", ""), command: () => ["/no/such/program"] }, options);
  expect(missing).toMatchObject({ output: expect.stringContaining("none could not be started"), result: { tally: { failed: 1 } } });
});

test("a whole run goes on with the steps that have not passed on the same tree and part, even after a line was cut off", () => {
  const file = join(folder(), "results.jsonl");
  const whole = { ...readCheckOptions(["--all"], STEPS), isWhole: true };
  const [one, two] = [step("one", ""), step("two", "")];
  const first = openEarlierResults(whole, file, "tree");
  first.keep(one, passed);
  first.keep(two, { ...passed, tally: { passed: 3, failed: 1, skipped: 0 } });
  appendFileSync(file, '{"key":"tree two');
  const second = openEarlierResults(whole, file, "tree");
  expect(second.of(one)).toMatchObject({ ...passed, isEarlier: true });
  expect(second.of(two), "it had failed").toBeUndefined();
  expect(openEarlierResults(whole, file, "another tree").of(one)).toBeUndefined();
  expect(openEarlierResults({ ...whole, shard: { index: 1, count: 2 } }, file, "tree").of(one)).toBeUndefined();
  expect(openEarlierResults({ ...whole, isWhole: false }, file, "tree").of(one)).toBeUndefined();
  expect(openEarlierResults({ ...whole, isFresh: true }, file, "tree").of(one)).toBeUndefined();
});

const DRAW = `
  import { sample, rounds } from "${join(import.meta.dirname, "../tests/sample.ts")}";
  const letters = [..."abcdefghij"];
  console.log(JSON.stringify([sample(letters, { what: "letters", most: 3 }), rounds(50, { what: "rounds", most: 5 })]));`;

/** Draws in a process of its own, as a test would. */
const drawWith = (args: readonly string[], scratch = folder()) => {
  const env = { ...process.env, ...sampleVariables(readCheckOptions(args, STEPS), scratch) };
  if (args.includes("--all")) Reflect.deleteProperty(env, "KUBEDRILL_TEST_SAMPLE");
  const text = execFileSync(process.execPath, ["--input-type=module-typescript", "-e", DRAW], { encoding: "utf8", env });
  return { drawn: JSON.parse(text) as [string[], number], leftOut: leftOutIn(scratch) };
};

test("npm test takes a sample that its seed decides, the whole run takes all, and both say what is left out", () => {
  const one = drawWith(["--seed", "one"]);
  expect(one.drawn[0]).toHaveLength(3);
  expect(one.drawn[0]).toEqual([...one.drawn[0]].sort());
  expect(one.drawn[1]).toBe(5);
  expect(drawWith(["--seed", "one"]).drawn).toEqual(one.drawn);
  const others = Array.from({ length: 4 }, (_, i) => drawWith(["--seed", `${i}`]).drawn[0].join());
  expect(new Set([...others, one.drawn[0].join()]).size).toBeGreaterThan(2);
  const whole = drawWith(["--all"]);
  expect(whole.drawn).toEqual([[..."abcdefghij"], 50]);
  const leftOut = [
    { what: "letters", taken: 3, of: 10 },
    { what: "rounds", taken: 5, of: 50 },
  ];
  expect(one.leftOut).toEqual(leftOut);
  expect(whole.leftOut).toEqual(leftOut);
});

test.each([
  [["nonsense"], "there is no step nonsense; there are: types"],
  [["--shard", "5/4"], "--shard 5/4 names no part"],
  [["--sed", "1"], "Unknown option '--sed'"],
])("%j is refused with what there is", (args, says) => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "check.ts"), ...args], { encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toContain(says);
  expect(stderr).toContain("npm run test:all");
});

test("npm test takes one part of a long step's files, another with another seed, a machine its share of that, and the whole run all", () => {
  const long = { name: "long", parts: 3, folders: ["somewhere"] };
  const parts = Array.from({ length: 40 }, (_, i) => partOf(long, { isWhole: false, seed: `${i}` }));
  expect(new Set(parts.map((part) => part?.index))).toEqual(new Set([1, 2, 3]));
  expect(new Set(parts.map((part) => part?.count))).toEqual(new Set([3]));
  const drawn = parts[0]?.index ?? Number.NaN;
  const shares = [1, 2].map((index) => partOf(long, { isWhole: false, seed: "0", shard: { index, count: 2 } }));
  expect(shares).toEqual([1, 2].map((index) => ({ index: (drawn - 1) * 2 + index, count: 6 })));
  expect(partOf(long, { isWhole: true, seed: "0" })).toBeUndefined();
  expect(partOf(long, { isWhole: true, seed: "0", shard: { index: 2, count: 4 } })).toEqual({ index: 2, count: 4 });
  expect(partOf({ name: "short", folders: ["somewhere"] }, { isWhole: false, seed: "0" })).toBeUndefined();
});

test("each file of the Python client's tests is in one part", () => {
  const python = STEPS.find(({ name }) => name === "python") as Step;
  const filesOf = (index: number) => python.command("report", { index, count: 3 }).filter((word) => word.endsWith(".py"));
  const files = [1, 2, 3].flatMap(filesOf);
  expect(files).toContain("tests/test_client.py");
  expect(files).toContain("tests/adapters/test_ray.py");
  expect(new Set(files).size).toBe(files.length);
  expect(python.command("report").filter((word) => word.endsWith(".py"))).toEqual([]);
});
