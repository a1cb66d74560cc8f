import type { SampleRequest, TaskFilter } from "../../catalogue/catalogue-protocol.ts";
import type {
  Action,
  Ending,
  EpisodeLimits,
  EpisodeOptions,
  Observation,
  RewardCommand,
  RewardReport,
  StepOutcome,
  TaskInfo,
  ToolSpec,
  ViewRequest,
} from "../../host/episode-protocol.ts";

/** A reset as every server passes it on, validated in form. */
export interface ResetOrder {
  readonly episodeId: string;
  readonly task: TaskChoice;
  readonly seed?: string;
  readonly play: EpisodeOptions;
  readonly leaseTtlMs?: number;
  readonly groupId?: string;
  readonly admission: AdmissionChoice;
  /** Digest of the token that Close must present. */
  readonly closeTokenDigest?: string;
  readonly replacesEpisodeId?: string;
  readonly backend?: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Parameters of the task, to be pinned in its URI. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** Task of a reset: a named one, or a draw. */
export type TaskChoice =
  | {
      readonly kind: "uri";
      readonly uri: string;
      /** Sealed name behind which the URI was. Repeats and groups are compared by it, so that no refusal tells that two draws are one task. */
      readonly sealed?: string;
    }
  | {
      readonly kind: "draw";
      readonly filter: TaskFilter;
      readonly sampler: Omit<SampleRequest, "filter" | "n" | "repeats" | "seed"> & { readonly seed?: string };
    };

/** Behaviour when no slot is free. */
export interface AdmissionChoice {
  readonly mode: "WAIT" | "FAIL_FAST" | "DEFER";
  readonly queueTimeoutMs?: number;
  readonly priority: number;
}

/** Identity of a caller, and the signal that it has given up. */
export interface Caller {
  /** Id of the client; clients are served in turn. */
  readonly client: string;
  /** Splits of which the caller may play tasks; missing: all. */
  readonly splits?: ReadonlySet<string>;
  /** Splits of which the caller may name tasks by their URIs; missing: all. */
  readonly knownSplits?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  /** Milliseconds until its deadline; missing: none. */
  readonly timeLeftMs?: number;
}

/** State of an episode as callers see it. */
export type EpisodeState = "QUEUED" | "RUNNING" | "ENDED" | "CLOSED";

/** Identity of an episode, for logs. */
export interface EpisodeInfo {
  readonly episodeId: string;
  readonly state: EpisodeState;
  readonly taskPublicId: string;
  readonly groupId?: string;
  readonly backend: string;
  readonly slotId?: string;
  readonly buildDigest: string;
  readonly nextStepIndex: number;
  readonly createdAtMs: number;
}

export interface ResetReply {
  readonly episode: EpisodeInfo;
  readonly task: TaskInfo;
  readonly effectiveSeed: string;
  readonly leaseExpiresAtMs: number;
  readonly replayed: boolean;
  readonly queuePosition?: number;
  /** Facts of the start; missing: still queued. */
  readonly started?: {
    readonly observation: Observation;
    readonly tools: readonly ToolSpec[];
    readonly limits: EpisodeLimits;
    readonly stateDigest: string;
  };
}

export interface StepOrder {
  readonly episodeId: string;
  /** Missing: the next one, whoever made those before. Such a step cannot be recognised when it is repeated. */
  readonly stepIndex?: number;
  readonly actions: readonly Action[];
  readonly views?: readonly ViewRequest[];
  readonly timeoutMs?: number;
}

export interface StepReply extends StepOutcome {
  readonly episodeId: string;
  readonly leaseExpiresAtMs: number;
  readonly replayed: boolean;
  readonly timing: { readonly queueMs: number; readonly execMs: number; readonly totalMs: number };
}

export interface ObserveReply {
  readonly observation: Observation;
  readonly stateDigest: string;
  readonly leaseExpiresAtMs: number;
  readonly ending?: Ending;
}

export interface RewardOrder extends RewardCommand {
  /** True: with what the judge says of the diagnosis. */
  readonly judge?: boolean;
}

export interface RewardReply {
  readonly report: RewardReport;
  readonly ending?: Ending;
  readonly final: boolean;
  readonly explanation?: unknown;
}

export interface LeaseReply {
  readonly episodeId: string;
  readonly state: EpisodeState;
  readonly leaseExpiresAtMs?: number;
  readonly ending?: Ending;
}

export interface CloseOrder {
  readonly episodeId: string;
  readonly closeTokenDigest?: string;
  readonly reason?: string;
}

export interface CloseReply {
  readonly outcome: "CLOSED" | "ALREADY_CLOSED" | "RELEASE_FAILED" | "NEVER_STARTED";
  readonly ending?: Ending;
}

export interface ForkOrder {
  readonly episodeId: string;
  readonly childEpisodeIds: readonly string[];
  readonly atStepIndex?: number;
  readonly leaseTtlMs?: number;
  readonly groupId?: string;
  readonly reseed?: string;
  readonly method: "ANY" | "SNAPSHOT" | "REPLAY";
}

export interface ForkChildReply {
  readonly episode: EpisodeInfo;
  readonly stateDigest: string;
  readonly method: "SNAPSHOT" | "REPLAY";
  readonly replayedSteps: number;
  readonly verified: boolean;
}

export interface ValidateOrder {
  readonly episodeId: string;
  readonly repeats: number;
  readonly rewardRelTolerance: number;
  readonly checks: ReadonlySet<ValidateCheck>;
  readonly stopAtFirst: boolean;
}

export type ValidateCheck = "ACTIONS" | "REWARD" | "OBSERVATIONS" | "STATE" | "SEMANTICS" | "FORK";

export interface Divergence {
  readonly stepIndex: number;
  readonly virtualMs: number;
  readonly view: string;
  readonly expectedDigest: string;
  readonly gotDigest: string;
}

export interface ValidateReply {
  readonly ok: boolean;
  readonly actionsReplayFailed: boolean;
  readonly rewardValidated: boolean;
  readonly rewardValidationFailed: boolean;
  readonly semanticsValidated: boolean;
  readonly semanticsValidationFailed: boolean;
  readonly divergences: readonly Divergence[];
  readonly wallMs: number;
  readonly errors: readonly { readonly type: string; readonly data: string }[];
  readonly buildMatch: boolean;
}

/** An event of an episode or the server. */
export interface EpisodeEvent {
  readonly kind: "EPISODE_READY" | "EPISODE_ENDED" | "LEASE_WARNING" | "DRAIN";
  readonly episodeId?: string;
  readonly deadlineMs?: number;
}
