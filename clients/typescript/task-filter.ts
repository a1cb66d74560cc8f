import type { Sampler } from "#proto/gen/kubedrill/v1/Sampler.ts";
import type { TaskFilter as WireFilter } from "#proto/gen/kubedrill/v1/TaskFilter.ts";
import { BACKENDS, type Backend } from "./backend.ts";
import { type Members, writeMembers } from "./write-members.ts";

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

/** Order and seed in which tasks are drawn. */
export interface SamplerOptions {
  /** Missing: balanced. */
  readonly kind?: "balanced" | "uniform" | "shuffled" | "sequential" | "weighted" | "curriculum";
  /** Missing: drawn by the server and returned. */
  readonly seed?: bigint;
  /** Cursor of earlier draws, from which to go on. Missing: the start. */
  readonly cursor?: string;
  /** Weight by tag, for `weighted`. */
  readonly weights?: Readonly<Record<string, number>>;
  /** State of a learner, for `curriculum`. */
  readonly curriculumId?: string;
}

/** Converts a task filter. */
export const toWireFilter = (filter: TaskFilter): WireFilter => writeMembers("a filter", FILTER, filter);

/** Converts the order and seed of draws. */
export const toWireSampler = (sampler: SamplerOptions): Sampler => writeMembers("a sampler", SAMPLER, sampler);

/** Writes the sampler of a request whose options hold it beside others. */
export const samplerIn = (_: unknown, options: SamplerOptions): { readonly sampler: Sampler } => ({
  sampler: toWireSampler(Object.fromEntries(SAMPLER_NAMES.map((name) => [name, options[name]]))),
});

const FILTER: Members<TaskFilter, WireFilter> = {
  splits: (splits) => ({ splits: [...splits] }),
  tagsAll: (tagsAll) => ({ tagsAll: [...tagsAll] }),
  tagsNone: (tagsNone) => ({ tagsNone: [...tagsNone] }),
  difficultyMin: (difficultyMin) => ({ difficultyMin }),
  difficultyMax: (difficultyMax) => ({ difficultyMax }),
  backend: (backend) => ({ backend: BACKENDS[backend] }),
  problemIds: (problemIds) => ({ problemIds: [...problemIds] }),
};

const SAMPLER: Members<SamplerOptions, Sampler> = {
  kind: (kind) => ({ kind: `KIND_${kind.toUpperCase() as Uppercase<typeof kind>}` }),
  seed: (seed) => ({ seed: seed.toString() }),
  cursor: (cursor) => ({ cursor }),
  weights: (weights) => ({ weights }),
  curriculumId: (curriculumId) => ({ curriculumId }),
};

const SAMPLER_NAMES = Object.keys(SAMPLER) as (keyof SamplerOptions)[];
