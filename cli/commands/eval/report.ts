import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "#core/parse-json.ts";
import { CliError } from "../../errors/cli-error.ts";
import type { Suite } from "../../tasks/suite.ts";
import type { Provenance } from "../../trajectories/trajectory.ts";
import { byProblem, compareResults, type Estimate, type EvalResult, summarize } from "./eval-result.ts";
import { reportCharts } from "./report-charts.ts";

/** A report: who was evaluated where on what, and each result. Equal runs give equal bytes. */
export interface EvalReport {
  readonly suite: string;
  readonly agent: string;
  readonly provenance: Provenance;
  readonly results: readonly EvalResult[];
}

/** Writes `report.json`, `report.md` and the charts to a folder. */
export const writeReport = async (folder: string, report: EvalReport, markdown: string, before?: EvalReport): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "report.json"), `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(join(folder, "report.md"), markdown);
  // The library for drawing is loaded by who draws alone.
  const { renderSvg } = await import("../../plots/render-svg.ts");
  for (const [name, chart] of Object.entries(reportCharts(report, before)))
    writeFileSync(join(folder, `${name}.svg`), await renderSvg(chart));
};

const readable = z.looseObject({
  suite: z.string(),
  agent: z.string(),
  provenance: z.looseObject({ server_version: z.string(), backend: z.string() }),
  results: z.array(z.looseObject({ task: z.string(), seed: z.string(), task_digest: z.string(), sample_valid: z.boolean() })),
});

/** Reads a report that was written before. @throws CliError if the file is none */
export const readReport = (file: string): EvalReport => {
  const { data, error } = readable.safeParse(parseJson(readFileSync(file, "utf8")));
  if (error !== undefined) throw new CliError(`${file} is no report of kubedrill eval; name a report.json that --out has written`);
  return data as unknown as EvalReport;
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
    "| problem | episodes | invalid | success (95 %) | return (95 %) | steps |",
    "|---|---:|---:|---|---|---:|",
    ...rows,
    rowOf("**all**", results),
    "",
    ...(before === undefined ? [] : [...describeChange(results, before), ""]),
  ].join("\n");
};

const rowOf = (problem: string, results: readonly EvalResult[]): string => {
  const { episodes, invalid, success, return: total, steps } = summarize(results);
  return `| ${problem} | ${episodes} | ${invalid} | ${interval(success, percent)} | ${interval(total, (value) => value.toFixed(3))} | ${Number.isNaN(steps.mean) ? "–" : steps.mean.toFixed(1)} |`;
};

/** Writes a share as whole percent. */
export const percent = (value: number): string => `${Math.round(100 * value)} %`;

/** Writes an estimate with its interval. */
export const interval = ({ mean, low, high }: Estimate, render: (value: number) => string): string => {
  if (Number.isNaN(mean)) return "–";
  return Number.isFinite(low) ? `${render(mean)} (${render(low)} … ${render(high)})` : render(mean);
};

const describeChange = (results: readonly EvalResult[], { agent, provenance, results: before }: EvalReport): readonly string[] => {
  const { pairs } = compareResults(results, before);
  if (pairs === 0) return [`No episode can be compared with ${agent}: the reports share none with the same task.`];
  const was = byProblem(before);
  return [
    `## Against ${agent}, kubedrill ${provenance.server_version}`,
    "",
    `${pairs} of ${results.length} episodes were played by both with the same task; differences are over these, episode by episode.`,
    "",
    "| problem | success before (95 %) | pairs | success (95 %) | return (95 %) |",
    "|---|---|---:|---|---|",
    ...[...byProblem(results)].map(([problem, members]) => changeOf(problem, members, was.get(problem) ?? [])),
    changeOf("**all**", results, before),
  ];
};

const changeOf = (problem: string, results: readonly EvalResult[], before: readonly EvalResult[]): string => {
  const { pairs, success, return: total } = compareResults(results, before);
  const signed = (render: (value: number) => string) => (value: number) => `${value < 0 ? "−" : "+"}${render(Math.abs(value))}`;
  const cells = [interval(summarize(before).success, percent), `${pairs}`, interval(success, signed(percent))];
  return `| ${problem} | ${cells.join(" | ")} | ${interval(
    total,
    signed((value) => value.toFixed(3)),
  )} |`;
};
