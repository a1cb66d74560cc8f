import type { ToolCall } from "#core/tool-call.ts";
import type { Catalogue } from "#env/catalogue/catalogue-protocol.ts";
import type { ExcludedTarget } from "#env/catalogue/list-pairs.ts";
import type { EpisodeHost, EpisodeOptions } from "#env/host/episode-protocol.ts";
import type { EpisodeRecording } from "../trajectories/record-episode.ts";
import type { Provenance } from "../trajectories/trajectory.ts";

/** A place to play episodes: this process, or a server. */
export interface Engine {
  readonly host: EpisodeHost;
  readonly provenance: Provenance;
  /** Number of episodes that may run at once without waiting for each other. */
  readonly parallel: number;
  listTasks: (...filter: Parameters<Catalogue["list"]>) => Promise<ReturnType<Catalogue["list"]>>;
  /** Targets that faults cannot be applied to, with the reasons; missing: a server does not say. */
  listExcluded?: () => readonly ExcludedTarget[];
  sampleTasks: (...request: Parameters<Catalogue["sample"]>) => Promise<ReturnType<Catalogue["sample"]>>;
  /** Plans the calls of a scripted policy in an episode; needs what is wrong in it, which policies may know. */
  plan(order: EpisodeOrder): Promise<readonly ToolCall[]>;
  /** Plays one episode to its end, frees its slot and returns its record. @param signal stops what can be stopped, as a program is, when it is aborted */
  play(order: EpisodeOrder, signal?: AbortSignal): Promise<EpisodeRecording>;
  close(): Promise<void>;
}

/**
 * Number of episodes at once for each thread that plays them. A thread plays one world at a time; more in line keep it busy while others plan
 * and record, and while the episodes of one incident, which go to one thread, are played on another.
 */
export const EPISODES_PER_THREAD = 8;

/** One episode to play. */
export interface EpisodeOrder {
  readonly episodeId: string;
  readonly taskUri: string;
  readonly seed: string;
  readonly policy: string;
  /** Number of the episode among those of this policy with one task and seed, from which the policy's chance comes too. Missing: 0. */
  readonly sample?: number;
  /** Group of the episodes with one task and seed. */
  readonly groupId?: string;
  /** Options of the episode; what is missing is the task's. */
  readonly options?: Partial<EpisodeOptions>;
  /** Missing: the states of the episode are not valued. */
  readonly valuation?: ValuationOrder;
}

/** Valuation of the states of an episode, by so many episodes of a scripted agent from each. */
export interface ValuationOrder {
  readonly reference: string;
  readonly rollouts: number;
}
