import { expect, test } from "vitest";
import { type GroupPlan, toGroupOrders } from "./group-orders.ts";

const PLAN: GroupPlan = { policy: ["expert", "noop"], repeats: 2, episodes: 26, advantages: 0, reference: "heuristic" };
const TASKS = Array.from({ length: 7 }, (_, i) => ({ uri: `kubedrill://app/task-${i}`, seed: `${i}` }));

test("shards together have the episodes of the whole, each once, with its id, and no group is in two of them", () => {
  const whole = toGroupOrders(TASKS, PLAN, "run");
  expect(whole).toHaveLength(26);
  const shards = [0, 1, 2].map((index) => toGroupOrders(TASKS, { ...PLAN, shard: { index, of: 3 } }, "run"));
  expect(shards.flat().toSorted((a, b) => (a.episodeId < b.episodeId ? -1 : 1))).toEqual(whole);
  expect(shards.map(({ length }) => length)).toEqual([10, 8, 8]);
  const groups = shards.map((orders) => new Set(orders.map(({ groupId }) => groupId)));
  expect(groups.map(({ size }) => size)).toEqual([3, 2, 2]);
  expect(new Set(groups.flatMap((ids) => [...ids])).size).toBe(7);
});
