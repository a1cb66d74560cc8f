import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../trajectories/replace-file.ts";
import { nameReports } from "./name-reports.ts";
import { renderPage } from "./page/render-page.ts";
import { renderReport } from "./render-report.ts";
import { reportCharts } from "./report-charts.ts";
import type { ReportView } from "./report-view.ts";

/** Writes `report.json`, `report.md`, `report.html` and the charts to a folder. */
export const writeReport = async (folder: string, view: ReportView): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const { report, before } = view;
  const reports = nameReports([
    { report, place: view.folder ?? "now" },
    ...(before === undefined ? [] : [{ report: before.report, place: before.name }]),
  ]);
  // The library for drawing is loaded by who draws alone.
  const { renderSvg } = await import("../plots/render-svg.ts");
  const charts = await Promise.all(
    Object.entries(reportCharts(reports)).map(async ([name, chart]) => [name, await renderSvg(chart)] as const),
  );
  for (const [name, svg] of charts) replaceFile(join(folder, `${name}.svg`), svg);
  replaceFile(join(folder, "report.json"), `${JSON.stringify(report, null, 2)}\n`);
  replaceFile(join(folder, "report.md"), renderReport(view));
  replaceFile(
    join(folder, "report.html"),
    renderPage(
      view,
      charts.map(([, svg]) => svg),
    ),
  );
};
