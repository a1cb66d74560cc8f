import type { EvalResult } from "./eval-result.ts";
import { passAtK } from "./pass-at-k.ts";
import { percent, renderEstimate } from "./render-estimate.ts";
import type { SummaryTable } from "./summary-tables.ts";

/** Table of pass@k and pass^k; none if each task was played once. */
export const passTable = (results: readonly EvalResult[]): readonly SummaryTable[] => {
  const rows = passAtK(results).map(({ k, tasks, some, all }) => [
    `${k}`,
    `${tasks}`,
    renderEstimate(some, percent),
    renderEstimate(all, percent),
  ]);
  return rows.length === 0 ? [] : [{ title: "Several attempts", columns: COLUMNS, rows }];
};

const COLUMNS = [
  { title: "k", align: "right" },
  { title: "tasks", align: "right" },
  { title: "pass@k: one of k succeeds (95 %)" },
  { title: "pass^k: all of k succeed (95 %)" },
] as const;
