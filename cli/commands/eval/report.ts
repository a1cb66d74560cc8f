import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { CliError } from "../../errors/cli-error.ts";
import type { Provenance } from "../../trajectories/trajectory.ts";
import { byProblem, compareReturns, type Estimate, type EvalResult, summarize } from "./eval-result.ts";
import type { Suite } from "./suite.ts";

/** A report: who was evaluated where on what, and each result. Equal runs give equal bytes. */
export interface EvalReport {
  readonly suite: string;
  readonly agent: string;
  readonly provenance: Provenance;
  readonly results: readonly EvalResult[];
}

/** Writes `report.json` and `report.md` to a folder. */
export const writeReport = (folder: string, report: EvalReport, markdown: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "report.json"), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(folder, "report.md"), markdown);
};

const readable = z.object({
  suite: z.string(),
  agent: z.string(),
  results: z.array(z.looseObject({ task: z.string(), seed: z.string() })),
});

/** Reads a report that was written before. @throws CliError if the file is none */
export const readReport = (file: string): EvalReport => {
  try {
    return readable.parse(JSON.parse(readFileSync(file, "utf8"))) as unknown as EvalReport;
  } catch (cause) {
    throw new CliError(`${file} is no report of kubedrill eval: ${(cause as Error).message.split("\n")[0]}`);
  }
};

/** Renders a report as Markdown, with the differences to another one if there is one. */
export const renderReport = (report: EvalReport, { title, about }: Suite, before?: EvalReport): string => {
  const { results, provenance } = report;
  const rows = [...byProblem(results)].map(([problem, members]) => rowOf(problem, members));
  return [
    `# ${title}: ${report.agent}`,
    "",
    about,
    "",
    `Suite \`${report.suite}\`, kubedrill ${provenance.server_version}, backend ${provenance.backend}.`,
    "",
    "| problem | episodes | invalid | success (95 %) | return (95 %) |",
    "|---|---:|---:|---|---|",
    ...rows,
    rowOf("**all**", results),
    "",
    ...(before === undefined ? [] : [describeChange(results, before), ""]),
  ].join("\n");
};

const rowOf = (problem: string, results: readonly EvalResult[]): string => {
  const { episodes, invalid, success, return: total } = summarize(results);
  return `| ${problem} | ${episodes} | ${invalid} | ${percent(success)} | ${interval(total, (value) => value.toFixed(3))} |`;
};

const percent = (estimate: Estimate): string => interval(estimate, (value) => `${Math.round(100 * value)} %`);

const interval = ({ mean, low, high }: Estimate, render: (value: number) => string): string => {
  if (Number.isNaN(mean)) return "–";
  return Number.isFinite(low) ? `${render(mean)} (${render(low)} … ${render(high)})` : render(mean);
};

const describeChange = (results: readonly EvalResult[], before: EvalReport): string => {
  const { pairs, difference } = compareReturns(results, before.results);
  if (pairs === 0) return `No episode can be compared with ${before.agent}: the reports share none with the same task.`;
  const signed = (value: number) => `${value < 0 ? "" : "+"}${value.toFixed(3)}`;
  return `Against ${before.agent}, over ${pairs} episodes that both played: return ${interval(difference, signed)}.`;
};
