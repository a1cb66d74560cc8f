import type { ModelUsage } from "../../llm/model-usage.ts";
import { problemOf } from "../../tasks/choose-tasks.ts";
import type { SuiteEpisode } from "../../tasks/suite.ts";
import type { RecordedComponent } from "../../trajectories/trajectory.ts";

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
  /** Virtual time from the start to the agent's last step, ms, or to an external agent's exit; grading takes more. Absent: not known. */
  readonly virtual_ms?: number;
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
  /** Mean number of steps with its normal interval of 95 %. */
  readonly steps: Estimate;
}

/** An estimate with the ends of its interval; all NaN without data, the ends infinite with a single value. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Sums results up. */
export const summarize = (results: readonly EvalResult[]): EvalSummary => {
  const valid = validOf(results);
  return {
    episodes: results.length,
    invalid: results.length - valid.length,
    success: wilson(valid.filter((one) => one.success === true).length, valid.length),
    return: meanOf(valid.map((one) => one.return)),
    steps: meanOf(valid.map((one) => one.steps)),
  };
};

/** Groups results by problem: by fault, `healthy`, or all with several faults as one. */
export const byProblem = (results: readonly EvalResult[]): ReadonlyMap<string, readonly EvalResult[]> =>
  new Map(
    [...Map.groupBy(results, ({ task }) => (problemOf(task).includes("+") ? "several faults" : problemOf(task)))].sort(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  );

/** Differences to another report, episode by episode. */
export interface EvalComparison {
  /** Episodes that both reports have with a valid score; those whose task has changed since are none. */
  readonly pairs: number;
  /** Difference of the shares of successes, with the interval of 95 % for paired shares. */
  readonly success: Estimate;
  /** Mean difference of returns with its normal interval of 95 %. */
  readonly return: Estimate;
}

/** Compares results with those of another report. */
export const compareResults = (results: readonly EvalResult[], before: readonly EvalResult[]): EvalComparison => {
  const known = new Map(validOf(before).map((one) => [keyOf(one), one]));
  const pairs = validOf(results).flatMap((now) => {
    const was = known.get(keyOf(now));
    return was === undefined ? [] : [{ now, was }];
  });
  return {
    pairs: pairs.length,
    success: differenceOf(pairs.map(({ now, was }) => [now.success === true, was.success === true])),
    return: meanOf(pairs.map(({ now, was }) => now.return - was.return)),
  };
};

/** Results with a valid score. */
export const validOf = (results: readonly EvalResult[]): readonly (EvalResult & { readonly return: number })[] =>
  results.flatMap((one) => (one.sample_valid && one.return !== undefined ? [{ ...one, return: one.return }] : []));

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

/** Difference of two paired shares with Newcombe's interval (1998, method 10), which is made of both Wilson intervals and holds for few pairs. */
export const differenceOf = (pairs: readonly (readonly [now: boolean, was: boolean])[]): Estimate => {
  const count = (now: boolean, was: boolean) => pairs.filter((pair) => pair[0] === now && pair[1] === was).length;
  const [both, gained, lost, neither] = [count(true, true), count(true, false), count(false, true), count(false, false)];
  const n = pairs.length;
  const now = wilson(both + gained, n);
  const was = wilson(both + lost, n);
  const product = both * neither - gained * lost;
  const scale = Math.sqrt((both + gained) * (lost + neither) * (both + lost) * (gained + neither));
  const correlation = scale === 0 ? 0 : (product > 0 ? Math.max(0, product - n / 2) : product) / scale;
  const reach = (a: number, b: number): number => Math.sqrt(a ** 2 - 2 * correlation * a * b + b ** 2);
  const mean = now.mean - was.mean;
  return { mean, low: mean - reach(now.mean - now.low, was.high - was.mean), high: mean + reach(now.high - now.mean, was.mean - was.low) };
};

/** Mean with the normal interval by the sample's standard deviation. */
export const meanOf = (values: readonly number[]): Estimate => {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const half = n === 1 ? Number.POSITIVE_INFINITY : Z * Math.sqrt(variance / n);
  return { mean, low: mean - half, high: mean + half };
};
