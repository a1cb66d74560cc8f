import type { Column } from "../output/table.ts";
import type { EvalResult } from "./eval-result.ts";
import { byApplication, byDifficulty, byEnd, byFaults, byLayer, byProblem } from "./group-results.ts";
import { percent, renderEstimate, thousandths } from "./render-estimate.ts";
import { summarize } from "./summarize.ts";

/** A table of a report: a heading, columns and rows. */
export interface SummaryTable {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

/** Tables of results by problem, application, layer, difficulty, number of faults and end, each with the sum of all. */
export const summaryTables = (results: readonly EvalResult[]): readonly SummaryTable[] =>
  GROUPINGS.flatMap(([title, group]) => {
    const groups = [...group(results)];
    return groups.length === 0
      ? []
      : [
          {
            title: `By ${title}`,
            columns: [{ title }, ...COLUMNS],
            rows: [...groups.map(([name, members]) => rowOf(name, members)), rowOf("**all**", results)],
          },
        ];
  });

const GROUPINGS = [
  ["problem", byProblem],
  ["application", byApplication],
  ["layer", byLayer],
  ["difficulty", byDifficulty],
  ["number of faults", byFaults],
  ["end", byEnd],
] as const;

const COLUMNS: readonly Column[] = [
  { title: "episodes", align: "right" },
  { title: "invalid", align: "right" },
  { title: "success (95 %)" },
  { title: "diagnosed", align: "right" },
  { title: "repaired", align: "right" },
  { title: "damaged", align: "right" },
  { title: "return (95 %)" },
  { title: "steps", align: "right" },
];

const rowOf = (name: string, results: readonly EvalResult[]): readonly string[] => {
  const { episodes, invalid, success, diagnosed, repaired, damaged, return: total, steps } = summarize(results);
  const mean = (value: number, render: (value: number) => string): string => (Number.isNaN(value) ? "–" : render(value));
  return [
    name,
    `${episodes}`,
    `${invalid}`,
    renderEstimate(success, percent),
    ...[diagnosed, repaired, damaged].map((share) => mean(share.mean, percent)),
    renderEstimate(total, thousandths),
    mean(steps.mean, (value) => value.toFixed(1)),
  ];
};
