import type { TaskInfo } from "../host/episode-protocol.ts";

/**
 * The seed by which the catalogue leases the slots in which it looks for targets, decimal.
 *
 * Each seed draws one of an app's baselines, so an episode of this one finds the catalogue's ready and has none to boot.
 */
export const CATALOGUE_SEED = "0";

/** All tasks that this server can play, as the servers of `env/server` see them. Listing, resolving and drawing have no side effect. */
export interface Catalogue {
  /** Digest of all tasks, injectors and rewards. */
  readonly digest: string;
  /** Tasks that fit, in a stable order. */
  list(filter: TaskFilter): readonly TaskInfo[];
  /**
   * The task of a URI; a part that is not pinned stays open until a seed is given.
   * @throws DrillError TASK_UNKNOWN or TASK_DIGEST_MISMATCH, with the reason
   */
  resolve(uri: string): TaskInfo;
  /** Like resolve, for those who ask whether there is such a task. */
  find(uri: string): TaskInfo | undefined;
  /** Seeded draws: equal request, equal reply. No fitting task gives no draws. */
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

/** How to draw. */
export interface SampleRequest {
  readonly filter: TaskFilter;
  readonly kind: "UNIFORM" | "SHUFFLED" | "SEQUENTIAL" | "WEIGHTED" | "CURRICULUM";
  /** Seed of the draw, decimal. */
  readonly seed: string;
  /** Number of draws. */
  readonly n: number;
  /** Where a former reply ended; missing: the start. */
  readonly cursor?: string;
  /** Members per group: each draw is given so many times in a row, with one group id and one seed. */
  readonly repeats: number;
  /** Weight by tag, for WEIGHTED; missing tags weigh 1. */
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
