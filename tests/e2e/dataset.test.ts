import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Trajectory } from "../../cli/trajectories/trajectory.ts";
import type { RunningServer } from "../bench/start-server.ts";
import { sharedServer } from "./shared-server.ts";

const MAIN = join(import.meta.dirname, "../../cli/main.ts");
/** The random policy makes mistakes, and stops without submitting; one file holds two episodes. */
const PLAN = [
  ...["--app", "hotel-reservation", "--policy", "random", "--episodes", "6", "--per-file", "2"],
  ...["--seed", "5", "--parallel", "2", "--max-steps", "8"],
];
const FIRST_FILE = "trajectories-00000.jsonl";

let folder: string;
let here: string;
let there: string;
let server: RunningServer;

const run = (args: readonly string[]) => spawnSync(process.execPath, [MAIN, ...args], { encoding: "utf8" });
const succeed = (args: readonly string[]): string => {
  const { status, stdout, stderr } = run(args);
  expect(status, `${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
  return stdout;
};
/** Records have the details of rewards where the server may tell them. */
const onServer = (): readonly string[] => ["--server", server.address, "--token-file", server.tokenFile];
const dataset = (out: string): readonly string[] => ["dataset", "--out", out, ...PLAN];

const contentOf = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8")]));

const sizeOf = (path: string): number => {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
};

/** Begins the dataset and sends one signal as soon as its first file has grown to some bytes. */
const interrupt = async (out: string, signal: NodeJS.Signals, bytes: number) => {
  const child = spawn(process.execPath, [MAIN, ...dataset(out)], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const watcher = watch(folder, { recursive: true }, () => {
    if (child.killed || sizeOf(join(out, FIRST_FILE)) < bytes) return;
    child.kill(signal);
  });
  const status = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  watcher.close();
  return { status, said };
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kubedrill-dataset-"));
  [here, there] = [join(folder, "here"), join(folder, "there")];
  server = await sharedServer();
  succeed(dataset(here));
  succeed([...dataset(there), ...onServer()]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a dataset is the same byte for byte whether it was played in process or on a server", () => {
  expect(Object.keys(contentOf(here))).toEqual([
    "README.md",
    "manifest.json",
    "plan.json",
    FIRST_FILE,
    "trajectories-00001.jsonl",
    "trajectories-00002.jsonl",
  ]);
  expect(contentOf(there)).toEqual(contentOf(here));
});

test("the rewards of every line add up to its return, and the end is among them", () => {
  const lines = Object.entries(contentOf(here)).flatMap(([name, text]) => (name.endsWith(".jsonl") ? text.trim().split("\n") : []));
  const trajectories = lines.map((line) => JSON.parse(line) as Trajectory);
  expect(trajectories.length).toBe(6);
  for (const { steps, final, return: total, ending, verdicts } of trajectories) {
    expect(steps.reduce((sum, { reward }) => sum + reward!, final?.reward ?? 0)).toBeCloseTo(total!, 9);
    expect(ending).toMatchObject({ sample_valid: true });
    expect(verdicts).toHaveProperty("truth");
  }
  expect(trajectories.some(({ final }) => final !== undefined)).toBe(true);
});

test("shards together have the lines of the whole, and a share of nothing is refused", () => {
  const linesOf = (path: string) =>
    Object.entries(contentOf(path)).flatMap(([name, text]) => (name.endsWith(".jsonl") ? text.trim().split("\n") : []));
  const shards = ["0/2", "1/2"].map((shard, i) => {
    succeed([...dataset(join(folder, `shard-${i}`)), "--shard", shard]);
    return linesOf(join(folder, `shard-${i}`));
  });
  expect(shards.map(({ length }) => length)).toEqual([3, 3]);
  expect(shards.flat().toSorted()).toEqual(linesOf(here).toSorted());
  const { status, stderr } = run([...dataset(join(folder, "shard-6")), "--shard", "6/7"]);
  expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining("no episode is in --shard 6/7") });
});

test("what a server recorded replays in process, and the other way round", () => {
  expect(succeed(["replay", there])).toContain("6 replayed, 6 equal, 0 different");
  expect(succeed(["replay", there, "--episode", "4"])).toContain("1 replayed, 1 equal, 0 different");
  expect(succeed(["replay", here, ...onServer()])).toContain("6 replayed, 6 equal, 0 different");
});

test("a dataset that was killed at any point goes on to identical bytes", async () => {
  const out = join(folder, "killed");
  const bytes = Math.ceil(Math.random() * contentOf(here)[FIRST_FILE]!.length);
  expect((await interrupt(out, "SIGKILL", bytes)).status).toBe(null);
  // A kill rarely falls into a write, so the tail is torn by hand.
  truncateSync(join(out, FIRST_FILE), Math.min(bytes, sizeOf(join(out, FIRST_FILE))));
  for (const name of readdirSync(out).filter((name) => name > FIRST_FILE)) rmSync(join(out, name));
  succeed(dataset(out));
  expect(contentOf(out), `killed after ${bytes} bytes`).toEqual(contentOf(here));
});

test("Ctrl-C says what was kept and how to go on, and leaves whole lines", async () => {
  const out = join(folder, "stopped");
  const { status, said } = await interrupt(out, "SIGINT", 1);
  expect({ status, said }).toMatchObject({ status: 130 });
  const [, kept] = /^stopped: (\d+) of 6 episodes are kept in/m.exec(said) ?? [];
  expect(said).toContain(`go on with\n  kubedrill dataset --out ${out} --app hotel-reservation --policy random`);
  const text = Object.entries(contentOf(out)).flatMap(([name, content]) => (name.endsWith(".jsonl") ? [content] : []));
  expect(text.join("").split("\n").length - 1).toBe(Number(kept));
  expect(text.every((content) => content.endsWith("\n"))).toBe(true);
  succeed(dataset(out));
  expect(contentOf(out)).toEqual(contentOf(here));
});
