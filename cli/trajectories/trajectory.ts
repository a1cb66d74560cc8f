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
  readonly options: Readonly<Record<string, unknown>>;
  readonly behaviour: { readonly kind: BehaviourKind; readonly name: string };
  readonly labels: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, number>>;
  readonly reward_profile: { readonly name: string; readonly digest: string };
  readonly tools: readonly RecordedTool[];
  readonly initial: { readonly observation: RecordedObservation; readonly state_digest: string; readonly virtual_time_ms: number };
  readonly steps: readonly RecordedStep[];
  readonly ending?: RecordedEnding;
  /** Absent: no valid score exists. */
  readonly return?: number;
  readonly components: Readonly<Record<string, RecordedComponent>>;
  readonly verdicts?: unknown;
  readonly metrics: Readonly<Record<string, number>>;
  readonly digests: { readonly events: string; readonly final_state: string };
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

export type BehaviourKind = "policy" | "expert" | "noisy_expert" | "random" | "replay";

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
  readonly actions: readonly RecordedAction[];
  readonly results: readonly RecordedResult[];
  readonly observation: RecordedObservation;
  readonly reward?: number;
  readonly components: readonly (RecordedComponent & { readonly name: string })[];
  readonly ending?: RecordedEnding;
  readonly state_digest: string;
  readonly virtual_time_ms: number;
}
