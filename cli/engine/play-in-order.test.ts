import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { playInOrder } from "./play-in-order.ts";

test("results come in the order of the jobs, however long each takes", async () => {
  const taken: number[] = [];
  const waitTurns = async (turns: number) => {
    for (let i = 0; i < turns; i++) await turn();
    return turns;
  };
  await playInOrder([5, 1, 3, 0], 3, waitTurns, (result) => void taken.push(result));
  expect(taken).toEqual([5, 1, 3, 0]);
});

test("no more jobs run at once than asked for", async () => {
  let running = 0;
  let most = 0;
  const job = async () => {
    most = Math.max(most, ++running);
    await turn();
    running--;
  };
  await playInOrder([1, 2, 3, 4, 5], 2, job, () => undefined);
  expect(most).toBe(2);
});

test("a job that fails stops the rest with its error", async () => {
  const fail = () => Promise.reject(new Error("no slot"));
  await expect(playInOrder([1, 2], 1, fail, () => undefined)).rejects.toThrow("no slot");
});
