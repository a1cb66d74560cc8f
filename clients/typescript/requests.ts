import type { Admission } from "#proto/gen/kubedrill/v1/Admission.ts";
import type { Limits as WireLimits } from "#proto/gen/kubedrill/v1/Limits.ts";
import type { ResetRequest } from "#proto/gen/kubedrill/v1/ResetRequest.ts";
import type { TaskSelector } from "#proto/gen/kubedrill/v1/TaskSelector.ts";
import { BACKENDS, type Backend } from "./backend.ts";
import type { Draw } from "./draws.ts";
import { toDuration } from "./durations.ts";
import { mintEpisodeId } from "./ids.ts";
import type { Limits } from "./replies.ts";
import { type SamplerOptions, type TaskFilter, toWireFilter, toWireSampler } from "./task-filter.ts";
import { toWireViews, type ViewRequest } from "./views.ts";
import { type Members, writeMembers } from "./write-members.ts";

/**
 * Options of a reset: the task and how to play it; a missing one leaves the server's default.
 *
 * A draw is options as it is: `reset(draw)`, or `reset({ ...draw, toolProfile: "kubectl" })`.
 */
export interface ResetOptions extends Partial<Draw> {
  /** Task URI. Missing: that of the draw, else a draw by `filter` and `sampler`, whose own default is split `train`. */
  readonly task?: string;
  readonly filter?: TaskFilter;
  /** Order and seed of the draw of a task. Missing: balanced, by the episode's seed. */
  readonly sampler?: SamplerOptions;
  /** Root seed, unsigned 64 bits. Missing: drawn by the server. */
  readonly seed?: bigint;
  /** Missing: created. */
  readonly episodeId?: string;
  readonly groupId?: string;
  readonly rewardProfile?: string;
  readonly rewardWeights?: Readonly<Record<string, number>>;
  readonly views?: readonly (string | ViewRequest)[];
  readonly limits?: { readonly [K in keyof Limits]?: NonNullable<Limits[K]> };
  readonly leaseTtlMs?: number;
  /** Behaviour when no slot is free. Missing: wait. */
  readonly admission?: AdmissionMode | AdmissionOptions;
  /** 16 to 64 bytes without which the episode cannot be closed; this client shows them. Missing: whoever has the id may close it. */
  readonly closeToken?: Uint8Array;
  /** A finished episode of this client, to be closed first. */
  readonly replacesEpisodeId?: string;
  readonly backend?: Backend;
  readonly toolProfile?: string;
  /** Endpoints for the agent itself, whose addresses are in the start. Missing: none. */
  readonly agentAccess?: AgentAccessRequest;
  /** Treatment of the limits of steps and time: a graded end, or a truncation without a grade. Missing: graded. */
  readonly timeLimit?: "graded" | "truncated";
  /** Time of the world between the first symptoms and the first observation, 1,000 to 1,800,000. Missing: the seed draws it. */
  readonly leadMs?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Behaviour when no slot is free. */
export type AdmissionMode = keyof typeof ADMISSION_MODES;

/** The same with its place in the queue. */
export interface AdmissionOptions {
  /** Missing: wait. */
  readonly mode?: AdmissionMode;
  /** Longest wait. Missing: the deadline of the call, and with `defer` the end of the lease. */
  readonly queueTimeoutMs?: number;
  /** 0 to 9, larger first. Missing: 5. */
  readonly priority?: number;
}

/** Endpoints for the agent of an episode. */
export interface AgentAccessRequest {
  readonly mcp?: boolean;
  readonly kubeApi?: boolean;
  readonly telemetry?: boolean;
}

/** Builds a Reset request; creates an episode id if none is given. @throws TypeError for a member that is none of the options */
export const toResetRequest = (options: ResetOptions): ResetRequest => ({
  episodeId: mintEpisodeId(),
  ...writeMembers("reset", RESET, options),
});

const selectorOf = (_: unknown, { task, spoilers, filter, sampler }: ResetOptions): { readonly task: TaskSelector } => {
  const taskUri = task ?? spoilers?.taskUri;
  if (taskUri === undefined)
    return { task: { draw: { ...(filter && { filter: toWireFilter(filter) }), ...(sampler && { sampler: toWireSampler(sampler) }) } } };
  if (spoilers !== undefined && spoilers.taskUri !== taskUri) throw new TypeError("reset has a draw and another task; give one of them");
  if (filter ?? sampler) throw new TypeError("reset has a task and a filter or sampler of a draw; give one of them");
  return { task: { taskUri } };
};

const RESET: Members<ResetOptions, ResetRequest> = {
  task: selectorOf,
  spoilers: selectorOf,
  filter: selectorOf,
  sampler: selectorOf,
  probability: () => ({}), // a fact about the draw, not about the episode
  seed: (seed) => ({ seed: seed.toString() }),
  episodeId: (episodeId) => ({ episodeId }),
  groupId: (groupId) => ({ groupId }),
  rewardProfile: (rewardProfile) => ({ rewardProfile }),
  rewardWeights: (rewardWeights) => ({ rewardWeights }),
  views: (views) => ({ views: toWireViews(views) }),
  limits: (limits) => ({ limits: writeMembers("limits", LIMITS, limits) }),
  leaseTtlMs: (ms) => ({ leaseTtl: toDuration(ms) }),
  admission: (admission) => ({
    admission: writeMembers("admission", ADMISSION, typeof admission === "string" ? { mode: admission } : admission),
  }),
  closeToken: (token) => ({ closeToken: token }),
  replacesEpisodeId: (replacesEpisodeId) => ({ replacesEpisodeId }),
  backend: (backend) => ({ backend: BACKENDS[backend] }),
  toolProfile: (toolProfile) => ({ toolProfile }),
  agentAccess: (agentAccess) => ({ agentAccess: writeMembers("agentAccess", AGENT_ACCESS, agentAccess) }),
  timeLimit: (timeLimit) => ({ timeLimit }),
  leadMs: (ms) => ({ leadTime: toDuration(ms) }),
  labels: (labels) => ({ labels }),
  options: (options) => ({ optionsJson: JSON.stringify(options) }),
};

const ADMISSION_MODES = { wait: "MODE_WAIT", "fail-fast": "MODE_FAIL_FAST", defer: "MODE_DEFER" } as const;

const ADMISSION: Members<AdmissionOptions, Admission> = {
  mode: (mode) => ({ mode: ADMISSION_MODES[mode] }),
  queueTimeoutMs: (ms) => ({ queueTimeout: toDuration(ms) }),
  priority: (priority) => ({ priority }),
};

const AGENT_ACCESS: Members<AgentAccessRequest, AgentAccessRequest> = {
  mcp: (mcp) => ({ mcp }),
  kubeApi: (kubeApi) => ({ kubeApi }),
  telemetry: (telemetry) => ({ telemetry }),
};

const LIMITS: Members<NonNullable<ResetOptions["limits"]>, WireLimits> = {
  maxSteps: (maxSteps) => ({ maxSteps }),
  maxVirtualMs: (ms) => ({ maxVirtualTime: toDuration(ms) }),
  maxWallMs: (ms) => ({ maxWallClock: toDuration(ms) }),
  stepTimeoutMs: (ms) => ({ stepTimeout: toDuration(ms) }),
  maxStepTimeouts: (maxStepTimeouts) => ({ maxStepTimeouts }),
  maxInvalidActions: (maxInvalidActions) => ({ maxInvalidActions }),
  maxObservationBytes: (maxObservationBytes) => ({ maxObservationBytes }),
  stepLatencyMs: (ms) => ({ stepLatency: toDuration(ms) }),
};
