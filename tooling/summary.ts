import type { LeftOut } from "../tests/sample.ts";
import type { CheckOptions } from "./check-options.ts";

/** Numbers of tests of a step by outcome. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Result of a step of the checks. */
export interface StepResult {
  readonly name: string;
  readonly seconds: number;
  readonly tally: Tally;
  /** One sentence for each thing that was skipped. */
  readonly skips: readonly string[];
  /** True: it passed in a run before this one, on the same tree. */
  readonly isEarlier?: boolean;
}

/** A tally without tests. */
export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

/** Adds two tallies. */
export const addTallies = (left: Tally, right: Tally): Tally => ({
  passed: left.passed + right.passed,
  failed: left.failed + right.failed,
  skipped: left.skipped + right.skipped,
});

/** Renders the line of a step that ended. */
export const renderStep = ({ name, seconds, tally, isEarlier }: StepResult): string =>
  `── ${name}: ${renderTally(tally)}, ${isEarlier ? "earlier" : `${seconds.toFixed(1)} s`}`;

/** Facts of a run that a summary says beside the results. */
export interface SummaryFacts extends Pick<CheckOptions, "isWhole" | "seed"> {
  /** Time of the whole run, s. */
  readonly seconds: number;
  readonly leftOut: readonly LeftOut[];
}

/** Renders the closing table, what was skipped and left out, and the line `N passed, N failed`. */
export const renderSummary = (results: readonly StepResult[], { seconds, leftOut, isWhole, seed }: SummaryFacts): string => {
  const width = Math.max(4, ...results.map((result) => result.name.length));
  const rows = results.map(
    (result) =>
      `${result.name.padEnd(width)}  ${result.isEarlier ? "earlier" : result.seconds.toFixed(1).padStart(7)}  ${renderTally(result.tally)}`,
  );
  const skips = results.flatMap((result) => result.skips.map((skip) => `skipped: ${result.name}: ${skip}`));
  const total = results.map((result) => result.tally).reduce(addTallies, NOTHING);
  return [
    "",
    `${"step".padEnd(width)}  seconds  result`,
    ...rows,
    `${"all".padEnd(width)}  ${seconds.toFixed(1).padStart(7)}  side by side`,
    ...(skips.length > 0 ? ["", ...skips] : []),
    ...(leftOut.length > 0 ? ["", renderHeading(isWhole, seed), ...leftOut.map(renderLeftOut)] : []),
    "",
    `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`,
  ].join("\n");
};

const renderHeading = (isWhole: boolean, seed: string): string =>
  isWhole
    ? "All of these ran; npm test takes a sample that changes with the commit:"
    : `Samples were drawn with seed ${seed}; npm run test:all takes all:`;

const renderLeftOut = ({ what, taken, of }: LeftOut): string => `  ${`${taken} of ${of}`.padStart(12)} ${what}`;

const renderTally = (tally: Tally): string => {
  if (tally.failed > 0) return `FAILED (${tally.failed} of ${tally.failed + tally.passed})`;
  if (tally.passed === 0) return "skipped";
  return tally.passed + tally.skipped === 1 ? "ok" : `ok (${tally.passed}${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ""})`;
};
