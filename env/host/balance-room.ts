import { constants, type NodeGCPerformanceDetail, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { MemoryRoom } from "#pool/memory/memory-room.ts";

/** A thread's memory under control. */
export interface BalancedRoom {
  /** Memory that was in use after the last full collection, bytes; 0 before the first. */
  liveBytes(): number;
  stop(): void;
}

/**
 * Keeps what the calling thread uses within a share: after each full collection, which tells what is in use without garbage, its room
 * is made as large as keeps the thread there. So estimates of sizes decide what goes first, and not how much is kept in the end.
 */
export const balanceRoom = (room: MemoryRoom, shareBytes: number): BalancedRoom => {
  let liveBytes = 0;
  room.resize(shareBytes);
  const observer = new PerformanceObserver((list) => {
    if (!list.getEntries().some(isFullCollection)) return;
    liveBytes = usedBytes();
    const { variants, starts } = room.kept().bytes;
    room.resize(boundAfter({ shareBytes, liveBytes, keptBytes: variants + starts }));
  });
  observer.observe({ entryTypes: ["gc"] });
  return { liveBytes: () => liveBytes, stop: () => observer.disconnect() };
};

const isFullCollection = (entry: PerformanceEntry & { readonly detail?: NodeGCPerformanceDetail }): boolean =>
  entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;

const usedBytes = (): number => {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
};

/** Memory of a thread after a collection, bytes. */
interface Balance {
  readonly shareBytes: number;
  readonly liveBytes: number;
  /** Estimated size of what is kept. */
  readonly keptBytes: number;
}

/** Returns the bound of a room in estimated bytes: what is kept now and what is free, or less where there is too much. */
export const boundAfter = ({ shareBytes, liveBytes, keptBytes }: Balance): number =>
  Math.min(shareBytes, Math.max(shareBytes * SHARE_LEAST, keptBytes + shareBytes - liveBytes));

/** Part of a share that is for what is kept, even if episodes in progress hold more than the rest: without it, each start would be made anew. */
const SHARE_LEAST = 0.25;
