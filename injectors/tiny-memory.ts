import type { Rng } from "#core/rng.ts";

/** Draws a limit below what a program needs that does nothing, and above what its first process does. */
export const drawTinyMemory = (rng: Rng, idleMiB: number): string => {
  const most = Math.max(1, Math.floor(0.6 * idleMiB));
  return `${rng.int(Math.min(6, most), most)}Mi`;
};

/** Least idle working set that a limit can be set below, MiB: with less, not even the runtime's own process fits. */
export const IDLE_MIN_MIB = 5;
