import type { FixedHeap } from "#kube/app/heap-behaviour.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import type { Process } from "../../processes/process.ts";
import { amountOf } from "../../programs/behaviour/settings.ts";
import type { Demand } from "./evaluation.ts";

interface Pressure {
  readonly demand: Demand;
  /** Requests in the queue. */
  readonly waiting: number;
  readonly cores: number;
  /** CPU time of a request without collections, ms. */
  readonly ownMs: number;
}

/** CPU time that collecting the garbage of one request takes, ms. */
export const collectionMs = (process: Process, { behaviour: { heap, workers } }: AppProgram, pressure: Pressure): number => {
  if (heap === undefined) return 0;
  if ("growthPercent" in heap) return heap.allocatedMiB * TRACE_MS_PER_MIB * (100 / amountOf(process, heap.growthPercent) - 1);
  return fixedHeapMs(amountOf(process, heap.maxMiB), heap, workers, pressure);
};

/**
 * Each collection traces what lives, while all threads stand still, and is due when the rest is full: the less is left, the more often.
 * Requests that wait live too, so that a backlog costs the capacity which would work it off.
 */
const fixedHeapMs = (maxMiB: number, heap: FixedHeap, workers: number, { demand, waiting, cores, ownMs }: Pressure): number => {
  const inWork = Math.min(workers, (demand.rate * demand.work.meanMs) / 1000);
  const liveMiB = heap.liveMiB + heap.requestMiB * (inWork + waiting);
  const mostMs = (ownMs * MOST_SHARE) / (1 - MOST_SHARE);
  if (liveMiB >= maxMiB) return mostMs;
  return Math.min(mostMs, (heap.allocatedMiB / (maxMiB - liveMiB)) * liveMiB * TRACE_MS_PER_MIB * cores);
};

/** Time of tracing what lives, ms per MiB. */
const TRACE_MS_PER_MIB = 1;

/** Share of the time that collections take at most. */
const MOST_SHARE = 0.98;
