import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rounds } from "../../tests/sample.ts";
import { readTrajectories } from "../trajectories/read-trajectories.ts";

const PROGRAM = join(import.meta.dirname, "../testing/evaluate-toy.ts");
const FIRST_FILE = "trajectories-00000.jsonl";

let folder: string;
let whole: string;

const run = (out: string) => spawnSync(process.execPath, [PROGRAM, out], { encoding: "utf8" });
const succeed = (out: string): string => {
  const { status, stdout, stderr } = run(out);
  expect(status, stderr).toBe(0);
  return stdout;
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Runs the evaluation and kills it as soon as its trajectories have some bytes. @returns true if it was killed before it ended */
const kill = async (out: string, bytes: number): Promise<boolean> => {
  const child = spawn(process.execPath, [PROGRAM, out], { stdio: "ignore" });
  const watcher = watch(folder, { recursive: true }, () => {
    if (sizeOf(join(out, FIRST_FILE)) >= bytes) child.kill("SIGKILL");
  });
  const signal = await new Promise((resolve) => child.once("exit", (_, by) => resolve(by)));
  watcher.close();
  return signal === "SIGKILL";
};

/** All that is compared: the report, and the trajectories in the order of their ids. */
const contentOf = (out: string) => ({
  report: readFileSync(join(out, "report.json"), "utf8"),
  trajectories: [...readTrajectories(out)].map(({ trajectory }) => trajectory).sort((a, b) => (a.trajectory_id < b.trajectory_id ? -1 : 1)),
});

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kubedrill-eval-"));
  whole = join(folder, "whole");
  succeed(whole);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an evaluation that is killed again and again goes on where it was, and has the same report as one that was left alone", async () => {
  const out = join(folder, "killed");
  const bytes = sizeOf(join(whole, FIRST_FILE));
  const kills = rounds(20, { what: "kills of an evaluation", most: 3 });
  let killed = 0;
  for (let i = 0; i < kills; i++) killed += (await kill(out, ((i + Math.random()) / kills) * bytes)) ? 1 : 0;
  expect(killed).toBeGreaterThan(0);
  succeed(out);
  expect(contentOf(out)).toEqual(contentOf(whole));
});

test.each([0.02, 0.31, 0.5, 0.77, 1])(
  "files that are torn at %f of their length are mended, and what they lost is played again",
  (share) => {
    const out = join(folder, `torn-${share}`);
    cpSync(whole, out, { recursive: true });
    for (const name of [FIRST_FILE, "results.jsonl"]) truncateSync(join(out, name), Math.floor(sizeOf(join(whole, name)) * share) - 1);
    const left = readFileSync(join(out, FIRST_FILE), "utf8").split("\n").length - 1;
    expect(succeed(out).trim().split("\n")).toHaveLength(80 - left);
    expect(contentOf(out)).toEqual(contentOf(whole));
  },
);

test("a complete evaluation is not played again, and every episode has a line with what it took", () => {
  expect(succeed(whole)).toBe("");
  const lines = readFileSync(join(whole, "results.jsonl"), "utf8").trim().split("\n");
  expect(lines).toHaveLength(80);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    began_at: expect.stringMatching(/^\d{4}-/),
    wall_s: expect.any(Number),
    sample_valid: true,
  });
});

test("a folder that was begun with other settings is refused with what differs", () => {
  const plan = join(whole, "plan.json");
  const before = readFileSync(plan, "utf8");
  writeFileSync(
    plan,
    before.replace('"policy":"no-op"', '"policy":"random"').replace('"server_version":"0.0.0"', '"server_version":"0.0.1"'),
  );
  const { status, stderr } = run(whole);
  writeFileSync(plan, before);
  expect(status).not.toBe(0);
  expect(stderr).toContain('policy was "random" and is "no-op" now; server_version was "0.0.1" and is "0.0.0" now');
  expect(stderr).toContain("Repeat those to go on, or name a new folder");
});
