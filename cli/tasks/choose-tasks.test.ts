import { expect, test } from "vitest";
import type { SampleRequest, TaskFilter } from "#env/catalogue/catalogue-protocol.ts";
import type { TaskInfo } from "#env/host/episode-protocol.ts";
import type { Engine } from "../engine/engine.ts";
import { chooseTasks, findTasks, type TaskChoice } from "./choose-tasks.ts";

const task = (problem: string): TaskInfo =>
  ({
    uri: `kubedrill://shop/${problem}?target=service/cart`,
    tags: [`fault:${problem}`, "app:shop"],
    split: "train",
  }) as unknown as TaskInfo;

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

test.each<[TaskChoice, string]>([
  [{ app: "shopp" }, 'there is no app "shopp"; did you mean shop? `kubedrill apps` lists all'],
  [{ target: ["service/car"] }, 'there is no target "service/car"; did you mean service/cart? `kubedrill tasks --split all` lists all'],
  [{ tags: ["app:sho"] }, 'there is no tag "app:sho"; did you mean app:shop? `kubedrill tasks --split all --json` lists all'],
])("a misspelt name is an error that suggests the right one: %j", async (choice, says) => {
  await expect(chooseTasks(engineOf([]), choice, 1n, 1)).rejects.toThrow(says);
  await expect(findTasks(engineOf([]), choice, "train")).rejects.toThrow(says);
});

test("names that exclude each other are listed as they were given", async () => {
  const choice = { app: "shop", fault: ["healthy"], target: ["service/cart"], split: "eval", seed: 1n };
  const none = { ...engineOf([]), sampleTasks: async () => ({ draws: [], cursor: "", seed: "1" }) };
  await expect(chooseTasks(none, { app: "shop", split: "eval" }, 1n, 1)).rejects.toThrow("no task fits --app shop --split eval; see");
  const engine = { ...engineOf([]), listTasks: async ({ splits }: TaskFilter) => (splits?.length === 1 ? [] : TASKS) };
  await expect(chooseTasks(engine, choice, 1n, 1)).rejects.toThrow(
    "no task fits --app shop --fault healthy --target service/cart --split eval; see",
  );
});
