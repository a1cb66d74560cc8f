import { type EvalResult, taskKeyOf, validOf } from "./eval-result.ts";
import { type Estimate, meanOf, wilsonOfGroups } from "./statistics.ts";

/** Sums of some results. */
export interface EvalSummary {
  readonly episodes: number;
  /** Episodes without a valid score, which the rest leaves out. */
  readonly invalid: number;
  /** Share of successes. */
  readonly success: Estimate;
  /** Share of episodes whose diagnosis passed, of those that were asked for one. */
  readonly diagnosed: Estimate;
  /** Share of episodes whose repair passed, of those that were asked for one. */
  readonly repaired: Estimate;
  /** Share of episodes in which the agent damaged something. */
  readonly damaged: Estimate;
  readonly return: Estimate;
  readonly steps: Estimate;
}

/** Sums results up, with intervals of 95 % over tasks: episodes of one task and seed count as one that is measured better. */
export const summarize = (results: readonly EvalResult[]): EvalSummary => {
  const valid = validOf(results);
  const share = (of: (result: EvalResult) => boolean | undefined): Estimate => shareOf(valid, of);
  return {
    episodes: results.length,
    invalid: results.length - valid.length,
    success: share(({ success }) => success === true),
    diagnosed: share(({ diagnosed }) => diagnosed),
    repaired: share(({ repaired }) => repaired),
    damaged: share(({ collateral }) => (collateral === undefined ? undefined : collateral > 0)),
    return: meanOf(meansByTask(valid, (one) => one.return)),
    steps: meanOf(meansByTask(valid, ({ steps }) => steps)),
  };
};

/** Share of results of which something is true, of those in which it is known. */
const shareOf = <Result extends EvalResult>(results: readonly Result[], of: (result: Result) => boolean | undefined): Estimate => {
  const known = results.filter((one) => of(one) !== undefined);
  return wilsonOfGroups(
    meansByTask(known, (one) => (of(one) === true ? 1 : 0)),
    known.length,
  );
};

/** Means of a measure over the results of each task and seed. */
const meansByTask = <Result extends EvalResult>(results: readonly Result[], measure: (result: Result) => number): readonly number[] =>
  [...Map.groupBy(results, taskKeyOf).values()].map((of) => of.reduce((sum, one) => sum + measure(one), 0) / of.length);
