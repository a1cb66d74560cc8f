import { DrillError } from "#core/drill-error.ts";
import { canScoreHealthy } from "#rewards/effective-weights.ts";
import { REWARD_PROFILES, type RewardProfile } from "#rewards/profiles.ts";
import type { Catalogue, TaskFilter } from "../../catalogue/catalogue-protocol.ts";
import type { TaskInfo } from "../../host/episode-protocol.ts";
import type { ResetOrder } from "./episode-orders.ts";
import type { GroupStart } from "./group-book.ts";

/** A task with the seed to play it with. */
export interface ChosenTask {
  readonly task: TaskInfo;
  /** URI as requested, so that open parts stay open. */
  readonly uri: string;
  readonly seed: string;
}

/**
 * Chooses the task of a reset: the named one, or a draw; members of a group get the group's.
 *
 * @throws DrillError TASK_UNKNOWN, TASK_DIGEST_MISMATCH, BACKEND_CANNOT
 */
export const chooseTask = (catalogue: Catalogue, order: ResetOrder, group: GroupStart | undefined, drawSeed: () => string): ChosenTask => {
  const seed = order.seed ?? group?.seed ?? drawSeed();
  const uri = order.task.kind === "uri" ? withOptions(order.task.uri, order.params) : (group?.taskUri ?? drawTask(catalogue, order, seed));
  const task = catalogue.resolve(uri);
  if (order.backend !== undefined && !task.backends.includes(order.backend)) {
    throw new DrillError("BACKEND_CANNOT", `the task runs on ${task.backends.join(", ")}; this reset asks for ${order.backend}`);
  }
  return { task, uri, seed };
};

const drawTask = (catalogue: Catalogue, order: ResetOrder, seed: string): string => {
  if (order.task.kind !== "draw") return order.task.uri;
  const { filter, sampler } = order.task;
  const { draws } = catalogue.sample({ ...sampler, filter: withoutHealthy(filter, order), n: 1, repeats: 1, seed: sampler.seed ?? seed });
  const uri = draws[0]?.taskUri;
  if (uri === undefined) throw new DrillError("TASK_UNKNOWN", `no task fits the filter ${JSON.stringify(filter)}`);
  return withOptions(uri, order.params);
};

/** Leaves out the tasks in which nothing is wrong where only a repair is asked, which a Reset of one would refuse. */
const withoutHealthy = (filter: TaskFilter, { play }: ResetOrder): TaskFilter =>
  paysRepairsAlone(play) ? { ...filter, tagsNone: [...(filter.tagsNone ?? []), "healthy"] } : filter;

/** True if a reset's rewards cannot score a task in which nothing is wrong. */
export const paysRepairsAlone = ({ profile = "shaped", weights = {} }: ResetOrder["play"]): boolean => {
  const profiles: Readonly<Record<string, RewardProfile>> = REWARD_PROFILES;
  return !canScoreHealthy(Object.keys(weights).length > 0 ? weights : (profiles[profile]?.weights ?? {}));
};

const withOptions = (uri: string, options: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(options).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(renderOption(value))}`);
  return pairs.length === 0 ? uri : `${uri}${uri.includes("?") ? "&" : "?"}${pairs.sort().join("&")}`;
};

const renderOption = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
