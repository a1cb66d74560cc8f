import { compareResults } from "./compare-results.ts";
import type { EvalResult } from "./eval-result.ts";
import { byProblem } from "./group-results.ts";
import { markdownTable } from "./markdown-table.ts";
import type { NamedReport } from "./name-reports.ts";
import { percent, renderEstimate, signed, thousandths } from "./render-estimate.ts";
import { missingOf } from "./report.ts";
import { summarize } from "./summarize.ts";

/** Renders all reports side by side, and then the differences of each to the first, as lines of Markdown. */
export const renderOverview = (first: NamedReport, others: readonly NamedReport[]): readonly string[] => [
  "# Comparison",
  "",
  ...markdownTable(
    OVERVIEW,
    [first, ...others].map((one) => overviewRow(one, first)),
  ),
  "",
  ...renderComparison(first, others),
];

const OVERVIEW = [
  { title: "report" },
  { title: "suite" },
  { title: "episodes", align: "right" },
  { title: "success (95 %)" },
  { title: "diagnosed", align: "right" },
  { title: "repaired", align: "right" },
  { title: "return (95 %)" },
  { title: "pairs", align: "right" },
  { title: "success, difference (95 %)" },
  { title: "return, difference (95 %)" },
] as const;

const overviewRow = ({ name, report }: NamedReport, first: NamedReport): readonly string[] => {
  const { episodes, success, diagnosed, repaired, return: total } = summarize(report.results);
  const change = compareResults(report.results, first.report.results);
  const isFirst = report === first.report;
  return [
    name,
    report.suite,
    `${episodes}${missingOf(report) === 0 ? "" : ` of ${report.episodes}`}`,
    renderEstimate(success, percent),
    ...[diagnosed, repaired].map(({ mean }) => (Number.isNaN(mean) ? "–" : percent(mean))),
    renderEstimate(total, thousandths),
    isFirst ? "" : `${change.pairs}`,
    isFirst ? "" : renderEstimate(change.success, signed(percent)),
    isFirst ? "" : renderEstimate(change.return, signed(thousandths)),
  ];
};

/** Renders the differences of reports to a first one as lines of Markdown, problem by problem. */
export const renderComparison = (first: NamedReport, others: readonly NamedReport[]): readonly string[] =>
  others.flatMap((other) => differences(first, other));

const differences = (first: NamedReport, { name, report }: NamedReport): readonly string[] => {
  const [before, results] = [first.report.results, report.results];
  const { pairs } = compareResults(results, before);
  const heading = [`## ${name} against ${first.name}`, ""];
  if (pairs === 0) return [...heading, "Nothing can be compared: the reports share no task with the same digest and seed.", ""];
  const was = byProblem(before);
  return [
    ...heading,
    `${pairs} tasks with their seeds were played by both; differences are over these, task by task.`,
    "",
    ...markdownTable(COLUMNS, [
      ...[...byProblem(results)].map(([problem, members]) => rowOf(problem, members, was.get(problem) ?? [])),
      rowOf("**all**", results, before),
    ]),
    "",
  ];
};

const COLUMNS = [
  { title: "problem" },
  { title: "success before (95 %)" },
  { title: "pairs", align: "right" },
  { title: "success (95 %)" },
  { title: "return (95 %)" },
] as const;

const rowOf = (problem: string, results: readonly EvalResult[], before: readonly EvalResult[]): readonly string[] => {
  const { pairs, success, return: total } = compareResults(results, before);
  return [
    problem,
    renderEstimate(summarize(before).success, percent),
    `${pairs}`,
    renderEstimate(success, signed(percent)),
    renderEstimate(total, signed(thousandths)),
  ];
};
