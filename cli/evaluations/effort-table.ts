import { type Effort, effortOf } from "./effort.ts";
import type { ReportView } from "./report-view.ts";
import type { SummaryTable } from "./summary-tables.ts";

/** Table of what the episodes took, as far as it is known. */
export const effortTable = ({ report: { results }, measured, prices }: ReportView): readonly SummaryTable[] => {
  const effort = effortOf(results, measured, prices);
  const rows = ROWS.flatMap(([name, key, render]) => {
    const { sum, of } = effort[key];
    return of === 0 ? [] : [[name, render(sum / of), render(sum), `${of}`]];
  });
  return rows.length === 0 ? [] : [{ title: "Effort", columns: COLUMNS, rows }];
};

const COLUMNS = [
  { title: "" },
  { title: "an episode", align: "right" },
  { title: "together", align: "right" },
  { title: "known of", align: "right" },
] as const;

const whole = (value: number): string => `${Math.round(value)}`;

const ROWS: readonly (readonly [string, keyof Effort, (value: number) => string])[] = [
  ["wall time", "wallS", (seconds) => `${seconds.toFixed(1)} s`],
  ["requests to the model", "requests", (value) => value.toFixed(1)],
  ["tokens in prompts", "promptTokens", whole],
  ["tokens in answers", "completionTokens", whole],
  ["cost", "usd", (usd) => `$${usd.toFixed(4)}`],
  ["requests to the cluster and telemetry", "apiRequests", (value) => value.toFixed(1)],
];
