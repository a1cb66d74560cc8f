import type { ModelUsage } from "../../llm/model-usage.ts";
import { problemOf } from "../../tasks/choose-tasks.ts";
import type { RecordedComponent } from "../../trajectories/trajectory.ts";
import type { SuiteEpisode } from "./suite.ts";

/** Result of one episode, as it is written to a report. */
export interface EvalResult extends SuiteEpisode {
  /** Digest of the task; another one in another report means that the task itself has changed. */
  readonly task_digest: string;
  /** Absent: no valid score exists, and the episode does not count. */
  readonly return?: number;
  readonly success?: boolean;
  /** Components of the return by name, with what they have to say about their values. */
  readonly components: Readonly<Record<string, RecordedComponent>>;
  /** Steps of a policy; an external agent's requests to the cluster are none. */
  readonly steps: number;
  readonly end_reason: string;
  readonly sample_valid: boolean;
  /** Absent: no model played. */
  readonly usage?: ModelUsage;
}

/** Sums of some results. */
export interface EvalSummary {
  readonly episodes: number;
  /** Episodes without a valid score, which the rest leaves out. */
  readonly invalid: number;
  /** Share of successes with its Wilson interval of 95 %. */
  readonly success: Estimate;
  /** Mean return with its normal interval of 95 %. */
  readonly return: Estimate;
}

/** An estimate with the ends of its interval; all NaN without data, the ends infinite with a single value. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Sums results up. */
export const summarize = (results: readonly EvalResult[]): EvalSummary => {
  const valid = results.filter((one) => one.sample_valid && one.return !== undefined);
  return {
    episodes: results.length,
    invalid: results.length - valid.length,
    success: wilson(valid.filter((one) => one.success === true).length, valid.length),
    return: meanOf(valid.map((one) => one.return as number)),
  };
};

/** Groups results by problem: by fault, `healthy`, or all with several faults as one. */
export const byProblem = (results: readonly EvalResult[]): ReadonlyMap<string, readonly EvalResult[]> =>
  new Map(
    [...Map.groupBy(results, ({ task }) => (problemOf(task).includes("+") ? "several faults" : problemOf(task)))].sort(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  );

/** Mean difference of returns to those of another report, episode by episode; episodes that only one has, or whose task has changed, are left out. */
export const compareReturns = (
  results: readonly EvalResult[],
  before: readonly EvalResult[],
): { readonly pairs: number; readonly difference: Estimate } => {
  const known = new Map(before.map((one) => [keyOf(one), one.return]));
  const differences = results.flatMap((one) => {
    const was = known.get(keyOf(one));
    return was === undefined || one.return === undefined ? [] : [one.return - was];
  });
  return { pairs: differences.length, difference: meanOf(differences) };
};

const keyOf = ({ task, seed, task_digest: digest }: EvalResult): string => `${task} ${seed} ${digest}`;

/** Quantile of the normal distribution for 95 % on both sides. */
const Z = 1.959964;

/** Interval of Wilson's score for a share, which stays between 0 and 1 and holds for few samples. */
export const wilson = (hits: number, n: number): Estimate => {
  const mean = hits / n;
  const centre = (mean + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((mean * (1 - mean)) / n + Z ** 2 / (4 * n ** 2));
  return { mean, low: centre - half, high: centre + half };
};

/** Mean with the normal interval by the sample's standard deviation. */
export const meanOf = (values: readonly number[]): Estimate => {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const half = n === 1 ? Number.POSITIVE_INFINITY : Z * Math.sqrt(variance / n);
  return { mean, low: mean - half, high: mean + half };
};
