import type { World } from "../kernel/world.ts";
import { MEMORY_HISTORY, type MemoryRow } from "./memory-history.ts";
import type { Process } from "./process.ts";
import { memoryLimitMiB, OOM_TIMER, SETTLE_TIMER } from "./process-keys.ts";

/** Sets a process's working set from now on, and plans the moment at which it would cross the container's limit. */
export const setMemory = (world: World, process: Process, mib: number, slopeMiBPerS: number): void => {
  const row: MemoryRow = { fromMs: world.nowMs(), process: process.key, mib: quantise(mib), slopeMiBPerS: quantise(slopeMiBPerS) };
  world.map<MemoryRow>(CURRENT).set(process.key, row);
  world.log<MemoryRow>(MEMORY_HISTORY).append(row);
  planOutOfMemory(world, process, row);
};

/** Plans anew when a process crosses its limit, after the limit was moved. */
export const watchMemory = (world: World, process: Process): void => {
  const row = world.map<MemoryRow>(CURRENT).get(process.key);
  if (row !== undefined) planOutOfMemory(world, process, { ...row, mib: memoryOf(world, process), fromMs: world.nowMs() });
};

/** Lets the working set move to a level over some time, then stay there. */
export const moveMemory = (world: World, process: Process, toMiB: number, overMs: number): void => {
  const fromMiB = memoryOf(world, process);
  setMemory(world, process, fromMiB, ((toMiB - fromMiB) * 1000) / overMs);
  world.setTimer(SETTLE_TIMER, process.key, world.nowMs() + overMs, { startedAtMs: process.startedAtMs, mib: toMiB });
};

/** Lets the working set grow from where it is, for as long as nothing else is said. */
export const growMemory = (world: World, process: Process, slopeMiBPerS: number): void => {
  world.clearTimer(SETTLE_TIMER, process.key);
  setMemory(world, process, memoryOf(world, process), slopeMiBPerS);
};

/** Working set in MiB at this instant. */
export const memoryOf = (world: World, process: Process): number => {
  const row = world.map<MemoryRow>(CURRENT).get(process.key);
  return row === undefined ? 0 : row.mib + (row.slopeMiBPerS * (world.nowMs() - row.fromMs)) / 1000;
};

/** The level that the working set is at or moves to. */
export const memoryGoal = (world: World, key: string): number | undefined => world.map<number>(GOAL).get(key);

/** Grows with every change of a level that a working set moves to. */
export const memoryGoalRevision = (world: World): number => world.map(GOAL).revision;

/** Records the level that the working set moves to. */
export const setMemoryGoal = (world: World, key: string, mib: number): void => world.map<number>(GOAL).set(key, mib);

/** Forgets the working set of a process that is gone. */
export const dropMemory = (world: World, process: Process): void => {
  world.map<MemoryRow>(CURRENT).delete(process.key);
  world.map<number>(GOAL).delete(process.key);
};

const CURRENT = "memory/current";
const GOAL = "memory/goal";

const planOutOfMemory = (world: World, process: Process, { mib, slopeMiBPerS }: MemoryRow): void => {
  const limit = memoryLimitMiB(process);
  if (limit === undefined || (mib < limit && slopeMiBPerS <= 0)) {
    world.clearTimer(OOM_TIMER, process.key);
    return;
  }
  const inMs = mib >= limit ? 0 : Math.ceil(((limit - mib) * 1000) / slopeMiBPerS);
  world.setTimer(OOM_TIMER, process.key, world.nowMs() + inMs, process.startedAtMs);
};

const quantise = (value: number): number => Number(value.toPrecision(6));
