import { Worker } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import { createWorkerPool, type WorkerPool } from "#pool/backends/sim/worker-pool.ts";
import type { ThreadMemory } from "../host/thread-memory.ts";
import { readMemories } from "./read-memories.ts";

const memoryOf = (shareBytes: number): ThreadMemory => ({
  heap: { live: 1, used: 2, reserved: 3, external: 4 },
  shareBytes,
  keptBytes: { variants: 5, starts: 6, courses: 7 },
  kept: { variants: 1, starts: 2 },
  keptBytesMax: 8,
  worlds: { warm: 9, own: 10, boot: 11 },
});

/** A thread whose share is 100 more with each look, and which does not answer after it was told to be busy. */
const ENTRY = `
  import { parentPort } from "node:worker_threads";
  import { answerCalls } from ${JSON.stringify(new URL("../../pool/backends/sim/answer-calls.ts", import.meta.url).href)};
  let shareBytes = 0;
  answerCalls(parentPort, {
    memory: async () => ({ ...${JSON.stringify(memoryOf(0))}, shareBytes: (shareBytes += 100) }),
    spin: async () => { for (;;); },
  }, async () => false, () => undefined);
`;

let pool: WorkerPool | undefined;
afterEach(async () => await pool?.close());
const start = (threads: number): WorkerPool => {
  const url = new URL(`data:text/javascript,${encodeURIComponent(ENTRY)}`);
  pool = createWorkerPool({ threads, start: () => new Worker(url), onLost: () => undefined });
  return pool;
};

const sharesOf = async (read: ReturnType<typeof readMemories>) =>
  Object.fromEntries([...(await read())].map(([thread, { shareBytes }]) => [thread, shareBytes]));

test("the memory of each thread is read by its number, and that of the main one", async () => {
  const read = readMemories(() => memoryOf(7), start(2));
  await vi.waitFor(async () => expect(Object.keys(await sharesOf(read))).toEqual(["0", "1", "main"]));
  const [first, second] = [await sharesOf(read), await sharesOf(read)];
  expect(second).toEqual({ main: 7, 0: (first[0] ?? 0) + 100, 1: (first[1] ?? 0) + 100 });
  expect(await sharesOf(readMemories(() => memoryOf(7), undefined))).toEqual({ main: 7 });
});

test("a busy thread is told of as it was when it last answered, and keeps nobody waiting", async () => {
  const threads = start(2);
  const read = readMemories(() => memoryOf(7), threads);
  await sharesOf(read);
  void threads.ask(1, "spin", undefined).catch(() => undefined);
  await vi.waitFor(async () => expect(await sharesOf(read)).toMatchObject({ main: 7, 1: 100 }), { timeout: 5_000 });
  expect((await sharesOf(read))[0]).toBeGreaterThan(100);
});
