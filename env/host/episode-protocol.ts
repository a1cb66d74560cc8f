import type { Answer } from "#problems/answer.ts";
import type { EpisodeKubeOutcome, KubeCommand, LiveEpisode } from "./kube-protocol.ts";

/**
 * Requests of the servers to the Loop and its replies: plain data that crosses threads as it is.
 *
 * Servers translate the wire into these and back; nothing behind them sees a wire type. Integers are safe integers,
 * seeds are decimal strings, durations are milliseconds.
 */

/** One host of episodes: in this process or behind a worker thread. Calls for one episode are serialised by the caller. */
export interface EpisodeHost {
  reset(command: ResetCommand): Promise<ResetOutcome>;
  step(command: StepCommand): Promise<StepOutcome>;
  observe(command: ObserveCommand): Promise<ObserveOutcome>;
  reward(command: RewardCommand): Promise<RewardOutcome>;
  fork(command: ForkCommand): Promise<ForkOutcome>;
  /** Serves the Kubernetes API of the episode's cluster to its agent; missing: these hosts have none. */
  kube?(command: KubeCommand): Promise<EpisodeKubeOutcome>;
  /** Returns the access to a real cluster, which does not cross threads. Missing: these hosts have none. */
  liveCluster?(episodeId: string): LiveEpisode;
  /** Tells the answer to a running episode, for demonstrations alone; missing: these hosts do not tell. */
  answer?(command: AnswerCommand): Promise<Answer>;
  /** Announces episodes, so that idle time is spent on their starts; missing: these hosts prepare nothing. */
  expect?(plays: readonly ExpectedPlay[]): Promise<void>;
  /** Prepares one start ahead, for a host's idle time; false when there was nothing to do. */
  prepareNext?(): Promise<boolean>;
  /** Ends the episode (if running) and frees its slot. Unknown ids give an empty outcome. */
  close(command: CloseCommand): Promise<CloseOutcome>;
}

/** A task and a seed that will be played. */
export interface ExpectedPlay {
  readonly taskUri: string;
  readonly seed: string;
}

export interface ResetCommand extends EpisodeOptions {
  readonly episodeId: string;
  readonly taskUri: string;
  readonly seed: string;
}

/**
 * Options of an episode: all that decides its observations and its score beside its task and seed.
 *
 * It is passed on whole, from the wire to the Loop, into the journal, records and replays, so that none of it is forgotten on the way.
 */
export interface EpisodeOptions {
  readonly limits: Partial<EpisodeLimits>;
  readonly profile?: string;
  readonly weights?: Readonly<Record<string, number>>;
  readonly views: readonly ViewRequest[];
  readonly toolProfile?: string;
  /** Missing: graded. */
  readonly timeLimit?: TimeLimit;
  /** Time of the world between the first symptoms and the agent's first observation, ms; missing: the seed draws it. */
  readonly leadMs?: number;
}

/** Treatment of an episode that ends by its number of steps or its time: graded as any other end, or truncated without a grade. */
export type TimeLimit = "graded" | "truncated";

/** Limits in force. */
export interface EpisodeLimits {
  readonly maxSteps: number;
  readonly maxVirtualMs: number;
  readonly maxWallMs: number | null;
  readonly stepTimeoutMs: number;
  readonly maxStepTimeouts: number;
  readonly maxInvalidActions: number;
  readonly maxObservationBytes: number;
  readonly stepLatencyMs: number;
}

export interface ViewRequest {
  readonly name: string;
  readonly maxBytes?: number;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface ResetOutcome {
  readonly task: TaskInfo;
  readonly observation: Observation;
  readonly tools: readonly ToolSpec[];
  readonly limits: EpisodeLimits;
  readonly stateDigest: string;
  readonly slotId: string;
}

/** A task as trainers see it. Only the `instruction` may be shown to an agent. */
export interface TaskInfo {
  readonly uri: string;
  readonly publicId: string;
  readonly title: string;
  readonly split: "train" | "eval" | "holdout";
  readonly tags: readonly string[];
  readonly difficulty: number;
  readonly backends: readonly string[];
  readonly instruction: string;
  readonly digest: string;
  readonly limits: EpisodeLimits;
}

export interface Observation {
  readonly views: readonly ObservationView[];
  readonly stepIndex: number;
  readonly virtualMs: number;
  readonly stepsLeft: number;
  readonly virtualMsLeft: number;
}

export interface ObservationView {
  readonly name: string;
  readonly mediaType: "text/plain" | "application/json";
  readonly body: string;
  readonly truncated: boolean;
  readonly originalBytes: number;
  readonly digest: string;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly mutating: boolean;
  readonly contentMaxBytes: number;
}

export interface Action {
  readonly callId?: string;
  readonly body:
    | { readonly kind: "tool"; readonly name: string; readonly argumentsJson: string }
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "wait"; readonly ms: number };
  readonly timeoutMs?: number;
  readonly behaviorLogprob?: number;
}

export interface ActionResult {
  readonly callId: string;
  readonly status: "OK" | "TOOL_ERROR" | "INVALID" | "DENIED" | "TIMEOUT" | "SKIPPED";
  readonly content: string;
  readonly errorCode?: string;
  readonly hadEffect: boolean;
  readonly truncated: boolean;
  readonly virtualCostMs: number;
}

export interface StepCommand {
  readonly episodeId: string;
  readonly stepIndex: number;
  readonly actions: readonly Action[];
  readonly views?: readonly ViewRequest[];
  /** True: the actions once ended the thread that carried them out, so they are not done again, and the episode ends by them. */
  readonly overran?: boolean;
}

export interface StepOutcome {
  readonly stepIndex: number;
  readonly observation: Observation;
  readonly results: readonly ActionResult[];
  readonly reward: RewardReport;
  readonly ending?: Ending;
  readonly stateDigest: string;
  /** True: its actions were not done, since they overran. */
  readonly overran?: boolean;
}

export interface RewardReport {
  /** Reward: the delta in a step, the sum since reset in Reward. Missing: no valid score exists. */
  readonly reward?: number;
  readonly components: readonly RewardComponent[];
  readonly returnSoFar?: number;
  readonly profile: string;
  readonly profileDigest: string;
}

export interface RewardComponent {
  readonly name: string;
  readonly value?: number;
  readonly weight: number;
  readonly contribution?: number;
  readonly status: "SCORED" | "SKIPPED" | "FAILED";
  readonly kind: "TERMINAL" | "PENALTY" | "METRIC";
  readonly detail?: string;
}

export type EndReason =
  | "GOAL_REACHED"
  | "AGENT_SUBMITTED"
  | "AGENT_STOPPED"
  | "UNRECOVERABLE"
  | "SAFETY_STOP"
  | "MAX_STEPS"
  | "VIRTUAL_TIME"
  | "WALL_CLOCK"
  | "STEP_TIMEOUT"
  | "INVALID_ACTION_LIMIT"
  | "CLIENT_CLOSED"
  | "LEASE_EXPIRED"
  | "EVICTED"
  | "SERVER_DRAINED"
  | "ENV_ERROR"
  | "SLOT_LOST"
  | "ORACLE_ERROR";

export interface Ending {
  readonly terminated: boolean;
  readonly truncated: boolean;
  readonly endReason: EndReason;
  readonly sampleValid: boolean;
  readonly success?: boolean;
  readonly blame: "POLICY" | "WORLD" | "INFRASTRUCTURE" | "CLIENT" | "OPERATOR";
  readonly failureReason?: string;
}

export interface ObserveCommand {
  readonly episodeId: string;
  readonly views?: readonly ViewRequest[];
}

export interface ObserveOutcome {
  readonly observation: Observation;
  readonly stateDigest: string;
  readonly ending?: Ending;
}

export interface RewardCommand {
  readonly episodeId: string;
  readonly finalize: boolean;
  readonly explain: boolean;
  /**
   * Reason for which finalize ends a running episode; missing: AGENT_STOPPED. The server's limit on real time uses
   * WALL_CLOCK, which is graded too.
   */
  readonly endReason?: EndReason;
}

export interface RewardOutcome {
  readonly report: RewardReport;
  readonly ending?: Ending;
  readonly final: boolean;
  readonly explanation?: unknown;
}

export interface ForkCommand {
  readonly episodeId: string;
  readonly childEpisodeIds: readonly string[];
  readonly reseed?: string;
}

export interface ForkOutcome {
  readonly children: readonly { readonly episodeId: string; readonly slotId: string; readonly stateDigest: string }[];
}

export interface AnswerCommand {
  readonly episodeId: string;
}

export interface CloseCommand {
  readonly episodeId: string;
  /** Reason for which a running episode ends; missing: CLIENT_CLOSED. */
  readonly endReason?: EndReason;
}

export interface CloseOutcome {
  readonly ending?: Ending;
}
