import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import compare from "../commands/compare/command.ts";
import { createOutput } from "../output/output.ts";
import { jsonLine } from "../trajectories/json-line.ts";
import { TRAJECTORY_SCHEMA } from "../trajectories/trajectory.ts";
import type { EvalResult } from "./eval-result.ts";
import type { EvalReport } from "./report.ts";
import type { ReportView } from "./report-view.ts";
import { writeReport } from "./write-report.ts";

const HOSTILE = `</details><script>alert("x")</script> & 'more'`;

const result = (problem: string, seed: string, given: Partial<EvalResult> = {}): EvalResult => ({
  task: `kubedrill://shop/${problem}?target=deployment/web`,
  seed,
  task_digest: "d",
  return: 1,
  success: true,
  diagnosed: true,
  repaired: true,
  collateral: 0,
  components: {
    diagnosis: { value: 1, weight: 0.3, contribution: 0.3, status: "SCORED", kind: "TERMINAL", detail: "named 1, found 1 of 1" },
  },
  steps: 4,
  layers: ["network"],
  difficulty: 3,
  end_reason: "AGENT_SUBMITTED",
  sample_valid: true,
  ...given,
});

const report = (agent: string, results: readonly EvalResult[]): EvalReport => ({
  suite: "lite",
  agent,
  command: `kubedrill eval --policy ${agent}`,
  settings: { suite: "lite", model: "m-1", temperature: 0 },
  provenance: { server_version: "0.1.0", build_digest: "b", runtime: "node", catalogue_digest: "c", backend: "sim", determinism: "EXACT" },
  episodes: 4,
  results,
});

const usage = { requests: 3, promptTokens: 2_000_000, completionTokens: 100_000 };
const mine = report("mine", [
  result("a", "1", { trajectory_id: "t-1", usage }),
  result("a", "2", { success: false, repaired: false, collateral: 0.25, return: -0.2, end_reason: "MAX_STEPS" }),
  result("b+c", "3", { layers: ["network", "workload"], success: false, diagnosed: false, return: 0.4 }),
]);

const view = (given: Partial<ReportView> = {}): ReportView => ({
  report: mine,
  suite: { title: "A look", about: HOSTILE },
  measured: new Map([["t-1", { began_at: "2026-01-01T00:00:00.000Z", wall_s: 12.5 }]]),
  prices: { priceIn: 1, priceOut: 10 },
  ...given,
});

const trajectory = {
  schema: TRAJECTORY_SCHEMA,
  trajectory_id: "t-1",
  episode_id: "t-1",
  task: { uri: "kubedrill://shop/a" },
  provenance: { build_digest: "b" },
  seed: "1",
  options: { views: [] },
  limits: {},
  reward_profile: { name: "shaped" },
  initial: { observation: { views: [] }, state_digest: "s", virtual_time_ms: 0 },
  steps: [
    {
      index: 0,
      actions: [{ kind: "tool", name: "kubectl", arguments_json: JSON.stringify({ command: `get pods ${HOSTILE}` }) }],
      results: [{ status: "TOOL_ERROR", content: HOSTILE + "y".repeat(5_000) }],
      observation: { views: [] },
      state_digest: "s",
      virtual_time_ms: 0,
      reward: 0.25,
      components: [],
      measured: { agent_s: 12.34, answer_s: 0.061, prompt_tokens: 4012, completion_tokens: 210 },
    },
  ],
  turns: [{ turn_index: 0, step_index: 0, role: "assistant", content: HOSTILE }],
  verdicts: { truth: [{ resource: "deployment/web", faultType: HOSTILE }] },
  components: {},
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kubedrill-report-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a report tells diagnosis, repair and damage apart, what it took and how much of it there is", async () => {
  const out = join(folder, "told");
  await writeReport(out, view());
  expect(readdirSync(out)).toEqual(["minutes.svg", "report.html", "report.json", "report.md", "returns.svg", "steps.svg", "success.svg"]);
  const text = readFileSync(join(out, "report.md"), "utf8");
  const rowsOf = (name: string) =>
    text.split("\n").flatMap((line) => (line.startsWith(`| ${name} `) ? [line.split("|").map((cell) => cell.trim())] : []));
  expect(rowsOf("a")[0]?.slice(2, 9)).toEqual(["2", "0", "50 % (9 % … 91 %)", "100 %", "50 %", "50 %", "0.400 (-0.776 … 1.576)"]);
  expect(rowsOf("several layers")[0]?.slice(2, 4)).toEqual(["1", "0"]);
  expect(rowsOf("MAX_STEPS")).toHaveLength(1);
  expect(rowsOf("2")[0]?.[2]).toBe("1"); // episodes with two faults
  expect(rowsOf("wall time")[0]?.slice(2, 5)).toEqual(["12.5 s", "12.5 s", "1"]);
  expect(rowsOf("cost")[0]?.slice(2, 4)).toEqual(["$3.0000", "$3.0000"]);
  expect(text).toContain("- partial: 3 of 4 episodes have been played");
  expect(text).toContain("- model: model m-1, temperature 0");
});

test("a report's page needs nothing from elsewhere, and shows what agents and clusters say as text", async () => {
  const episodes = join(folder, "episodes");
  mkdirSync(episodes);
  writeFileSync(join(episodes, "trajectories-00000.jsonl"), `${jsonLine(trajectory)}\n`);
  await writeReport(join(folder, "page"), view({ folder: episodes }));
  const page = readFileSync(join(folder, "page", "report.html"), "utf8");
  expect(page).not.toContain("<script");
  expect(page).toMatch(/title="[^"]*tokens[^"]*">12\.3 \+ 0\.1 s, 4012 \+ 210 tokens</);
  expect(page).not.toMatch(/(?:src|href)="(?!#)/);
  expect(page.replaceAll(/xmlns(:\w+)?="[^"]*"/g, "")).not.toMatch(/https?:/);
  expect(page.split("&lt;script&gt;")).toHaveLength(6); // the suite's sentence, the truth, words, command and result
  expect(page.split('<details class="episode">')).toHaveLength(4);
  expect(page.match(/<details/g)?.length).toBe(page.match(/<\/details>/g)?.length);
  expect(page).toContain("more characters are in the record");
  expect(page).toContain("kubectl get pods");
});

test("reports are compared with the first of them over the tasks that both have, and equal names get their places", async () => {
  const places = [
    ["one", report("mine", [result("a", "1", { success: false, return: 0 }), result("a", "2"), result("z", "9")])],
    ["two", mine],
    ["three", report("other", [result("z", "9", { task_digest: "new" })])],
  ].map(([name, content]) => {
    const place = join(folder, name as string);
    mkdirSync(place);
    writeFileSync(join(place, "report.json"), JSON.stringify(content));
    return place;
  });
  const printed: string[] = [];
  const output = { ...createOutput(false), print: (text: string) => void printed.push(text) };
  expect(await compare.run({ out: join(folder, "compared") }, output, places)).toBe(0);
  const text = printed.join("\n");
  expect(text).toContain(`## mine (${places[1]}) against mine (${places[0]})`);
  expect(text).toContain("Nothing can be compared: the reports share no task with the same digest and seed.");
  // One success was won and one was lost.
  expect(text).toMatch(/\| a +\| 50 % \(9 % … 91 %\) +\| +2 \| 0 % \(−\d+ % … \+\d+ %\)/);
  expect(readdirSync(join(folder, "compared"))).toEqual(["compare.md", "minutes.svg", "returns.svg", "steps.svg", "success.svg"]);
  await expect(compare.run({}, output, places.slice(0, 1))).rejects.toThrow("name two reports or more");
});
