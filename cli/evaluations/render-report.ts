import { effortTable } from "./effort-table.ts";
import { markdownTable } from "./markdown-table.ts";
import { nameReports } from "./name-reports.ts";
import { passTable } from "./pass-table.ts";
import { renderComparison } from "./render-comparison.ts";
import { reportFacts } from "./report-facts.ts";
import type { ReportView } from "./report-view.ts";
import { summaryTables } from "./summary-tables.ts";

/** Renders a report as Markdown that a terminal shows as well, with the differences to another one if there is one. */
export const renderReport = (view: ReportView): string => {
  const { report, suite, before } = view;
  const tables = [...summaryTables(report.results), ...passTable(report.results), ...effortTable(view)];
  return [
    `# ${suite.title}: ${report.agent}`,
    "",
    suite.about,
    "",
    ...reportFacts(view).map(([name, fact]) => `- ${name}: ${name === "command" ? `\`${fact}\`` : fact}`),
    "",
    ...tables.flatMap(({ title, columns, rows }) => [`## ${title}`, "", ...markdownTable(columns, rows), ""]),
    ...(before === undefined ? [] : differencesTo(view, before)),
  ].join("\n");
};

const differencesTo = ({ report, folder = "now" }: ReportView, before: NonNullable<ReportView["before"]>): readonly string[] => {
  const [now, was] = nameReports([
    { report, place: folder },
    { report: before.report, place: before.name },
  ]);
  return renderComparison(was!, [now!]);
};
