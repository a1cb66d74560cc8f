import type { CliOutput } from "../../output/output.ts";
import { renderTable } from "../../output/table.ts";
import { appAndProblemOf } from "../../tasks/choose-tasks.ts";
import type { Verdict } from "./verdict.ts";

/** Prints a table by problem, and what failed. */
export const printSummary = (found: readonly Verdict[], output: CliOutput): void => {
  const problems = [...new Set(found.map(problemOf))].sort();
  const rows = problems.map((problem) =>
    summarize(
      problem,
      found.filter((one) => problemOf(one) === problem),
    ),
  );
  const columns = ["tasks", "visible", "latent", "passed", "expert least", "degenerate most", "accepts", "rejects"].map((title) => ({
    title,
    align: "right" as const,
  }));
  output.print(renderTable([{ title: "problem" }, ...columns], problems.length > 1 ? [...rows, summarize("all", found)] : rows));
  for (const { task, failures } of found.filter((one) => one.failures.length > 0)) {
    output.print(`\nfailed: ${task}\n${failures.map((failure) => `  ${failure}`).join("\n")}`);
  }
  const kept = found.filter((one) => one.kept).length;
  if (kept > 0)
    output.print(`\n${kept} of ${found.length} verdicts were kept: nothing that they depend on has changed since they were found`);
};

const summarize = (name: string, found: readonly Verdict[]): readonly (string | number)[] => {
  const visible = found.filter((one) => one.visible).length;
  const expert = found.flatMap((one) => one.expert);
  const degenerate = found.flatMap((one) => Object.values(one.degenerate));
  return [
    name,
    found.length,
    visible,
    found.length - visible,
    found.filter(({ failures }) => failures.length === 0).length,
    expert.length === 0 ? "-" : Math.min(...expert).toFixed(3),
    degenerate.length === 0 ? "-" : Math.max(...degenerate).toFixed(3),
    found.reduce((sum, { attempts }) => sum + attempts.accepted, 0),
    found.reduce((sum, { attempts }) => sum + attempts.rejected, 0),
  ];
};

const problemOf = ({ task }: Verdict): string => appAndProblemOf(task);
