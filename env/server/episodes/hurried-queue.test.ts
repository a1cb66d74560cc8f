import { expect, test } from "vitest";
import { createHurriedQueue } from "./hurried-queue.ts";

test("hurried tasks run first, in the order in which they were, and no more than agreed at a time", async () => {
  const queue = createHurriedQueue(2);
  const order: string[] = [];
  let running = 0;
  const tasks = ["a", "b", "c", "d", "e", "f"].map((name) =>
    queue.add(async () => {
      order.push(name);
      running += 1;
      expect(running).toBeLessThanOrEqual(2);
      await null;
      running -= 1;
    }),
  );
  for (const at of [4, 2, 4]) tasks[at]?.hurry();
  await Promise.all(tasks.map(({ done }) => done));
  tasks[0]?.hurry();
  expect(order.join("")).toBe("ecabdf");
});

test("a task that fails is told to its caller alone", async () => {
  const queue = createHurriedQueue(1);
  const [failed, next] = [queue.add(() => Promise.reject(new Error("no"))), queue.add(async () => undefined)];
  await expect(failed.done).rejects.toThrow("no");
  await next.done;
});
