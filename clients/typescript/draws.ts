import type { Draw__Output } from "#proto/gen/kubedrill/v1/Draw.ts";
import type { SampleTasksRequest } from "#proto/gen/kubedrill/v1/SampleTasksRequest.ts";
import type { SampleTasksResponse__Output } from "#proto/gen/kubedrill/v1/SampleTasksResponse.ts";
import { type SamplerOptions, samplerIn, type TaskFilter, toWireFilter } from "./task-filter.ts";
import { type Members, writeMembers } from "./write-members.ts";

/** Options of drawing tasks and seeds. */
export interface SampleOptions extends SamplerOptions {
  readonly filter?: TaskFilter;
  /** Number of draws. Missing: 1. */
  readonly n?: number;
  /** Members per group. Missing: 1. */
  readonly repeats?: number;
}

/** Draws, and the cursor of the next ones. */
export interface Draws {
  readonly draws: readonly Draw[];
  readonly cursor: string;
  readonly seed: bigint;
}

/** A task with the seed to play it with: options of a reset as they are, or with others beside them. */
export interface Draw {
  readonly seed: bigint;
  readonly groupId: string;
  readonly probability: number;
  /** Fact that spells the answer; never to be shown to an agent. */
  readonly spoilers: { readonly taskUri: string };
}

/** Builds a request for draws. */
export const toSampleRequest = (options: SampleOptions): SampleTasksRequest => writeMembers("sampleTasks", SAMPLE, options);

/** Converts the reply. */
export const readDraws = ({ draws = [], cursor = "", seed = "0" }: SampleTasksResponse__Output): Draws => ({
  draws: draws.map(readDraw),
  cursor,
  seed: BigInt(seed),
});

const SAMPLE: Members<SampleOptions, SampleTasksRequest> = {
  filter: (filter) => ({ filter: toWireFilter(filter) }),
  kind: samplerIn,
  seed: samplerIn,
  cursor: samplerIn,
  weights: samplerIn,
  curriculumId: samplerIn,
  n: (n) => ({ n }),
  repeats: (repeats) => ({ repeats }),
};

const readDraw = (wire: Draw__Output): Draw => ({
  seed: BigInt(wire.seed ?? 0),
  groupId: wire.groupId ?? "",
  probability: wire.probability ?? 0,
  spoilers: { taskUri: wire.taskUri ?? "" },
});
