import { existsSync } from "node:fs";
import { join } from "node:path";
import { countPytest, countVitest } from "./reports.ts";
import type { Tally } from "./summary.ts";

/** One step of `npm test`. */
export interface Step {
  readonly name: string;
  /** Program and arguments; tests write their report to the path. */
  command(reportPath: string): readonly string[];
  readonly options?: { readonly cwd?: string; readonly env?: Readonly<Record<string, string | undefined>> };
  /** True: its output is shown even if the step succeeds. */
  readonly loud?: boolean;
  /** Returns the reason why the step cannot run here, as a sentence; undefined when it can. */
  absent?(): string | undefined;
  /** Reads the report; missing: the step counts as one test. Undefined when there is no report. */
  count?(reportPath: string): { readonly tally: Tally; readonly skips: readonly string[] } | undefined;
}

const ROOT = join(import.meta.dirname, "..");
const BIN = join(ROOT, "node_modules/.bin");
const PYTHON = join(ROOT, ".venv/bin/python");
const PYTHON_CLIENT = { cwd: join(ROOT, "clients/python") };

const noPython = (): string | undefined => {
  if (!existsSync(PYTHON_CLIENT.cwd)) return "clients/python is not there";
  return existsSync(PYTHON) ? undefined : "there is no .venv; `npm test` makes it (`node tooling/install.mjs --python`)";
};

/** Runs one part of the test suite; parts are told apart by folder. */
const vitest = (name: string, ...paths: readonly string[]): Step => ({
  name,
  command: (report) => [
    join(BIN, "vitest"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    "--passWithNoTests",
    ...paths,
  ],
  options: { cwd: ROOT },
  loud: true,
  count: countVitest,
});

/** Steps of `npm test`, cheap ones first. */
export const STEPS: readonly Step[] = [
  { name: "format and lint", command: () => [join(BIN, "biome"), "ci", "."], options: { cwd: ROOT } },
  { name: "types", command: () => [join(BIN, "tsc"), "-p", "tsconfig.json"], options: { cwd: ROOT } },
  { name: "pure types", command: () => [join(BIN, "tsc"), "-p", "tsconfig.pure.json"], options: { cwd: ROOT } },
  { name: "layers", command: () => [process.execPath, join(ROOT, "tooling/cruise.ts")], options: { cwd: ROOT } },
  { name: "dead code", command: () => [join(BIN, "knip")], options: { cwd: ROOT } },
  vitest("unit", "--exclude", "tests/**"),
  vitest("tidy", "tests/tidy"),
  vitest("contract", "tests/contract", "tests/new-user"),
  vitest("determinism", "tests/determinism", "tests/work"),
  vitest("scenarios", "tests/scenarios", "tests/properties", "tests/flow-des"),
  vitest("incidents", "tests/honest", "tests/agreement", "tests/blind", "tests/variants"),
  vitest("hostile", "tests/hostile", "tests/wire-fuzz", "tests/bad-input"),
  vitest("parity", "tests/parity", "tests/promql"),
  vitest("end to end", "tests/e2e"),
  // Half of it talks to a real cluster on a machine that may be busy; what fails twice is no accident.
  vitest("live", "tests/live", "--retry=1"),
  {
    name: "python lint",
    command: () => [PYTHON, "-m", "ruff", "check", "--config", "pyproject.toml", ".", "../../examples"],
    options: PYTHON_CLIENT,
    absent: noPython,
  },
  {
    name: "python format",
    command: () => [PYTHON, "-m", "ruff", "format", "--check", "--config", "pyproject.toml", ".", "../../examples"],
    options: PYTHON_CLIENT,
    absent: noPython,
  },
  {
    name: "python",
    command: (report) => [PYTHON, "-m", "pytest", "-rs", `--junitxml=${report}`],
    options: PYTHON_CLIENT,
    loud: true,
    absent: noPython,
    count: countPytest,
  },
];
