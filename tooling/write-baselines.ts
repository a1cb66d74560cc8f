// `npm run baselines`: evaluates built-in policies on the suite `faults`, and writes docs/reference/baselines.md. With a folder, episodes that are
// there are not played again.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { byApplication, byDifficulty, byLayer, byProblem, type ResultGroups } from "../cli/evaluations/group-results.ts";
import { percent, renderEstimate } from "../cli/evaluations/render-estimate.ts";
import { type EvalReport, missingOf, readReport } from "../cli/evaluations/report.ts";
import { type EvalSummary, summarize } from "../cli/evaluations/summarize.ts";
import { readSuite } from "../cli/tasks/suite.ts";

const ROOT = join(import.meta.dirname, "..");
const SUITE = "faults";
const POLICIES = ["expert", "heuristic", "random"] as const;

const evaluate = (policy: string, folder: string): EvalReport => {
  if (isWhole(folder)) return readReport(folder);
  const command = [join(ROOT, "cli/main.ts"), "eval", "--suite", SUITE, "--policy", policy, "--out", folder];
  const { status } = spawnSync(process.execPath, command, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`kubedrill eval --policy ${policy} ended with ${status}`);
  return readReport(folder);
};

const isWhole = (folder: string): boolean => existsSync(join(folder, "report.json")) && missingOf(readReport(folder)) === 0;

const render = async (reports: readonly EvalReport[]): Promise<string> => {
  const { provenance } = reports[0]!;
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
    "Below, cells are the share of successes and the mean return.",
    "",
    "| policy | episodes | success (95 %) | return (95 %) | steps |",
    "|---|---:|---|---|---:|",

    ...reports.map((report, i) => wholeRow(POLICIES[i] ?? "", summarize(report.results))),
    ...section("By difficulty", "difficulty", byDifficulty, reports),
    ...section("By layer of the fault", "layer", byLayer, reports),
    ...section("By application", "application", byApplication, reports),
    ...section("By problem", "problem", byProblem, reports),
  ].join("\n");
};

const wholeRow = (policy: string, { episodes, invalid, success, return: total, steps }: EvalSummary): string => {
  if (invalid > 0) throw new Error(`${invalid} episodes of ${policy} have no valid score`);
  return `| ${[policy, episodes, renderEstimate(success, percent), renderEstimate(total, decimals), steps.mean.toFixed(1)].join(" | ")} |`;
};

/** A table with a row for each group, and of each policy its share of successes and its mean return. */
const section = (
  title: string,
  column: string,
  groupsOf: (results: EvalReport["results"]) => ResultGroups,
  reports: readonly EvalReport[],
): readonly string[] => {
  const groups = reports.map(({ results }) => groupsOf(results));
  return [
    "",
    `## ${title}`,
    "",
    `| ${column} | episodes |${POLICIES.map((policy) => ` ${policy} |`).join("")}`,
    `|---|---:|${POLICIES.map(() => "---:|").join("")}`,
    ...[...groups[0]!].map(([name, { length }]) => {
      const cells = groups.map((group) => {
        const { success, return: total } = summarize(group.get(name) ?? []);
        return `${percent(success.mean)}, ${decimals(total.mean)}`;
      });
      return `| ${[name, length, ...cells].join(" | ")} |`;
    }),
  ];
};

const decimals = (value: number): string => value.toFixed(3);

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "kubedrill-baselines-"));
const reports = POLICIES.map((policy) => evaluate(policy, join(folder, policy)));
writeFileSync(join(ROOT, "docs/reference/baselines.md"), `${(await render(reports)).trimEnd()}\n`);
