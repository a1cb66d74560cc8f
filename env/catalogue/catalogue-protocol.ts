import type { TaskInfo } from "../host/episode-protocol.ts";

/**
 * Seed of the slots in which the catalogue looks for targets, decimal.
 *
 * Each seed selects one of an app's baselines, so an episode with this one uses the catalogue's and has none to boot.
 */
export const CATALOGUE_SEED = "0";

/** All tasks that this server can play, as the servers of `env/server` see them. Listing, resolving and drawing have no side effect. */
export interface Catalogue {
  /** Digest of all tasks, injectors and rewards. */
  readonly digest: string;
  /** Lists matching tasks, in a stable order. */
  list(filter: TaskFilter): readonly TaskInfo[];
  /**
   * Resolves a task URI; parts that are not pinned stay open until a seed is given.
   * @throws DrillError TASK_UNKNOWN or TASK_DIGEST_MISMATCH, with the reason
   */
  resolve(uri: string): TaskInfo;
  /** Resolves a task URI; undefined if there is no such task. */
  find(uri: string): TaskInfo | undefined;
  /** Draws tasks with seeds: equal requests give equal replies. Without a matching task there are no draws. */
  sample(request: SampleRequest): SampleReply;
}

/** Conditions on tasks, joined by AND. A missing part is no condition, except `splits`, which then is `["train"]`. */
export interface TaskFilter {
  readonly splits?: readonly string[];
  readonly tagsAll?: readonly string[];
  readonly tagsNone?: readonly string[];
  readonly difficultyMin?: number;
  readonly difficultyMax?: number;
  readonly backend?: string;
  readonly problemIds?: readonly string[];
}

/** Options of drawing tasks. */
export interface SampleRequest {
  readonly filter: TaskFilter;
  readonly kind: "BALANCED" | "UNIFORM" | "SHUFFLED" | "SEQUENTIAL" | "WEIGHTED" | "CURRICULUM";
  /** Seed of the draw, decimal. */
  readonly seed: string;
  /** Number of draws. */
  readonly n: number;
  /** Cursor at which the previous reply ended; missing: the start. */
  readonly cursor?: string;
  /** Members per group: each draw is repeated this many times in a row, with one group id and one seed. */
  readonly repeats: number;
  /** Weight by tag, for WEIGHTED, where a task weighs the sum of its tags' weights; missing tags have weight 1. */
  readonly weights: Readonly<Record<string, number>>;
}

export interface SampleReply {
  readonly draws: readonly TaskDraw[];
  readonly cursor: string;
  readonly seed: string;
}

export interface TaskDraw {
  readonly taskUri: string;
  /** Seed of the episode, decimal. */
  readonly seed: string;
  readonly groupId: string;
  readonly probability: number;
}
