import type { GenerateTrajectoriesRequest } from "#proto/gen/kubedrill/v1/GenerateTrajectoriesRequest.ts";
import type { GenerateTrajectoriesResponse__Output } from "#proto/gen/kubedrill/v1/GenerateTrajectoriesResponse.ts";
import { type SamplerOptions, samplerIn, type TaskFilter, toWireFilter } from "./task-filter.ts";
import { type Members, writeMembers } from "./write-members.ts";

/** Episodes to generate; what is missing is the server's choice. */
export interface GenerateOptions extends SamplerOptions {
  readonly filter?: TaskFilter;
  /** Number of episodes. Missing: 1. */
  readonly episodes?: number;
  /** Agents that play each task. Missing: `expert`. */
  readonly policies?: readonly string[];
  /** Episodes of each agent with one task and seed. Missing: 1. */
  readonly repeats?: number;
  /** `native`, `sft`, `prompt-completion`, `preference`, `rlds` or `atif`. Missing: `native`. */
  readonly format?: string;
  /** Episodes to leave out: `nextOffset` of the last row that had one. Missing: 0. */
  readonly offset?: number;
  readonly rewardProfile?: string;
  readonly maxSteps?: number;
  /** Rollouts from each state. Missing: 0, no advantages. */
  readonly advantages?: number;
  /** Agent that values states. Missing: `heuristic`. */
  readonly reference?: string;
}

/** A generated row. */
export interface GeneratedRow {
  readonly row: Readonly<Record<string, unknown>>;
  readonly split: string;
  /** Offset at which another stream goes on after this row; missing: in the middle of a group of episodes. */
  readonly nextOffset: number | undefined;
}

/** Writes options as a request. @throws TypeError for a member that is none of the options */
export const toGenerateRequest = (options: GenerateOptions): GenerateTrajectoriesRequest =>
  writeMembers("generateTrajectories", GENERATE, options);

const GENERATE: Members<GenerateOptions, GenerateTrajectoriesRequest> = {
  filter: (filter) => ({ filter: toWireFilter(filter) }),
  kind: samplerIn,
  seed: samplerIn,
  cursor: samplerIn,
  weights: samplerIn,
  curriculumId: samplerIn,
  episodes: (episodes) => ({ episodes }),
  policies: (policies) => ({ policies: [...policies] }),
  repeats: (repeats) => ({ repeats }),
  format: (format) => ({ format }),
  offset: (offset) => ({ offset }),
  rewardProfile: (rewardProfile) => ({ rewardProfile }),
  maxSteps: (maxSteps) => ({ maxSteps }),
  advantages: (advantages) => ({ advantages }),
  reference: (reference) => ({ reference }),
};

/** Reads a row. */
export const readRow = ({ rowJson = "{}", split = "", nextOffset }: GenerateTrajectoriesResponse__Output): GeneratedRow => ({
  row: JSON.parse(rowJson),
  split,
  nextOffset,
});
