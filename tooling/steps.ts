import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { countPytest, countVitest } from "./reports.ts";
import type { Tally } from "./summary.ts";

/** One step of the checks: a program that passes or fails. */
export interface Step {
  readonly name: string;
  /** Program and arguments; tests write their report to the path, and take the i-th of n parts of their files if told so. */
  command(reportPath: string, shard?: Shard): readonly string[];
  readonly cwd: string;
  /** Folders whose test files it runs, from the root; missing: it runs none of vitest's. */
  readonly folders?: readonly string[];
  /** Parts of its files of which `npm test` takes one, drawn by its seed; missing: it takes all. */
  readonly parts?: number;
  /** Runs on a real cluster: by `npm run test:live` and `npm run test:all`, not by `npm test`. */
  readonly isLive?: boolean;
  /** True: its output is shown even if the step succeeds. */
  readonly loud?: boolean;
  /** Returns the reason why the step cannot run here, as a sentence; undefined when it can. */
  absent?(): string | undefined;
  /** Reads the report; missing: the step counts as one test. Undefined when there is no report. */
  count?(reportPath: string): { readonly tally: Tally; readonly skips: readonly string[] } | undefined;
}

/** The `index`-th of `count` parts, from 1 on. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

const ROOT = join(import.meta.dirname, "..");
const BIN = join(ROOT, "node_modules/.bin");
const PYTHON = join(ROOT, ".venv/bin/python");
const PYTHON_CLIENT = join(ROOT, "clients/python");

const noPython = (): string | undefined => {
  if (!existsSync(PYTHON_CLIENT)) return "clients/python is not there";
  return existsSync(PYTHON) ? undefined : "there is no .venv; `npm test` makes it (`node tooling/install.mjs --python`)";
};

/** A check that finds fault with the whole tree at once, and is not divided into parts. */
const tool = (name: string, command: readonly string[], options: Partial<Step> = {}): Step => ({
  name,
  command: () => command,
  cwd: ROOT,
  ...options,
});

/** Runs the test files below some folders in one process, one after the other, so that they share what they import and boot. */
const tests = (name: string, folders: readonly string[], { parts, flags = [] }: TestOptions = {}): Step => ({
  name,
  folders,
  ...(parts !== undefined && { parts }),
  command: (report, shard) => [
    join(BIN, "vitest"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    "--passWithNoTests",
    "--maxWorkers=1",
    "--no-isolate",
    ...(shard ? [`--shard=${shard.index}/${shard.count}`] : []),
    ...flags,
    // Whole paths, since vitest takes each file whose path has the word in it.
    ...folders.map((folder) => join(ROOT, folder, "/")),
  ],
  cwd: ROOT,
  loud: true,
  count: countVitest,
});

interface TestOptions extends Pick<Step, "parts"> {
  /** Options of vitest besides. */
  readonly flags?: readonly string[];
}

const python = (name: string, ...args: readonly string[]): Step =>
  tool(name, [PYTHON, "-m", ...args], { cwd: PYTHON_CLIENT, absent: noPython });

/** Files of the Python client's tests in a part, every third of three from its own on; all: none is named. */
const pythonTests = (shard: Shard | undefined): readonly string[] => {
  if (shard === undefined) return [];
  const files = readdirSync(join(PYTHON_CLIENT, "tests"), { recursive: true, encoding: "utf8" }).sort();
  return files
    .filter((file) => /(^|\/)test_\w+\.py$/.test(file))
    .flatMap((file, i) => (i % shard.count === shard.index - 1 ? [join("tests", file)] : []));
};

/** Steps of the checks; they run side by side, as many as there are cores, the long ones first. */
export const STEPS: readonly Step[] = [
  tool("types", [join(BIN, "tsc"), "-p", "tsconfig.json"]),
  tool("pure types", [join(BIN, "tsc"), "-p", "tsconfig.pure.json"]),
  tool("page types", [join(BIN, "tsc"), "-p", "viewer/tsconfig.json"]),
  tool("format and lint", [join(BIN, "biome"), "ci", "."]),
  tests("end to end", ["tests/e2e"], { parts: 3 }),
  tests("contract", ["tests/contract", "tests/new-user"], { parts: 2 }),
  tests("scenarios", ["tests/scenarios", "tests/properties", "tests/flow-des"], { parts: 3 }),
  tests("determinism", ["tests/determinism", "tests/work"], { parts: 2 }),
  tests("unit: sim", ["sim"]),
  tests("incidents", ["tests/honest", "tests/agreement", "tests/blind", "tests/variants"], { parts: 3 }),
  tests("unit: env, pool", ["env", "pool"], { parts: 3 }),
  tests("hostile", ["tests/hostile", "tests/wire-fuzz", "tests/growing-programs", "tests/bad-input"], { parts: 2 }),
  {
    ...python("python", "pytest"),
    command: (report, shard) => [PYTHON, "-m", "pytest", "-rs", `--junitxml=${report}`, ...pythonTests(shard)],
    parts: 3,
    loud: true,
    count: countPytest,
  },
  tests("parity", ["tests/parity", "tests/parity-episodes", "tests/promql"], { parts: 2 }),
  tests("unit: cli, clients", ["cli", "clients", "tooling", "viewer"], { parts: 2 }),
  tests("unit: problems", ["problems", "injectors", "rewards", "changes", "charts"], { parts: 2 }),
  tests("unit: kubectl", ["core", "kube", "kubectl", "shell", "proto"]),
  tests("tidy", ["tests/tidy"]),
  tool("layers", [process.execPath, join(ROOT, "tooling/cruise.ts")]),
  tool("dead code", [join(BIN, "knip")]),
  python("python lint", "ruff", "check", "--config", "pyproject.toml", ".", "../../examples"),
  python("python format", "ruff", "format", "--check", "--config", "pyproject.toml", ".", "../../examples"),
  // Half of it talks to a real cluster on a machine that may be busy; what fails twice is no accident.
  { ...tests("live", ["tests/live"], { flags: ["--retry=1"] }), isLive: true },
];
