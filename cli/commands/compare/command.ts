import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { defineCommand } from "../../command.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { compareResults } from "../../evaluations/compare-results.ts";
import { nameReports } from "../../evaluations/name-reports.ts";
import { renderOverview } from "../../evaluations/render-comparison.ts";
import { readReport } from "../../evaluations/report.ts";
import { reportCharts } from "../../evaluations/report-charts.ts";
import { replaceFile } from "../../trajectories/replace-file.ts";

interface CompareOptions {
  readonly out?: string;
}

export default defineCommand<CompareOptions>({
  name: "compare",
  summary: "compare reports of evaluations with the first of them, task by task",
  description:
    "Reads reports that kubedrill eval has written, by their folders or their report.json, and prints a table of all, and for each but the first its differences to the first with intervals of 95 %. Differences are taken over the tasks with their seeds that both have played, so that they are of the agents and not of the draw of tasks. The tables are Markdown; --out writes them with charts.",
  args: [
    { name: "<reports...>", description: "folders of evaluations, or their report.json; the first is what the others are compared with" },
  ],
  options: [{ flags: "--out <folder>", description: "write compare.md and charts there" }],
  examples: [
    { command: "compare heuristic random mine", says: "two agents and their differences to a third" },
    { command: "compare before/report.json after/report.json --out compared", says: "what a change has brought, as a table and as charts" },
  ],
  doing: (_options, places) => `comparing ${places.length} reports`,
  run: async ({ out }, output, places) => {
    if (places.length < 2) throw new CliError("name two reports or more; the first is what the others are compared with");
    const reports = nameReports(places.map((place) => ({ place, report: readReport(place) })));
    const [first, ...others] = reports;
    const text = renderOverview(first!, others).join("\n");
    output.print(text.trimEnd());
    for (const { name, report } of others)
      output.emit({ report: name, against: first!.name, ...compareResults(report.results, first!.report.results) });
    if (out === undefined) return EXIT_CODES.ok.code;
    mkdirSync(out, { recursive: true });
    replaceFile(join(out, "compare.md"), text);
    const { renderSvg } = await import("../../plots/render-svg.ts");
    for (const [name, chart] of Object.entries(reportCharts(reports))) replaceFile(join(out, `${name}.svg`), await renderSvg(chart));
    return EXIT_CODES.ok.code;
  },
});
