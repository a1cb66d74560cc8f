import { basename } from "node:path";
import { readTrajectories } from "../../trajectories/read-trajectories.ts";
import { costOf } from "../effort.ts";
import { effortTable } from "../effort-table.ts";
import type { EvalResult } from "../eval-result.ts";
import { passTable } from "../pass-table.ts";
import { percent, renderEstimate, thousandths } from "../render-estimate.ts";
import { reportFacts } from "../report-facts.ts";
import type { ReportView } from "../report-view.ts";
import { summarize } from "../summarize.ts";
import { type SummaryTable, summaryTables } from "../summary-tables.ts";
import { escapeHtml } from "./escape-html.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { renderEpisode } from "./render-episode.ts";

/** Renders a report as a page in one file, without anything from elsewhere: sums, charts and tables, and each episode, which unfolds to its steps. */
export const renderPage = (view: ReportView, charts: readonly string[]): string => {
  const { report, suite, folder } = view;
  const title = escapeHtml(`${suite.title}: ${report.agent}`);
  const steps = new Map(folder === undefined ? [] : [...readEpisodes(folder)].map(({ id, html }) => [id, html] as const));
  const tables = [...summaryTables(report.results), ...passTable(report.results), ...effortTable(view)];
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${title}</title>`,
    `<style>${PAGE_STYLE}</style></head><body>`,
    `<h1>${title}</h1>`,
    `<p>${escapeHtml(suite.about)}</p>`,
    `<dl>${reportFacts(view)
      .map(([name, fact]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(fact)}</dd>`)
      .join("")}</dl>`,
    renderSums(report.results),
    "<section><h2>Episodes</h2>", // the head of the rows stays in sight as far as these go
    HEAD,
    ...report.results.map((result, i) => renderRow(result, i, view, steps.get(result.trajectory_id ?? "") ?? "")),
    "</section><h2>Charts</h2>",
    ...charts.map((svg) => `<figure>${svg}</figure>`),
    ...tables.map(renderTable),
    "</body></html>",
    "",
  ].join("\n");
};

/** Reads the episodes of a folder one after the other, so that no more than one is held whole. */
function* readEpisodes(folder: string): Generator<{ readonly id: string; readonly html: string }> {
  for (const { place, trajectory } of readTrajectories(folder))
    yield { id: trajectory.trajectory_id, html: renderEpisode(trajectory, basename(place)) };
}

const renderSums = (results: readonly EvalResult[]): string => {
  const { episodes, invalid, success, diagnosed, repaired, damaged, return: total } = summarize(results);
  const cards = [
    ["episodes", `${episodes}${invalid === 0 ? "" : `, ${invalid} invalid`}`],
    ["success", renderEstimate(success, percent)],
    ["diagnosed", renderEstimate(diagnosed, percent)],
    ["repaired", renderEstimate(repaired, percent)],
    ["damaged", renderEstimate(damaged, percent)],
    ["return", renderEstimate(total, thousandths)],
  ];
  return `<ul class="sums">${cards.map(([name, value]) => `<li><b>${escapeHtml(value!)}</b>${name}</li>`).join("")}</ul>`;
};

const HEAD = `<div class="row head"><span>#</span><span>task</span><span>success</span><span>diagnosed</span><span>repaired</span><span>damage</span><span>return</span><span>steps</span><span>wall</span><span>end</span></div>`;

const renderRow = (result: EvalResult, index: number, { measured, prices }: ReportView, steps: string): string => {
  const { name, task, seed, sample, success, diagnosed, repaired, collateral, sample_valid, end_reason, usage } = result;
  const wallS = measured.get(result.trajectory_id ?? "")?.wall_s;
  const cost = costOf(usage, prices);
  const label = `${name ?? task.replace("kubedrill://", "")}${sample === undefined ? "" : ` (${sample + 1})`}`;
  const cells = [
    `<span>${index + 1}</span>`,
    `<span class="task" title="${escapeHtml(`${task}, seed ${seed}`)}">${escapeHtml(label)}</span>`,
    sample_valid ? mark(success) : '<span class="invalid">invalid</span>',
    mark(diagnosed),
    mark(repaired),
    `<span>${collateral === undefined ? "–" : collateral === 0 ? "none" : `<i class="no">${collateral.toFixed(2)}</i>`}</span>`,
    `<span>${result.return === undefined ? "–" : thousandths(result.return)}</span>`,
    `<span>${result.steps}</span>`,
    `<span>${wallS === undefined ? "–" : `${wallS.toFixed(1)} s`}</span>`,
    `<span>${escapeHtml(end_reason.toLowerCase().replaceAll("_", " "))}</span>`,
  ];
  const facts = [
    `seed ${seed}`,
    ...(result.failure_reason === undefined ? [] : [`no valid score: ${result.failure_reason}`]),
    ...(usage === undefined ? [] : [`${usage.requests} requests, ${usage.promptTokens} + ${usage.completionTokens} tokens`]),
    ...(cost === undefined ? [] : [`$${cost.toFixed(4)}`]),
  ];
  const details = `<p>${escapeHtml(facts.join("; "))}</p>${renderComponents(result)}${steps}`;
  return `<details class="episode"><summary class="row">${cells.join("")}</summary>${details}</details>`;
};

const mark = (passed: boolean | undefined): string =>
  passed === undefined ? "<span>–</span>" : `<span>${passed ? '<i class="yes">yes</i>' : '<i class="no">no</i>'}</span>`;

const renderComponents = ({ components }: EvalResult): string =>
  tableOf(
    ["component", "weight", "earned", "why"],
    Object.entries(components).map(([name, { weight, contribution, status, detail }]) => [
      name,
      weight.toFixed(2),
      contribution === undefined ? status.toLowerCase() : thousandths(contribution),
      detail ?? "",
    ]),
  );

const renderTable = ({ title, columns, rows }: SummaryTable): string =>
  `<h2>${escapeHtml(title)}</h2>${tableOf(
    columns.map((column) => column.title),
    rows,
  )}`;

const tableOf = (titles: readonly string[], rows: readonly (readonly string[])[]): string => {
  const row = (cells: readonly string[], tag: "th" | "td"): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell.replaceAll("**", ""))}</${tag}>`).join("")}</tr>`;
  return `<div class="wide"><table>${row(titles, "th")}${rows.map((cells) => row(cells, "td")).join("")}</table></div>`;
};
