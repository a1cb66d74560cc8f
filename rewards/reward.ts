import type { TruthPair } from "#core/truth.ts";
import type { CheckResult, Verdict } from "#core/verdict.ts";
import type { Diagnosis, TruthDetails } from "./diagnosis-statement.ts";

/** A reward component: one folder under `rewards/`, named for it. It reads verdicts and the episode's record, never the world. */
export interface Reward {
  /** Stable key, equal to the folder's name. */
  readonly name: string;
  readonly kind: "TERMINAL" | "PENALTY";
  /** Time of scoring: every step, the first diagnosis (the end when there is none), the end, or after all others of the end. */
  readonly at: "step" | "diagnosis" | "end" | "last";
  /** Least and greatest sum of its values over an episode. */
  readonly range: readonly [min: number, max: number];
  /** Scores this step; a reason instead of a value when the component does not apply or could not be judged. */
  score(facts: EpisodeFacts): Score;
  /**
   * Returns the value that the component has so far. Each step books what it has changed by, and the end settles the
   * difference to the score, so that the instalments add up to the score whatever they were. Missing: nothing is booked
   * before the time of scoring.
   */
  advance?(facts: EpisodeFacts): number;
}

export type Score =
  | {
      readonly kind: "scored";
      readonly value: number /** Missing: passed with the greatest value. */;
      readonly passed?: boolean;
      readonly detail?: string;
    }
  | { readonly kind: "skipped"; readonly detail: string }
  | { readonly kind: "failed"; readonly detail: string };

/** Facts of an episode that components are scored from: plain data. */
export interface EpisodeFacts {
  /** True when nothing is wrong in this episode. */
  readonly healthy: boolean;
  /** The verdict on the world after settling, hold and trials; missing before the end, and where it is not graded. */
  readonly mitigation?: Verdict;
  /** Names of checks that were violated right after the injection. */
  readonly violatedAtStart: readonly string[];
  /** Course of the checks when nobody acts; missing if not known. What changes by itself neither earns nor costs. */
  readonly idle?: {
    /** Names of the checks that keep their state at the start when there is no noise. */
    readonly steady: readonly string[];
    /** Names of the checks that, under the same noise, were not as at the start of late. */
    readonly disturbed: readonly string[];
  };
  readonly truth: readonly TruthPair[];
  /** The first submitted diagnosis; missing: none. An empty list states that nothing is wrong. */
  readonly diagnosis?: Diagnosis;
  /** Details of the truth that a diagnosis in words may quote; missing with no diagnosis. */
  readonly truthDetails?: TruthDetails;
  /** Relations between resources and between fault types of this app. */
  readonly relations: Relations;
  /** Checks with the state that they have kept for a while. */
  readonly lasting: readonly CheckResult[];
  /** User-visible errors; missing before the end or when nothing is known. */
  readonly traffic?: TrafficFacts;
  /** Objects that the agent damaged beyond the acceptable repairs, as far as that is known before the end. */
  readonly damage: readonly { readonly object: string; readonly weight: number }[];
  /** Actions done; a step without any counts as one. */
  readonly actions: number;
  readonly maxSteps: number;
  readonly virtualMs: number;
  readonly maxVirtualMs: number;
  /** Malformed actions: in this step, and before it. */
  readonly malformed: { readonly now: number; readonly before: number };
  /** Weighted sum of what the terminal components have earned so far. */
  readonly earned?: number;
}

/** User-visible errors of the agent's world and of one in which nobody acts, under the same noise. */
export interface TrafficFacts {
  /** Fixed span from the start, ms. */
  readonly spanMs: number;
  /** Time over which the agent's errors are counted, ms: the span, or longer if the agent took longer. */
  readonly countedMs: number;
  /** User requests over the counted time. */
  readonly requests: number;
  /** Errors over the counted time. */
  readonly errors: number;
  /** Errors over the counted time if nobody acts. */
  readonly errorsOfDoingNothing: number;
  /** Requests and errors over the span if nobody acts. */
  readonly ofSpan: { readonly requests: number; readonly errors: number };
  /** Errors over the span by the faults alone, without noise, if nobody acts. */
  readonly errorsOfFault: number;
  /** Errors that noise costs after the span. */
  readonly errorsOfLaterNoise: number;
  /** User-visible errors per ms without the fault. */
  readonly errorRateOfNoFault: number;
}

/** Relations between resources and between fault types, for partial credit: plain data. */
export interface Relations {
  /** Resource → resources one edge away in the ownership-and-call graph. */
  readonly neighbours: Readonly<Record<string, readonly string[]>>;
  /** Fault id or catalogue type → catalogue type. */
  readonly catalogueTypes: Readonly<Record<string, string>>;
  /** Catalogue types whose faults are told apart: two of them are two mechanisms. Missing: none. */
  readonly toldApart?: readonly string[];
  /** Catalogue type → family of related types. */
  readonly families: Readonly<Record<string, string>>;
  /** Resource → resources that are affected when it is broken. Missing: not known. */
  readonly sufferers?: Readonly<Record<string, readonly string[]>>;
  /** Resource → component of the app that it belongs to. Missing: not known. */
  readonly componentOf?: Readonly<Record<string, string>>;
  /** Resource → share of user requests (0..1) that fail when it is broken. Missing: not known. */
  readonly userShares?: Readonly<Record<string, number>>;
}

/** Types a component; the default export of `rewards/<name>/reward.ts`. */
export const defineReward = (reward: Reward): Reward => reward;
