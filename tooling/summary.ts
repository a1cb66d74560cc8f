/** Numbers of tests of a step by outcome. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Result of a step of `npm test`. */
export interface StepResult {
  readonly name: string;
  readonly seconds: number;
  readonly tally: Tally;
  /** One sentence for each thing that was skipped. */
  readonly skips: readonly string[];
}

/** A tally without tests. */
export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

/** Adds two tallies. */
export const addTallies = (left: Tally, right: Tally): Tally => ({
  passed: left.passed + right.passed,
  failed: left.failed + right.failed,
  skipped: left.skipped + right.skipped,
});

/** Renders the closing table, what was skipped, and the line `N passed, N failed`. */
export const renderSummary = (results: readonly StepResult[]): string => {
  const width = Math.max(4, ...results.map((result) => result.name.length));
  const rows = results.map(
    (result) => `${result.name.padEnd(width)}  ${result.seconds.toFixed(1).padStart(7)}  ${renderTally(result.tally)}`,
  );
  const skips = results.flatMap((result) => result.skips.map((skip) => `skipped: ${result.name}: ${skip}`));
  const total = results.map((result) => result.tally).reduce(addTallies, NOTHING);
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  return [
    "",
    `${"step".padEnd(width)}  seconds  result`,
    ...rows,
    `${"all".padEnd(width)}  ${seconds.toFixed(1).padStart(7)}`,
    ...(skips.length > 0 ? ["", ...skips] : []),
    "",
    `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`,
  ].join("\n");
};

const renderTally = (tally: Tally): string => {
  if (tally.failed > 0) return `FAILED (${tally.failed} of ${tally.failed + tally.passed})`;
  if (tally.passed === 0) return "skipped";
  return tally.passed + tally.skipped === 1 ? "ok" : `ok (${tally.passed}${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ""})`;
};
