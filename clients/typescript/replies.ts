import type { ActionResult__Output } from "#proto/gen/kubedrill/v1/ActionResult.ts";
import type { Ending__Output } from "#proto/gen/kubedrill/v1/Ending.ts";
import type { Limits__Output } from "#proto/gen/kubedrill/v1/Limits.ts";
import type { Observation__Output } from "#proto/gen/kubedrill/v1/Observation.ts";
import type { ObservationView__Output } from "#proto/gen/kubedrill/v1/ObservationView.ts";
import type { RewardComponent__Output } from "#proto/gen/kubedrill/v1/RewardComponent.ts";
import type { RewardReport__Output } from "#proto/gen/kubedrill/v1/RewardReport.ts";
import type { StepResponse__Output } from "#proto/gen/kubedrill/v1/StepResponse.ts";
import type { Task__Output } from "#proto/gen/kubedrill/v1/Task.ts";
import type { ToolProfile__Output } from "#proto/gen/kubedrill/v1/ToolProfile.ts";
import type { ToolSpec__Output } from "#proto/gen/kubedrill/v1/ToolSpec.ts";
import { fromDuration } from "./durations.ts";

/** Observation after `stepIndex` steps. */
export interface Observation {
  /** Views in the order of the request. */
  readonly views: readonly View[];
  /** Text for a language model: the body of view `text`; empty when that view was not requested. */
  readonly text: string;
  readonly stepIndex: number;
  readonly virtualMs: number;
  /** Steps before the limit; undefined: unlimited. */
  readonly stepsLeft: number | undefined;
  /** Virtual time before the limit; undefined: unlimited. */
  readonly virtualMsLeft: number | undefined;
}

/** One view: text, or JSON as text, cut at its limit. */
export interface View {
  readonly name: string;
  readonly mediaType: string;
  readonly body: string;
  readonly truncated: boolean;
  readonly originalBytes: number;
  readonly digest: string;
}

/** Result of an action; a failed tool is a result, never an exception. */
export interface ActionResult {
  readonly callId: string;
  readonly status: "OK" | "TOOL_ERROR" | "INVALID" | "DENIED" | "TIMEOUT" | "SKIPPED" | "UNSPECIFIED";
  readonly content: string;
  /** Undefined: no error. */
  readonly errorCode: string | undefined;
  /** Undefined: unknown. */
  readonly hadEffect: boolean | undefined;
  readonly truncated: boolean;
  readonly virtualCostMs: number;
}

/** A reward and its components: deltas in a step, sums since reset elsewhere. */
export interface Reward {
  /** Undefined: no valid score exists. That is not 0. */
  readonly reward: number | undefined;
  readonly components: readonly RewardComponent[];
  readonly returnSoFar: number | undefined;
  readonly profile: string;
  readonly profileDigest: string;
}

/** One component of a reward; value and contribution are undefined when it was not scored. */
export interface RewardComponent {
  readonly name: string;
  readonly value: number | undefined;
  readonly weight: number;
  readonly contribution: number | undefined;
  readonly status: "SCORED" | "SKIPPED" | "FAILED" | "UNSPECIFIED";
  readonly kind: "TERMINAL" | "PENALTY" | "METRIC" | "UNSPECIFIED";
  /** Undefined: none, or the caller lacks the scope of the split. */
  readonly detail: string | undefined;
}

/** Ending of an episode; exactly one of terminated and truncated is true. */
export interface Ending {
  readonly terminated: boolean;
  readonly truncated: boolean;
  readonly endReason: string;
  /** False: drop the sample. */
  readonly sampleValid: boolean;
  /** Undefined: not judged. */
  readonly success: boolean | undefined;
  readonly blame: string;
  /** Undefined: nothing failed. */
  readonly failureReason: string | undefined;
}

/** The reply to a step. */
export interface StepResult {
  readonly stepIndex: number;
  readonly observation: Observation;
  readonly results: readonly ActionResult[];
  readonly reward: Reward;
  readonly ending: Ending | undefined;
  readonly stateDigest: string;
  readonly replayed: boolean;
}

/** A task as trainers see it; only the `instruction` may be shown to an agent. Without the scope of its split its names and digest are empty. */
export interface Task {
  readonly publicId: string;
  readonly split: string;
  readonly difficulty: number;
  readonly backends: readonly string[];
  readonly instruction: string;
  readonly digest: string;
  readonly limits: Limits;
  readonly spoilers: Spoilers;
}

/** Facts that spell the answer of a task: its URI, title and tags. Never to be shown to an agent. */
export interface Spoilers {
  readonly uri: string;
  readonly title: string;
  readonly tags: readonly string[];
}

/** Limits in force; undefined: none. */
export interface Limits {
  readonly maxSteps: number | undefined;
  readonly maxVirtualMs: number | undefined;
  readonly maxWallMs: number | undefined;
  readonly stepTimeoutMs: number | undefined;
  readonly maxStepTimeouts: number | undefined;
  readonly maxInvalidActions: number | undefined;
  readonly maxObservationBytes: number | undefined;
  readonly stepLatencyMs: number | undefined;
}

/** A tool of the agent; its schema is a JSON Schema. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly mutating: boolean;
  readonly contentMaxBytes: number;
}

/** Tools, system prompt and limits of every episode with a tool profile; the prompt of its task comes with the reset. */
export interface ToolProfile {
  /** Empty: the profile of all tools. */
  readonly name: string;
  readonly tools: readonly Tool[];
  /** First message of a chat. */
  readonly systemPrompt: string;
  /** Limits of tasks that have none of their own. */
  readonly limits: Limits;
  /** Digest of the tools and the system prompt. */
  readonly digest: string;
}

/** Converts a reply to Step. */
export const readStep = (wire: StepResponse__Output): StepResult => ({
  stepIndex: wire.stepIndex ?? 0,
  observation: readObservation(wire.observation ?? {}),
  results: (wire.results ?? []).map(readResult),
  reward: readReward(wire.reward ?? {}),
  ending: readEnding(wire.ending),
  stateDigest: wire.stateDigest ?? "",
  replayed: wire.replayed ?? false,
});

/** Converts an observation. */
export const readObservation = (wire: Observation__Output): Observation => {
  const views = (wire.views ?? []).map(readView);
  return {
    views,
    text: views.find((view) => view.name === "text")?.body ?? "",
    stepIndex: wire.stepIndex ?? 0,
    virtualMs: fromDuration(wire.virtualTime) ?? 0,
    stepsLeft: wire.stepsLeft,
    virtualMsLeft: fromDuration(wire.virtualTimeLeft),
  };
};

const readView = (wire: ObservationView__Output): View => ({
  name: wire.name ?? "",
  mediaType: wire.mediaType ?? "",
  body: wire.text ?? wire.json ?? "",
  truncated: wire.truncated ?? false,
  originalBytes: Number(wire.originalBytes ?? 0),
  digest: wire.digest ?? "",
});

const readResult = (wire: ActionResult__Output): ActionResult => ({
  callId: wire.callId ?? "",
  status: plain(wire.status, "STATUS_") as ActionResult["status"],
  content: wire.content ?? "",
  errorCode: textOf(wire.errorCode),
  hadEffect: wire.hadEffect,
  truncated: wire.truncated ?? false,
  virtualCostMs: fromDuration(wire.virtualCost) ?? 0,
});

/** Converts a reward report. */
export const readReward = (wire: RewardReport__Output): Reward => ({
  reward: wire.reward,
  components: (wire.components ?? []).map(readComponent),
  returnSoFar: wire.returnSoFar,
  profile: wire.profile ?? "",
  profileDigest: wire.profileDigest ?? "",
});

const readComponent = (wire: RewardComponent__Output): RewardComponent => ({
  name: wire.name ?? "",
  value: wire.value,
  weight: wire.weight ?? 0,
  contribution: wire.contribution,
  status: plain(wire.status, "STATUS_") as RewardComponent["status"],
  kind: plain(wire.kind, "KIND_") as RewardComponent["kind"],
  detail: textOf(wire.detail),
});

/** Converts an ending; undefined while the episode runs. */
export const readEnding = (wire: Ending__Output | undefined): Ending | undefined =>
  wire && {
    terminated: wire.terminated ?? false,
    truncated: wire.truncated ?? false,
    endReason: plain(wire.endReason, "END_REASON_"),
    sampleValid: wire.sampleValid ?? false,
    success: wire.success,
    blame: plain(wire.blame, "BLAME_"),
    failureReason: textOf(wire.failureReason),
  };

/** Converts a task. */
export const readTask = (wire: Task__Output): Task => ({
  publicId: wire.publicId ?? "",
  split: wire.split ?? "",
  difficulty: wire.difficulty ?? 0,
  backends: (wire.backends ?? []).map((backend) => plain(backend, "BACKEND_").toLowerCase()),
  instruction: wire.instruction ?? "",
  digest: wire.digest ?? "",
  limits: readLimits(wire.limits ?? {}),
  spoilers: { uri: wire.spoilers?.uri ?? "", title: wire.spoilers?.title ?? "", tags: wire.spoilers?.tags ?? [] },
});

/** Converts limits. */
export const readLimits = (wire: Limits__Output): Limits => ({
  maxSteps: wire.maxSteps,
  maxVirtualMs: fromDuration(wire.maxVirtualTime),
  maxWallMs: fromDuration(wire.maxWallClock),
  stepTimeoutMs: fromDuration(wire.stepTimeout),
  maxStepTimeouts: wire.maxStepTimeouts,
  maxInvalidActions: wire.maxInvalidActions,
  maxObservationBytes: wire.maxObservationBytes,
  stepLatencyMs: fromDuration(wire.stepLatency),
});

/** Converts a tool. */
export const readTool = (wire: ToolSpec__Output): Tool => ({
  name: wire.name ?? "",
  description: wire.description ?? "",
  inputSchema: JSON.parse(wire.inputSchemaJson || "{}") as Record<string, unknown>,
  mutating: wire.mutating ?? false,
  contentMaxBytes: wire.contentMaxBytes ?? 0,
});

/** Converts a tool profile. */
export const readToolProfile = (wire: ToolProfile__Output): ToolProfile => ({
  name: wire.name ?? "",
  tools: (wire.tools ?? []).map(readTool),
  systemPrompt: wire.systemPrompt ?? "",
  limits: readLimits(wire.limits ?? {}),
  digest: wire.digest ?? "",
});

/** A text that may be missing: on the wire an empty one means that. */
const textOf = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

/** Strips the prefix of an enum value; an unset one is the default, UNSPECIFIED. */
const plain = (value: string | undefined, prefix: string): string => (value ?? `${prefix}UNSPECIFIED`).slice(prefix.length);
