import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { round } from "./stats.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const ROUNDS = 3;

/** Figures of one measurement, by their names. */
type Figures = Readonly<Record<string, unknown>>;

/** Reports one measurement. */
type Report = (name: string, figures: Figures) => void;

/**
 * Compares this tree with another commit: each measures itself in a process of its own, by turns, since a shared machine is fast at one
 * time and slow at another. Only ratios are worth looking at; below 1 means that this tree takes less.
 */
export const compareWith = (commit: string, flags: readonly string[], report: Report): void => {
  const other = checkOut(commit);
  const trees = [other, ROOT] as const;
  const runs: Figures[][][] = [[], []];
  try {
    for (let turn = 0; turn < ROUNDS; turn++) {
      // Whoever goes second goes first the next time.
      for (const side of turn % 2 === 0 ? [0, 1] : [1, 0]) runs[side]?.push(measure(trees[side] as string, flags));
    }
  } finally {
    execFileSync("git", ["worktree", "remove", "--force", other], { cwd: ROOT });
  }
  const [before, after] = runs.map(middle) as [Map<string, number>, Map<string, number>];
  for (const [name, now] of after) {
    const was = before.get(name);
    if (was !== undefined && was > 0) report(name, { before: round(was), after: round(now), ratio: round(now / was) });
  }
};

/** Checks a commit out beside this tree, with the packages of this one. */
const checkOut = (commit: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-bench-"));
  rmSync(folder, { recursive: true });
  execFileSync("git", ["worktree", "add", "--quiet", "--detach", folder, commit], { cwd: ROOT });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
};

const measure = (tree: string, flags: readonly string[]): Figures[] => {
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", join(tree, "tests/bench/main.ts"), "--in-process", "--json", ...flags],
    { encoding: "utf8", cwd: tree, maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`the measurement in ${tree} failed:\n${stderr}`);
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Figures);
};

/** Middle value of each figure over all rounds, by the name of its measurement and its own. */
const middle = (rounds: readonly Figures[][]): ReadonlyMap<string, number> => {
  const values = new Map<string, number[]>();
  for (const figures of rounds.flat()) {
    for (const key of COMPARED) {
      const value = figures[key];
      if (typeof value !== "number") continue;
      const name = `${figures["name"]}: ${key}`;
      values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  return new Map([...values].map(([name, all]) => [name, all.sort((a, b) => a - b)[Math.floor(all.length / 2)] as number]));
};

/** Figures of which less is better: CPU time first, which a busy machine disturbs less. */
const COMPARED = ["cpu_ms", "p50", "p90", "ms", "kib_per_episode"] as const;
