import { type EvalResult, taskKeyOf, validOf } from "./eval-result.ts";
import { differenceOf, type Estimate, meanOf, within } from "./statistics.ts";

/** Differences between two reports, task by task. */
export interface EvalComparison {
  /** Tasks with their seeds that both have a valid score of; those whose task has changed since are none. */
  readonly pairs: number;
  /** Difference of the shares of successes, with the interval of 95 % for paired shares. */
  readonly success: Estimate;
  /** Mean difference of returns with its normal interval of 95 %. */
  readonly return: Estimate;
}

/** Compares results with those of another report. */
export const compareResults = (results: readonly EvalResult[], before: readonly EvalResult[]): EvalComparison => {
  const known = Map.groupBy(validOf(before), taskKeyOf);
  const pairs = [...Map.groupBy(validOf(results), taskKeyOf)].flatMap(([key, now]) => {
    const was = known.get(key);
    return was === undefined ? [] : [{ now, was }];
  });
  const shares = pairs.map(({ now, was }) => [successOf(now), successOf(was)] as const);
  const isSingle = pairs.every(({ now, was }) => now.length === 1 && was.length === 1);
  return {
    pairs: pairs.length,
    success: isSingle
      ? differenceOf(shares.map(([now, was]) => [now === 1, was === 1]))
      : within(meanOf(shares.map(([now, was]) => now - was)), -1, 1),
    return: meanOf(pairs.map(({ now, was }) => returnOf(now) - returnOf(was))),
  };
};

const successOf = (results: readonly EvalResult[]): number => results.filter(({ success }) => success === true).length / results.length;

const returnOf = (results: readonly { readonly return: number }[]): number =>
  results.reduce((sum, one) => sum + one.return, 0) / results.length;
