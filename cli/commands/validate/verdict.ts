import type { ExcludedTarget } from "#env/catalogue/list-pairs.ts";
import type { Qualification } from "#env/catalogue/qualify.ts";
import { type ExcludedRecord, fromRecord } from "../../tasks/excluded-targets.ts";

/** One task as a line of JSON. */
export interface Verdict extends Omit<Qualification, "errorShare"> {
  readonly passed: boolean;
  readonly error_share: number;
  /** True: found by an earlier run, since when nothing that it depends on has changed. */
  readonly kept: boolean;
}

/** Result of a validation, or of a share of one. */
export interface Finding {
  readonly verdicts: readonly Verdict[];
  readonly excluded: readonly ExcludedTarget[];
}

/** Writes what was found about a task as a line of JSON. */
export const verdictOf = ({ errorShare, ...rest }: Qualification, kept: boolean): Verdict => ({
  passed: rest.failures.length === 0,
  ...rest,
  error_share: errorShare,
  kept,
});

/** Verdict on a task that could not be played: an exception counts as a failed check. */
export const verdictOfError = (task: string, seed: string, error: unknown): Verdict => ({
  passed: false,
  task,
  seed,
  visible: false,
  error_share: 0,
  expert: [],
  degenerate: {},
  attempts: { accepted: 0, rejected: 0 },
  failures: [explainFailure(error)],
  kept: false,
});

const explainFailure = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
};

/** Reads lines of JSON back. */
export const readFinding = (lines: readonly string[]): Finding => {
  const records = lines.map((line) => JSON.parse(line) as Verdict | ExcludedRecord);
  return {
    verdicts: records.filter((record) => "task" in record),
    excluded: records.filter((record) => "excluded" in record).map(fromRecord),
  };
};
