import { totalmem } from "node:os";
import type { ServerConfig } from "./config.ts";

/** Shares of a server's memory, bytes. */
export interface MemoryShares {
  /** Share of the main thread: what it may have in use. */
  readonly mainBytes: number;
  /** Share of each thread that plays episodes. */
  readonly threadBytes: number;
}

/** Divides a server's memory: what is outside heaps, what is new in them and garbage are taken off first. */
export const shareMemory = ({ memoryMiB, threads }: Pick<ServerConfig, "memoryMiB" | "threads">): MemoryShares => {
  const usedMiB = (memoryMiB - OUTSIDE_MIB - YOUNG_MIB * (threads + 1)) / RESERVED_PER_USED;
  const mainMiB = threads === 0 ? usedMiB : Math.min(MAIN_MIB, usedMiB / (threads + 1));
  const bytes = (mib: number): number => Math.floor(mib * 2 ** 20);
  return { mainBytes: bytes(mainMiB), threadBytes: threads === 0 ? 0 : bytes((usedMiB - mainMiB) / threads) };
};

/** Returns the memory of a server that is given none, MiB: room for the variants and starts of a long training, in half of the machine if that is enough. */
export const defaultMemoryMiB = (threads: number): number => {
  const machineMiB = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20;
  return Math.max(leastMemoryMiB(threads), Math.floor(Math.min(BASE_MIB + THREAD_MIB * Math.max(1, threads), machineMiB / 2)));
};

/** Returns the memory that a server needs to play at all, MiB. */
export const leastMemoryMiB = (threads: number): number =>
  Math.ceil(OUTSIDE_MIB + (YOUNG_MIB + USED_LEAST_MIB * RESERVED_PER_USED) * (threads + 1));

/** Growth of a heap by garbage before it is collected as a whole, as a part of what is in use. */
export const HEAP_GROWTH = 0.5;

/** Memory that a heap takes from the system, as a multiple of what is in use: while it is collected it grows further. */
const RESERVED_PER_USED = 1 + HEAP_GROWTH + 0.1;

/** Memory of the process outside heaps, as measured: programs, stacks, buffers, and what the C library does not give back. */
const OUTSIDE_MIB = 600;

/** Part of a heap in which objects come into being. */
const YOUNG_MIB = 32;

/** Need of the main thread: the tasks of all applications, and some variants from which scripted policies are planned. */
const MAIN_MIB = 192;

/** Need of a thread: its code, the tasks, and a variant with some starts. */
const USED_LEAST_MIB = 128;

const BASE_MIB = 512;
const THREAD_MIB = 1_024;
