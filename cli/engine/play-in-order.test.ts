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

test("a long job keeps its place alone: the others are used by those behind it", async () => {
  const ended: number[] = [];
  let release = (): void => undefined;
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const job = async (i: number): Promise<number> => {
    if (i === 0) await blocked;
    else await turn();
    ended.push(i);
    if (i === 8) release();
    return i;
  };
  const taken: number[] = [];
  const jobs = Array.from({ length: 9 }, (_, i) => i);
  expect(await playInOrder(jobs, 2, job, (result) => void taken.push(result))).toBe(true);
  expect([ended, taken]).toEqual([[...jobs.slice(1), 0], jobs]);
});

test("a job that fails stops the rest with its error", async () => {
  const fail = () => Promise.reject(new Error("no slot"));
  await expect(playInOrder([1, 2], 1, fail, () => undefined)).rejects.toThrow("no slot");
});

test("an abort stops at once: the running job is not waited for and no other is started", async () => {
  const controller = new AbortController();
  const started: number[] = [];
  const taken: number[] = [];
  const job = (i: number) => {
    started.push(i);
    return i === 2 ? new Promise<number>(() => controller.abort()) : Promise.resolve(i);
  };
  expect(await playInOrder([0, 1, 2, 3], 1, job, (result) => void taken.push(result), controller.signal)).toBe(false);
  expect({ started, taken }).toEqual({ started: [0, 1, 2], taken: [0, 1] });
});
