import type { RecordedLimits, RecordedOptions } from "./recorded-options.ts";

/** A recorded episode, schema `kubedrill.trajectory/v1`: JSON with an absent key for what is unset, never null. */
export interface Trajectory {
  readonly schema: typeof TRAJECTORY_SCHEMA;
  readonly trajectory_id: string;
  readonly episode_id: string;
  readonly group_id?: string;
  readonly task: {
    readonly uri: string;
    readonly public_id: string;
    readonly digest: string;
    readonly split: string;
    readonly tags: readonly string[];
    readonly difficulty: number;
    readonly instruction: string;
  };
  readonly provenance: Provenance;
  /** Decimal digits, since JSON numbers cannot hold 64 bits. */
  readonly seed: string;
  readonly options: RecordedOptions;
  /** `model`: that of the policy `llm`. */
  readonly behaviour: { readonly kind: BehaviourKind; readonly name: string; readonly model?: string };
  readonly labels: Readonly<Record<string, string>>;
  /** Limits in force. */
  readonly limits: RecordedLimits;
  /** `weights`: those in force, by component, with the shares of components that do not apply. */
  readonly reward_profile: { readonly name: string; readonly digest: string; readonly weights: Readonly<Record<string, number>> };
  readonly tools: readonly RecordedTool[];
  readonly initial: { readonly observation: RecordedObservation; readonly state_digest: string; readonly virtual_time_ms: number };
  readonly steps: readonly RecordedStep[];
  /** Booked after the last step; absent: a step ended the episode, or it was left running. */
  readonly final?: RecordedFinal;
  /** Rewards from each step on, that of `final` included. Absent: no valid score exists. */
  readonly returns_to_go?: readonly number[];
  /** Values of the states before each step and after the last, by what the reference earned from there on. Absent: not measured. */
  readonly state_values?: readonly number[];
  /** Advantages of the steps: reward, and the value after it, less the value before it. Absent: not measured. */
  readonly advantages?: readonly number[];
  /** Policy whose episodes from a state are its value, and how many. Absent: no state was valued. */
  readonly reference?: { readonly policy: string; readonly rollouts: number };
  /** Words of the agent beside its steps. Absent: it said nothing. */
  readonly turns?: readonly RecordedTurn[];
  readonly ending?: RecordedEnding;
  /** Requests of a program to the cluster and its telemetry, in order, which are no steps. Absent: no program played, or not known. */
  readonly requests?: readonly RecordedRequest[];
  /** Sum of the rewards of the steps and of `final`. Absent: no valid score exists. */
  readonly return?: number;
  /** Sums since reset. */
  readonly components: Readonly<Record<string, RecordedComponent>>;
  /** Truth, conditions as judged, which components were passed, parameters of the faults, timelines of those that act later, and what was drawn around them; absent: the caller may not see answers. */
  readonly verdicts?: unknown;
  /** Counts of steps and actions. `worked_ms`, `api_requests`: virtual time at which a program had done its work, and its requests, which are no steps. */
  readonly metrics: Readonly<Record<string, number>>;
  /** `content`: of what a learner reads; equal in episodes that teach the same. */
  readonly digests: { readonly events: string; readonly final_state: string; readonly content?: string };
}

export const TRAJECTORY_SCHEMA = "kubedrill.trajectory/v1";

/** Enough to play it again, and nothing that a clock or a slot makes. */
export interface Provenance {
  readonly server_version: string;
  readonly build_digest: string;
  readonly runtime: string;
  readonly catalogue_digest: string;
  readonly backend: string;
  readonly determinism: string;
}

export type BehaviourKind = "policy" | "expert" | "noisy_expert" | "random" | "replay" | "program";

/** Words of an agent, which the environment never read. */
export interface RecordedTurn {
  readonly turn_index: number;
  readonly step_index: number;
  readonly role: "assistant";
  readonly content: string;
  /** 0: a slip, which is not to be learnt. Absent: 1. */
  readonly weight?: 0;
}

/** Request of an agent beside its steps, without headers. */
export interface RecordedRequest {
  /** Index of the step that came next; the number of steps: none did. */
  readonly step_index: number;
  /** Time on the cluster's own clock, ms since 1970; that of steps counts from the start. */
  readonly virtual_time_ms: number;
  readonly to: "kubernetes" | "prometheus" | "loki" | "jaeger";
  readonly method: string;
  /** Path with its query; long ones end in an ellipsis, as long bodies do. */
  readonly target: string;
  /** Text that was sent. Absent: none, or bytes. */
  readonly body?: string;
  /** Absent: it was not answered. */
  readonly status?: number;
}

export interface RecordedTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: unknown;
  readonly mutating: boolean;
}

export interface RecordedObservation {
  readonly views: readonly RecordedView[];
}

export interface RecordedView {
  readonly name: string;
  readonly media_type: string;
  readonly text?: string;
  readonly json?: string;
  readonly truncated: boolean;
  readonly original_bytes: number;
  readonly digest: string;
}

export interface RecordedAction {
  readonly call_id?: string;
  readonly kind: "tool" | "text" | "wait";
  readonly name?: string;
  readonly arguments_json?: string;
  readonly text?: string;
  readonly wait_ms?: number;
  /** Cap of this action, ms. Absent: that of the episode. */
  readonly timeout_ms?: number;
  /** Logarithm of the probability with which its policy chose this action. Absent: not known. */
  readonly behavior_logprob?: number;
}

export interface RecordedResult {
  readonly call_id: string;
  readonly status: string;
  readonly content: string;
  readonly error_code?: string;
  readonly had_effect?: boolean;
  readonly truncated: boolean;
  readonly virtual_cost_ms: number;
}

export interface RecordedComponent {
  readonly value?: number;
  readonly weight: number;
  readonly contribution?: number;
  readonly status: string;
  readonly kind: string;
  /** Findings, such as the conditions that do not hold; absent: there are none, or the caller may not see answers. */
  readonly detail?: string;
}

export interface NamedComponent extends RecordedComponent {
  readonly name: string;
}

/** Reward of the grading that ended an episode without a step. */
export interface RecordedFinal {
  /** Absent: no valid score exists. */
  readonly reward?: number;
  readonly components: readonly NamedComponent[];
}

export interface RecordedEnding {
  readonly terminated: boolean;
  readonly truncated: boolean;
  readonly end_reason: string;
  readonly sample_valid: boolean;
  readonly success?: boolean;
  readonly blame: string;
  readonly failure_reason?: string;
}

export interface RecordedStep {
  readonly index: number;
  /** Views that this step asked for. Absent: those of the reset. */
  readonly views?: RecordedOptions["views"];
  readonly actions: readonly RecordedAction[];
  readonly results: readonly RecordedResult[];
  readonly observation: RecordedObservation;
  readonly reward?: number;
  readonly components: readonly NamedComponent[];
  readonly ending?: RecordedEnding;
  readonly state_digest: string;
  readonly virtual_time_ms: number;
  /** Absent: a built-in policy played, whose steps no clock measures, so that equal data sets are equal bytes. */
  readonly measured?: MeasuredTurn;
}

/** Time and tokens of a turn, by clocks and counters that no seed decides; in no digest, and in no comparison with a replay. */
export interface MeasuredTurn {
  /** Wall time of the agent or model from the answer before to its call, s; of the first from the start. Absent: not known. */
  readonly agent_s?: number;
  /** Wall time that the environment took to answer, s. */
  readonly answer_s: number;
  /** Tokens in prompts and in the answer of a model, as its endpoint counts them. Absent: no model of a policy played, or it does not say. */
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
}
