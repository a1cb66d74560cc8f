import { expect, test } from "vitest";
import type { SampleRequest, TaskFilter } from "#env/catalogue/catalogue-protocol.ts";
import type { TaskInfo } from "#env/host/episode-protocol.ts";
import type { Engine } from "../engine/engine.ts";
import { chooseTasks, findTasks } from "./choose-tasks.ts";

const task = (problem: string): TaskInfo =>
  ({ uri: `kubedrill://shop/${problem}?target=service/cart`, tags: [`fault:${problem}`], split: "train" }) as unknown as TaskInfo;

const TASKS = ["scale-to-zero", "service-missing", "healthy"].map(task);

/** An engine that draws the same task again and again, at most so many at once, as a server does. */
const engineOf = (asked: SampleRequest[], perRequest = 10_000): Engine =>
  ({
    listTasks: async ({ problemIds }: TaskFilter) =>
      TASKS.filter(({ uri }) => problemIds === undefined || problemIds.some((id) => uri.includes(id))),
    sampleTasks: async (request: SampleRequest) => {
      asked.push(request);
      expect(request.n).toBeLessThanOrEqual(perRequest);
      const start = Number(request.cursor ?? 0);
      const draws = Array.from({ length: request.n }, (_, i) => ({
        taskUri: TASKS[0]?.uri,
        seed: `${start + i}`,
        groupId: "g",
        probability: 1,
      }));
      return { draws, cursor: `${start + request.n}`, seed: request.seed };
    },
  }) as unknown as Engine;

test("more tasks than a server draws at once are drawn page by page, as one sequence", async () => {
  const asked: SampleRequest[] = [];
  const chosen = await chooseTasks(engineOf(asked), {}, 1n, 25_000);
  expect(chosen.map(({ seed }) => seed)).toEqual(Array.from({ length: 25_000 }, (_, i) => `${i}`));
  expect(asked.map(({ n, cursor }) => [n, cursor])).toEqual([
    [10_000, undefined],
    [10_000, "10000"],
    [5_000, "20000"],
  ]);
});

test("tasks are drawn in balance unless another sampler is asked for", async () => {
  const asked: SampleRequest[] = [];
  await chooseTasks(engineOf(asked), {}, 1n, 1);
  await chooseTasks(engineOf(asked), { sampler: "shuffled" }, 1n, 1);
  expect(asked.map(({ kind }) => kind)).toEqual(["BALANCED", "SHUFFLED"]);
});

test("a misspelt fault is an error that suggests the right one, also beside a known fault", async () => {
  const message = /there is no problem "scale-to-zer"; did you mean scale-to-zero\?/;
  await expect(chooseTasks(engineOf([]), { fault: ["scale-to-zer"] }, 1n, 1)).rejects.toThrow(message);
  await expect(findTasks(engineOf([]), { fault: ["healthy", "scale-to-zer"] }, "train")).rejects.toThrow(message);
  await expect(findTasks(engineOf([]), { fault: ["nothing-like-it"] }, "train")).rejects.toThrow(
    /there is no problem "nothing-like-it"; `kubedrill/,
  );
});
