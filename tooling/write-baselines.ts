// `npm run baselines`: evaluates built-in policies on the suite `faults`, and writes docs/reference/baselines.md. With a folder, reports that are
// there are not played again.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { byProblem, type EvalSummary, summarize } from "../cli/commands/eval/eval-result.ts";
import { type EvalReport, interval, percent, readReport } from "../cli/commands/eval/report.ts";
import { readSuite } from "../cli/tasks/suite.ts";

const ROOT = join(import.meta.dirname, "..");
const SUITE = "faults";
const POLICIES = ["expert", "heuristic", "random"] as const;

const evaluate = (policy: string, folder: string): EvalReport => {
  const file = join(folder, "report.json");
  if (existsSync(file)) return readReport(file);
  const command = [join(ROOT, "cli/main.ts"), "eval", "--suite", SUITE, "--policy", policy, "--out", folder];
  const { status } = spawnSync(process.execPath, command, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`kubedrill eval --policy ${policy} ended with ${status}`);
  return readReport(file);
};

const render = async (reports: readonly EvalReport[]): Promise<string> => {
  const { provenance } = reports[0]!;
  const problems = [...byProblem(reports[0]!.results).keys()];
  const rows = [
    ...problems.map((problem) => [problem, reports.map(({ results }) => summarize(byProblem(results).get(problem)!))] as const),
    ["**all**", reports.map(({ results }) => summarize(results))] as const,
  ];
  return [
    "# Baselines",
    "",
    `Written by \`npm run baselines\`, kubedrill ${provenance.server_version}: what policies that ship earn on the suite \`${SUITE}\`. ${(await readSuite(SUITE)).about}`,
    "Seeds are those of [the suite](../../cli/suites/faults.yaml); `npx kubedrill eval --suite faults --policy heuristic` gives the same numbers",
    "again, and puts those of any policy or program beside them with `--against`.",
    "",
    "- `expert` is told the answer and shows how one gets there.",
    "- `heuristic` is told nothing: it reads symptoms, knows mechanisms, and mends one cause after the other, two at most. It cannot restore what it never saw, such as the content",
    "  of a ConfigMap.",
    "- `random` looks and acts at random. What it breaks costs more than it earns.",
    "",
    ...POLICIES.flatMap((policy, i) => [
      `## ${policy}`,
      "",
      "| problem | episodes | success (95 %) | return (95 %) | steps |",
      "|---|---:|---|---|---:|",
      ...rows.map(([problem, sums]) => rowOf(problem, sums[i]!)),
      "",
    ]),
  ].join("\n");
};

const rowOf = (problem: string, { episodes, invalid, success, return: total, steps }: EvalSummary): string => {
  if (invalid > 0) throw new Error(`${invalid} episodes of ${problem} have no valid score`);
  return `| ${problem} | ${episodes} | ${interval(success, percent)} | ${interval(total, (value) => value.toFixed(3))} | ${steps.mean.toFixed(1)} |`;
};

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "kubedrill-baselines-"));
const reports = POLICIES.map((policy) => evaluate(policy, join(folder, policy)));
writeFileSync(join(ROOT, "docs/reference/baselines.md"), `${(await render(reports)).trimEnd()}\n`);
