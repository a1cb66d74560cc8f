import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { EvalReport } from "../../cli/evaluations/report.ts";
import { SREGYM_AGENT } from "./sregym-agent.ts";

const PROGRAM = join(import.meta.dirname, "../../cli/main.ts");
const PROBLEMS = ["scale_pod_zero_social_net", "missing_service_hotel_reservation"];

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sregym-")));
  mkdirSync(join(folder, "work"));
  writeFileSync(join(folder, "agent.cjs"), SREGYM_AGENT);
  const kickoff = [
    `  - name: mine`,
    `    kickoff_command: "'${process.execPath}' '${join(folder, "agent.cjs")}'"`,
    `    kickoff_workdir: ./work`,
    `    kickoff_env: { GREETING: hello }`,
    `    install_script: null`,
  ];
  writeFileSync(join(folder, "agents.yaml"), ["agents:", ...kickoff, "  - name: none", "    kickoff_command: ''"].join("\n"));
});

const run = (...words: readonly string[]) =>
  spawnSync(process.execPath, [PROGRAM, "sregym", "--agents", join(folder, "agents.yaml"), ...words], { encoding: "utf8" });
const runMine = () =>
  run("--agent", "mine", "--problem", PROBLEMS.join(","), "--parallel", "2", "--time", "x10", "--out", join(folder, "out"));

test("an agent of SREGym plays two problems side by side, each kept and in a table of its columns", () => {
  const { status, stderr, stdout } = runMine();
  expect(status, `${stderr}${stdout}`).toBe(0);
  const out = join(folder, "out");
  const report = JSON.parse(readFileSync(join(out, "report.json"), "utf8")) as EvalReport;
  for (const result of report.results)
    expect(result, JSON.stringify(result)).toMatchObject({ success: true, diagnosed: true, repaired: true, end_reason: "AGENT_SUBMITTED" });
  expect(report.command).toContain("kubedrill sregym --suite sregym");
  const [header, ...rows] = readFileSync(join(out, "sregym.csv"), "utf8").trim().split("\r\n");
  expect(header).toContain("Diagnosis.success,Judge.accuracy,Judge.model,Judge.success,Mitigation.success,TTL,TTM,");
  expect(rows.map((row) => PROBLEMS.find((problem) => row.includes(problem)))).toEqual(expect.arrayContaining(PROBLEMS));
  for (const row of rows) expect(row).toMatch(/,True,,,,True,[\d.]+,[\d.]+,/);
  const logs = readdirSync(out).filter((name) => name.endsWith(".log"));
  expect(logs).toHaveLength(2);
  for (const log of logs) expect(readFileSync(join(out, log), "utf8")).toBe(`hello ${join(folder, "work")} SREGYM_ARTIFACT_ID\n`);
  const notes = readdirSync(out).filter((name) => name.endsWith("-files"));
  for (const name of notes)
    expect(readFileSync(join(out, name, "notes.txt"), "utf8")).toMatch(
      /^Command Rejected: pipes.*\n1\. kubectl create configmap scratch.*\nTook back: kubectl create .*\n {2}configmaps\/scratch: deleted/,
    );
  expect(runMine().stderr).toContain("2 of 2 episodes are there already");
});

test.each([
  [["--agent", "nobody"], "has no agent nobody; it has mine, none"],
  [["--agent", "none"], "the agent none has no kickoff_command"],
  [[], "give --agent-command, or --agents with --agent"],
  [["--agent", "mine", "--problem", "no_such"], "the suite sregym has no problem no_such; list them with kubedrill tasks --suite sregym"],
  [["--agent", "mine", "--parallel", "2", "--api-port", "8000"], "leave them out with --parallel"],
])("%j is refused with what to do", (words, why) => {
  const { status, stderr } = run(...words);
  expect(stderr).toContain(why);
  expect(status).toBe(2);
});

test("an agent that cannot start ends the evaluation and no sample", () => {
  const words = ["sregym", "--agent-command", "./none.sh", "--problem", PROBLEMS[0] as string, "--out", join(folder, "none")];
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], { encoding: "utf8" });
  expect(stderr).toMatch(/the agent could not start \(status 127; .*: give its files by whole paths/);
  expect(status).not.toBe(0);
});
