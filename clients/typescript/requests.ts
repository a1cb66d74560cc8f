import type { Limits as WireLimits } from "#proto/gen/kubedrill/v1/Limits.ts";
import type { ResetRequest } from "#proto/gen/kubedrill/v1/ResetRequest.ts";
import type { Sampler } from "#proto/gen/kubedrill/v1/Sampler.ts";
import type { TaskFilter as WireFilter } from "#proto/gen/kubedrill/v1/TaskFilter.ts";
import type { TaskSelector } from "#proto/gen/kubedrill/v1/TaskSelector.ts";
import type { ViewRequest as WireView } from "#proto/gen/kubedrill/v1/ViewRequest.ts";
import { toDuration } from "./durations.ts";
import { mintEpisodeId } from "./ids.ts";
import type { Limits } from "./replies.ts";

/** Options of a reset: the task and how to play it; a missing one leaves the server's default. */
export interface ResetOptions {
  /** Task URI. Missing: a draw by `filter`, whose own default is split `train`. */
  readonly task?: string;
  readonly filter?: TaskFilter;
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
  readonly admission?: "wait" | "fail-fast" | "defer";
  /** A finished episode of this client, to be closed first. */
  readonly replacesEpisodeId?: string;
  readonly backend?: Backend;
  readonly toolProfile?: string;
  /** Treatment of the limits of steps and time: a graded end, or a truncation without a grade. Missing: graded. */
  readonly timeLimit?: "graded" | "truncated";
  readonly labels?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A backend: simulated, namespaces of a real cluster, or a kind cluster. */
export type Backend = "sim" | "namespaces" | "kind";

/** A requested view. */
export interface ViewRequest {
  readonly name: string;
  readonly maxBytes?: number;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Conditions on tasks, joined by AND. */
export interface TaskFilter {
  /** `train`, `eval`, `holdout`, or `all`. Missing: `train`. */
  readonly splits?: readonly string[];
  readonly tagsAll?: readonly string[];
  readonly tagsNone?: readonly string[];
  readonly difficultyMin?: number;
  readonly difficultyMax?: number;
  readonly backend?: Backend;
  readonly problemIds?: readonly string[];
}

/** Options of drawing tasks and seeds. */
export interface SampleOptions {
  readonly filter?: TaskFilter;
  readonly kind?: "balanced" | "uniform" | "shuffled" | "sequential" | "weighted" | "curriculum";
  /** Missing: drawn by the server and returned. */
  readonly seed?: bigint;
  readonly cursor?: string;
  readonly weights?: Readonly<Record<string, number>>;
  /** Number of draws. Missing: 1. */
  readonly n?: number;
  /** Members per group. Missing: 1. */
  readonly repeats?: number;
}

/** Builds a Reset request; creates an episode id if none is given. */
export const toResetRequest = (options: ResetOptions): ResetRequest => ({
  episodeId: options.episodeId ?? mintEpisodeId(),
  ...given("task", toSelector(options)),
  ...given("seed", options.seed?.toString()),
  ...given("groupId", options.groupId),
  ...given("rewardProfile", options.rewardProfile),
  ...given("rewardWeights", options.rewardWeights),
  ...given("views", options.views && toWireViews(options.views)),
  ...given("limits", options.limits && toWireLimits(options.limits)),
  ...given("leaseTtl", options.leaseTtlMs === undefined ? undefined : toDuration(options.leaseTtlMs)),
  ...given("admission", options.admission && { mode: ADMISSION_MODES[options.admission] }),
  ...given("replacesEpisodeId", options.replacesEpisodeId),
  ...given("backend", options.backend && BACKENDS[options.backend]),
  ...given("toolProfile", options.toolProfile),
  ...given("timeLimit", options.timeLimit),
  ...given("labels", options.labels),
  ...given("optionsJson", options.options && JSON.stringify(options.options)),
});

const ADMISSION_MODES = { wait: "MODE_WAIT", "fail-fast": "MODE_FAIL_FAST", defer: "MODE_DEFER" } as const;
const BACKENDS = { sim: "BACKEND_SIM", namespaces: "BACKEND_NAMESPACES", kind: "BACKEND_KIND" } as const;

const toSelector = ({ task, filter }: ResetOptions): TaskSelector | undefined => {
  if (task !== undefined) return { taskUri: task };
  return filter && { draw: { filter: toWireFilter(filter) } };
};

/** Converts requested views. */
export const toWireViews = (views: readonly (string | ViewRequest)[]): WireView[] =>
  views.map((view) => {
    if (typeof view === "string") return { name: view };
    return { name: view.name, ...given("maxBytes", view.maxBytes), ...given("paramsJson", view.params && JSON.stringify(view.params)) };
  });

/** Converts a task filter. */
export const toWireFilter = (filter: TaskFilter): WireFilter => ({
  splits: [...(filter.splits ?? [])],
  tagsAll: [...(filter.tagsAll ?? [])],
  tagsNone: [...(filter.tagsNone ?? [])],
  problemIds: [...(filter.problemIds ?? [])],
  ...given("difficultyMin", filter.difficultyMin),
  ...given("difficultyMax", filter.difficultyMax),
  ...given("backend", filter.backend && BACKENDS[filter.backend]),
});

/** Converts the options of drawing. */
export const toWireSampler = (options: SampleOptions): Sampler => ({
  kind: `KIND_${(options.kind ?? "balanced").toUpperCase() as Uppercase<NonNullable<SampleOptions["kind"]>>}`,
  ...given("seed", options.seed?.toString()),
  ...given("cursor", options.cursor),
  ...given("weights", options.weights),
});

const toWireLimits = (limits: NonNullable<ResetOptions["limits"]>): WireLimits => ({
  ...given("maxSteps", limits.maxSteps),
  ...given("maxVirtualTime", optionalDuration(limits.maxVirtualMs)),
  ...given("maxWallClock", optionalDuration(limits.maxWallMs)),
  ...given("stepTimeout", optionalDuration(limits.stepTimeoutMs)),
  ...given("maxStepTimeouts", limits.maxStepTimeouts),
  ...given("maxInvalidActions", limits.maxInvalidActions),
  ...given("maxObservationBytes", limits.maxObservationBytes),
  ...given("stepLatency", optionalDuration(limits.stepLatencyMs)),
});

const optionalDuration = (ms: number | undefined) => (ms === undefined ? undefined : toDuration(ms));

/** Returns an object with one member, or none if the value is undefined, since protobuf tells unset from empty. */
const given = <K extends string, V>(name: K, value: V | undefined): { readonly [P in K]?: V } =>
  (value === undefined ? {} : { [name]: value }) as { readonly [P in K]?: V };
