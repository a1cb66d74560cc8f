import { setTimeout } from "node:timers/promises";
import type { WorkerPool } from "#pool/backends/sim/worker-pool.ts";
import type { ThreadMemory } from "../host/thread-memory.ts";

/** Memory of the threads of a process by name: `main`, and the numbers of those that play episodes. */
export type ReadMemories = () => Promise<ReadonlyMap<string, ThreadMemory>>;

/** Creates a reader of the memory of all threads; one that does not answer in time is told of as it was when it last did. */
export const readMemories = (readMain: () => ThreadMemory, pool: WorkerPool | undefined): ReadMemories => {
  const known = new Map<string, ThreadMemory>();
  const ask = async (index: number): Promise<void> => {
    const memory = await pool?.ask<ThreadMemory>(index, "memory", undefined);
    if (memory !== undefined) known.set(`${index}`, memory);
  };
  return async () => {
    known.set("main", readMain());
    const asked = Array.from({ length: pool?.threads ?? 0 }, (_, index) => ask(index).catch(() => undefined));
    await Promise.race([Promise.all(asked), setTimeout(PATIENCE_MS, undefined, { ref: false })]);
    return new Map(known);
  };
};

/** Time for which an answer is waited for, ms: a thread takes turns of 10 ms, and some work has none. */
const PATIENCE_MS = 1_000;
