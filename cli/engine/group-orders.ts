import { digestJson, shortDigest } from "#core/digest.ts";
import type { Shard } from "../options/shard.ts";
import type { ChosenTask } from "../tasks/choose-tasks.ts";
import { given } from "../trajectories/given.ts";
import type { EpisodeOrder } from "./engine.ts";
import { toOrders, type WantedOptions } from "./play-orders.ts";

/** Plan of the episodes of each task. */
export interface GroupPlan extends WantedOptions {
  readonly policy: readonly string[];
  readonly repeats: number;
  readonly episodes: number;
  /** Number of rollouts from each state; 0: none. */
  readonly advantages: number;
  readonly reference: string;
  /** Share of the groups that is played, whose episodes have the ids that they have in the whole; missing: all. */
  readonly shard?: Shard;
}

/** Orders by group: each task is played by every policy, so many times, one after the other. */
export const toGroupOrders = (tasks: readonly ChosenTask[], plan: GroupPlan, idPrefix: string): readonly EpisodeOrder[] => {
  const { advantages, reference, shard = { index: 0, of: 1 } } = plan;
  const groupSize = plan.policy.length * plan.repeats;
  return tasks
    .flatMap((task) => {
      const groupId = `g-${shortDigest(digestJson([task.uri, task.seed]))}`;
      return plan.policy.flatMap((policy) =>
        Array.from({ length: plan.repeats }, (_, sample) => ({
          ...toOrders([task], { ...plan, policy }, () => "")[0]!,
          groupId,
          sample,
          ...given("valuation", advantages === 0 ? undefined : { reference, rollouts: advantages }),
        })),
      );
    })
    .slice(0, plan.episodes)
    .map((order, i) => ({ ...order, episodeId: `${idPrefix}-${String(i).padStart(8, "0")}` }))
    .filter((_, i) => Math.floor(i / groupSize) % shard.of === shard.index);
};

/** Number of tasks that a plan needs. */
export const countTasks = ({ episodes, policy, repeats }: GroupPlan): number => Math.ceil(episodes / (policy.length * repeats));

/** Beginning of the ids of a plan's episodes. */
export const idPrefixOf = (plan: unknown): string => digestJson(plan).slice("sha256:".length, "sha256:".length + 12);
