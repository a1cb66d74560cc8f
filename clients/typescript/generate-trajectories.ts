import type { GenerateTrajectoriesRequest } from "#proto/gen/kubedrill/v1/GenerateTrajectoriesRequest.ts";
import type { GenerateTrajectoriesResponse__Output } from "#proto/gen/kubedrill/v1/GenerateTrajectoriesResponse.ts";
import { type SampleOptions, toWireFilter, toWireSampler } from "./requests.ts";

/** Episodes to generate; what is missing is the server's choice. */
export interface GenerateOptions extends Pick<SampleOptions, "filter" | "kind" | "seed"> {
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

/** Writes options as a request. */
export const toGenerateRequest = ({
  filter = {},
  kind,
  seed,
  policies = [],
  ...options
}: GenerateOptions): GenerateTrajectoriesRequest => ({
  ...options,
  policies: [...policies],
  filter: toWireFilter(filter),
  sampler: toWireSampler({ ...(kind === undefined ? {} : { kind }), ...(seed === undefined ? {} : { seed }) }),
});

/** Reads a row. */
export const readRow = ({ rowJson = "{}", split = "", nextOffset }: GenerateTrajectoriesResponse__Output): GeneratedRow => ({
  row: JSON.parse(rowJson),
  split,
  nextOffset,
});
