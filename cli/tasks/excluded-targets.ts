import type { ExcludedTarget } from "#env/catalogue/list-pairs.ts";
import type { CliOutput } from "../output/output.ts";
import { renderTable } from "../output/table.ts";
import { problemOf, type TaskChoice } from "./choose-tasks.ts";

/** An excluded target as a line of JSON. */
export interface ExcludedRecord {
  readonly excluded: string;
  readonly fault: string;
  readonly app: string;
  readonly reason: string;
}

/** Chooses the excluded targets that belong to a selection: those of the faults that it names, else of those in its tasks. */
export const chooseExcluded = (
  excluded: readonly ExcludedTarget[],
  { app, fault, target }: TaskChoice,
  tasks: readonly { readonly uri: string }[],
): readonly ExcludedTarget[] => {
  const faults = new Set(fault ?? tasks.map(({ uri }) => problemOf(uri)));
  return excluded.filter(
    (one) => faults.has(one.faultId) && (app === undefined || app === one.app) && (target === undefined || target.includes(one.resource)),
  );
};

/** Prints a table of excluded targets, or a record each with `--json`; nothing when there are none. */
export const printExcluded = (excluded: readonly ExcludedTarget[], output: CliOutput): void => {
  for (const one of excluded) output.emit({ ...toRecord(one) });
  if (excluded.length === 0) return;
  const rows = excluded.map(({ faultId, resource, reason }) => [faultId, resource, reason]);
  output.print(`\n${renderTable([{ title: "fault" }, { title: "not applicable to" }, { title: "because" }], rows)}`);
};

const toRecord = ({ app, faultId, resource, reason }: ExcludedTarget): ExcludedRecord => ({
  excluded: resource,
  fault: faultId,
  app,
  reason,
});

/** Reads a line of JSON back. */
export const fromRecord = ({ app, fault, excluded, reason }: ExcludedRecord): ExcludedTarget => ({
  app,
  faultId: fault,
  resource: excluded,
  reason,
});
