import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Trajectory } from "../../cli/trajectories/trajectory.ts";
import type { RunningServer } from "../bench/start-server.ts";
import { sharedServer } from "./shared-server.ts";

const ROOT = join(import.meta.dirname, "../..");
const PYTHON = join(ROOT, ".venv/bin/python");
const FORMS = ["--format", "sft,prompt-completion,preference"];
/** Two tasks, played by each policy. */
const PLAN = ["--app", "hotel-reservation", "--policy", "expert,failed,random", "--episodes", "6", "--seed", "3", "--max-steps", "30"];

let folder: string;
let server: RunningServer;

const make = (out: string, ...args: readonly string[]): Readonly<Record<string, string>> => run(out, [...PLAN, ...FORMS, ...args]);

const run = (out: string, args: readonly string[]): Readonly<Record<string, string>> => {
  const path = join(folder, out);
  const command = [join(ROOT, "cli/main.ts"), "dataset", "--out", path, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
  expect(status, `${stdout}${stderr}`).toBe(0);
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name).slice(path.length + 1), read(join(parentPath, name))]),
  );
};

const read = (path: string): string => readFileSync(path, "utf8");

let here: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kubedrill-formats-"));
  server = await sharedServer();
  here = make("here");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("agents play the same on a server as in process, byte for byte, and their files say what they said", () => {
  expect(make("there", "--server", server.address, "--token-file", server.tokenFile)).toEqual(here);
  expect(Object.keys(here)).toContain("data/sft/train.jsonl");
  const [first] = here["data/sft/train.jsonl"]!.split("\n");
  const { messages } = JSON.parse(first!) as { messages: readonly { readonly role: string; readonly content: string }[] };
  expect(messages.filter(({ role }) => role === "assistant").every(({ content }) => content.length > 5)).toBe(true);
});

test("states are valued from forks, the same on a server as in process, and advantages add up", () => {
  const plan = [
    "--app",
    "hotel-reservation",
    "--fault",
    "service-selector-mismatch",
    "--policy",
    "random",
    "--episodes",
    "1",
    "--seed",
    "3",
    "--advantages",
    "1",
  ];
  const valued = run("valued-here", plan);
  expect(run("valued-there", [...plan, "--server", server.address, "--token-file", server.tokenFile])).toEqual(valued);
  const { steps, state_values, advantages, reference } = JSON.parse(valued["trajectories-00000.jsonl"]!) as Trajectory;
  expect(reference).toEqual({ policy: "heuristic", rollouts: 1 });
  expect(new Set(state_values).size).toBeGreaterThan(2);
  const earned = steps.reduce((sum, { reward }) => sum + reward!, 0);
  const gained = advantages!.reduce((sum, advantage) => sum + advantage, 0);
  expect(gained).toBeCloseTo(earned + state_values!.at(-1)! - state_values![0]!, 9);
  expect(steps.flatMap(({ actions }) => actions).every(({ behavior_logprob }) => behavior_logprob! < 0)).toBe(true);
});

const has = (module: string): boolean => existsSync(PYTHON) && spawnSync(PYTHON, ["-c", `import ${module}`]).status === 0;

const python = (script: string): string => {
  const { status, stdout, stderr } = spawnSync(PYTHON, ["-c", script, join(folder, "here")], {
    encoding: "utf8",
    env: { ...process.env, HF_HOME: join(folder, "cache"), HF_HUB_OFFLINE: "1" },
  });
  expect(status, stderr).toBe(0);
  return stdout;
};

test.skipIf(!has("datasets"))("datasets loads every form with the declared types (needs the package datasets)", () => {
  const script = `
import sys
from datasets import load_dataset, Value
folder = sys.argv[1]
for form, column in (("sft", "return"), ("prompt-completion", "return_to_go"), ("preference", "margin")):
    rows = load_dataset(folder, form, split="train")
    assert len(rows) > 0 and rows.features[column] == Value("float64"), (form, rows.features)
native = load_dataset("json", data_files=f"{folder}/trajectories-*.jsonl", split="train")
assert native.features["return"] == Value("float64") and len(native) == 6
print(sorted({row["name"] for row in native["behaviour"]}))
`;
  expect(python(script).trim()).toBe("['expert', 'failed', 'random']");
});

test.skipIf(!has("pyarrow"))("pyarrow reads the files (needs the package pyarrow)", () => {
  const script = `
import sys, pyarrow as pa, pyarrow.json as js
read = js.ReadOptions(block_size=1 << 26)
table = js.read_json(f"{sys.argv[1]}/data/prompt-completion/train.jsonl", read_options=read)
assert table.schema.field("return_to_go").type == pa.float64(), table.schema
print(table.num_rows)
`;
  expect(Number(python(script))).toBe(here["data/prompt-completion/train.jsonl"]!.trim().split("\n").length);
});

test.skipIf(!has("duckdb"))("DuckDB counts successes by policy (needs the package duckdb)", () => {
  const script = `
import sys, duckdb
rows = duckdb.sql(f"""
  select behaviour.name, count(*), sum(ending.success::int)
  from read_json('{sys.argv[1]}/trajectories-*.jsonl', columns={{behaviour: 'struct(name varchar)', ending: 'struct(success bool)'}},
                 format='newline_delimited', maximum_object_size=67108864)
  group by 1 order by 1
""").fetchall()
print([row[:2] for row in rows], dict((name, wins) for name, _, wins in rows)["expert"])
`;
  expect(python(script).trim()).toBe("[('expert', 2), ('failed', 2), ('random', 2)] 2");
});
