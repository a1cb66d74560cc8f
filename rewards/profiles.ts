/** A named set of weights and scoring rules. */
export interface RewardProfile {
  readonly name: string;
  readonly title: string;
  /** Component → weight. Components that are not named have weight 0 and are reported as metrics. */
  readonly weights: Readonly<Record<string, number>>;
  /** True: terminal components count as passed (1) or not (0), and nothing is booked in advance of the end. */
  readonly binary: boolean;
  /** True: the submission of a diagnosis ends the episode. */
  readonly endsWithDiagnosis: boolean;
}

/** The profiles that ship; `shaped` is the default. */
export const REWARD_PROFILES = {
  shaped: {
    name: "shaped",
    title: "terminal score, the repair paid in advance, and penalties",
    weights: { mitigation: 0.55, diagnosis: 0.3, slo: 0.15, collateral: 0.5, cost: 0.1, format: 0.05 },
    binary: false,
    endsWithDiagnosis: false,
  },
  sparse: {
    name: "sparse",
    title: "passed or not, at the end, less what was damaged",
    weights: { mitigation: 0.6, diagnosis: 0.4, collateral: 0.5 },
    binary: true,
    endsWithDiagnosis: false,
  },
  "diagnosis-only": {
    name: "diagnosis-only",
    title: "the root cause alone; submitting it ends the episode",
    weights: { diagnosis: 1, cost: 0.1, format: 0.05 },
    binary: false,
    endsWithDiagnosis: true,
  },
  "mitigation-only": {
    name: "mitigation-only",
    title: "the repair alone",
    weights: { mitigation: 1, collateral: 0.5, cost: 0.1, format: 0.05 },
    binary: false,
    endsWithDiagnosis: false,
  },
} as const satisfies Readonly<Record<string, RewardProfile>>;

/** The components that the weights of skipped ones are distributed over. */
export const TERMINAL_COMPONENTS = ["mitigation", "diagnosis", "slo"] as const;

/** The components that ask for something: all of them that apply and have weight must be passed for a success. */
export const ASKING_COMPONENTS = ["mitigation", "diagnosis"] as const;
