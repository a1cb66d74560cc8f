import { Worker } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import { createWorkerPool, type WorkerPool } from "./worker-pool.ts";

const entry = (idle = "async () => false") => `
  import { parentPort, threadId, workerData } from "node:worker_threads";
  import { answerCalls } from ${JSON.stringify(new URL("./answer-calls.ts", import.meta.url).href)};
  import { DrillError } from ${JSON.stringify(new URL("../../../core/drill-error.ts", import.meta.url).href)};
  import { createTurns } from ${JSON.stringify(new URL("./take-turns.ts", import.meta.url).href)};
  import { noteTurns } from ${JSON.stringify(new URL("./turn-board.ts", import.meta.url).href)};
  const turns = createTurns(undefined, noteTurns(workerData));
  answerCalls(parentPort, {
    echo: async (value) => ({ value, threadId }),
    refuse: async () => { throw new DrillError("TASK_UNKNOWN", "no such task", { metadata: { uri: "x" } }); },
    break: async () => { throw new TypeError("secret"); },
    die: async () => process.exit(3),
    spin: async () => { for (;;); },
    sleep: async (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
    pace: async (ms) => { for (const end = performance.now() + ms; performance.now() < end; ) await turns.take(); },
  }, ${idle}, () => undefined, turns);
`;

const pools: WorkerPool[] = [];
const workers: Worker[] = [];
const make = (threads: number, lost: string[] = [], stallMs?: number, idle?: string): WorkerPool => {
  const pool = createWorkerPool({
    threads,
    start: (_index, workerData) => {
      const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(entry(idle))}`), { workerData });
      workers.push(worker);
      return worker;
    },
    onLost: ({ keys, inFlight, underWay }) =>
      lost.push(...keys, ...inFlight.map(({ method }) => method), ...(underWay === undefined ? [] : [`by ${underWay.method}`])),
    ...(stallMs === undefined ? {} : { stallMs, overrunMs: stallMs }),
  });
  pools.push(pool);
  return pool;
};
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

type Echo = { readonly value: number; readonly threadId: number };

test("keys spread over threads and stay where they are", async () => {
  const pool = make(2);
  const calls = await Promise.all(["a", "b", "c", "d", "a"].map((key, i) => pool.call<Echo>(key, "echo", i)));
  expect(calls.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4]);
  expect(new Set(calls.map(({ threadId }) => threadId)).size).toBe(2);
  expect(calls[4]?.threadId).toBe(calls[0]?.threadId);
});

test("a copy lives beside its parent, and equal starts keep together", async () => {
  const pool = make(2);
  const threadOf = async (key: string) => (await pool.call<Echo>(key, "echo", 0)).threadId;
  pool.place("a", { kinds: ["k"] });
  pool.place("b", { kinds: ["k"] });
  pool.place("child", { beside: "b" });
  expect(await threadOf("b")).toBe(await threadOf("a"));
  expect(await threadOf("child")).toBe(await threadOf("a"));
});

test("members of a group live in one thread, groups beside each other in several, and a very large group in all", async () => {
  const pool = make(2);
  const threadOf = async (key: string) => (await pool.call<Echo>(key, "echo", 0)).threadId;
  const threadsOf = async (group: string, size: number): Promise<ReadonlySet<number>> => {
    const keys = Array.from({ length: size }, (_, i) => `${group} ${i}`);
    for (const key of keys) pool.place(key, { kinds: [group] });
    return new Set(await Promise.all(keys.map(threadOf)));
  };
  const [first, second] = [await threadsOf("one", 16), await threadsOf("two", 16)];
  expect([first.size, second.size]).toEqual([1, 1]);
  expect(second).not.toEqual(first);
  expect((await threadsOf("three", 64)).size).toBe(2);
});

test("keys that share a second kind keep together unless their thread has more to do than another", async () => {
  const pool = make(2);
  const threadOf = async (key: string) => (await pool.call<Echo>(key, "echo", 0)).threadId;
  const keys = ["1", "2", "3", "4", "5", "6"];
  for (const key of keys) pool.place(key, { kinds: [`incident ${key}`, "baseline"] });
  const threads = await Promise.all(keys.map(threadOf));
  expect(threads.map((thread) => thread === threads[0])).toEqual([true, true, true, true, true, false]);
});

test("failures keep their code, and causes stay in the thread", async () => {
  const pool = make(1);
  await expect(pool.call("a", "refuse", null)).rejects.toMatchObject({ code: "TASK_UNKNOWN", metadata: { uri: "x" } });
  const bug = await pool.call("a", "break", null).catch((cause: unknown) => cause);
  expect(bug).toMatchObject({ code: "BUG" });
  expect(JSON.stringify(bug)).not.toContain("secret");
});

test("a thread that dies loses its keys only, tells what it was at, and another takes its place", async () => {
  const lost: string[] = [];
  const pool = make(2, lost);
  await Promise.all([pool.call("a", "echo", 0), pool.call("b", "echo", 0)]);
  await expect(pool.call("a", "die", null)).rejects.toMatchObject({ code: "SLOT_LOST" });
  expect(lost).toEqual(["a", "die", "by die"]);
  expect((await pool.call<Echo>("b", "echo", 7)).value).toBe(7);
  await expect.poll(() => pool.call<Echo>("c", "echo", 8).then(({ value }) => value)).toBe(8);
});

test("a thread that hangs is taken for dead", async () => {
  const lost: string[] = [];
  const pool = make(1, lost, 300);
  await pool.call("a", "echo", 0);
  await expect(pool.call("a", "spin", null)).rejects.toMatchObject({ code: "SLOT_LOST" });
  expect(lost).toEqual(["a", "spin", "by spin"]);
});

test("a thread that does not answer because nobody works is not dead", async () => {
  const lost: string[] = [];
  const pool = make(1, lost, 1_000);
  await pool.call("a", "echo", 0);
  await pool.call("a", "sleep", 2_500);
  expect(lost).toEqual([]);
});

test("a thread that works in turns, or waits while others of the process take the processor, does not overrun", async () => {
  const lost: string[] = [];
  const pool = make(2, lost, 700);
  await Promise.all(["a", "b"].map((key) => pool.call(key, "echo", 0)));
  await Promise.all([pool.call("a", "pace", 2_000), pool.call("b", "sleep", 2_000)]);
  expect(lost).toEqual([]);
});

test("of the calls that a thread has not answered, the one whose turn it was is told", async () => {
  const lost: string[] = [];
  const pool = make(1, lost, 300);
  await pool.call("a", "echo", 0);
  const calls = ["pace", "spin", "echo"].map((method) => pool.call("a", method, 60_000));
  for (const { status } of await Promise.allSettled(calls)) expect(status).toBe("rejected");
  expect(lost).toEqual(["a", "pace", "spin", "echo", "by spin"]);
});

test("a kind that was called beforehand is placed on that thread, and kinds spread", async () => {
  const pool = make(2);
  const kinds = ["k", "l", "m", "n"];
  const called = await Promise.all(kinds.map(async (kind) => (await pool.callFor<Echo>([kind], "echo", 0)).threadId));
  for (const kind of kinds) pool.place(`key of ${kind}`, { kinds: [kind] });
  const placed = await Promise.all(kinds.map(async (kind) => (await pool.call<Echo>(`key of ${kind}`, "echo", 0)).threadId));
  expect(placed).toEqual(called);
  expect(called.map((thread) => called.filter((other) => other === thread).length)).toEqual([2, 2, 2, 2]);
});

test("a thread that nobody calls does its idle work piece by piece, and answers between two pieces", async () => {
  const idle = `(() => {
    let pieces = 0;
    return async () => {
      pieces += 1;
      parentPort.postMessage(JSON.stringify([{ n: -pieces }]));
      return pieces < 1_000_000;
    };
  })()`;
  const pool = make(1, [], undefined, idle);
  const pieces: number[] = [];
  await pool.call("a", "echo", 0);
  const worker = workers.at(-1);
  worker?.on("message", (text: string) => pieces.push(...(JSON.parse(text) as { n: number }[]).map(({ n }) => n)));
  await vi.waitFor(() => expect(pieces.length).toBeGreaterThan(3));
  expect((await pool.call<Echo>("a", "echo", 7)).value).toBe(7);
  const before = pieces.length;
  await vi.waitFor(() => expect(pieces.length).toBeGreaterThan(before + 3));
});
