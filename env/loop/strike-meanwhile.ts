import { setTimeout as pass } from "node:timers/promises";
import type { Slot } from "#pool/backend.ts";
import type { NoiseSchedule } from "./noise-schedule.ts";

/**
 * Lets disturbances come at their times while nobody acts, on a cluster whose time passes by itself.
 *
 * A failure of the cluster ends them, and whoever acts next is told of it.
 * @returns function that ends this, and resolves when none is under way
 */
export const strikeMeanwhile = (
  noise: Pick<NoiseSchedule, "nextMs" | "pass">,
  { admin, isRealTime }: Pick<Slot, "admin" | "isRealTime">,
): (() => Promise<void>) => {
  const over = new AbortController();
  const strikeAll = async (): Promise<void> => {
    while (noise.nextMs() < Number.POSITIVE_INFINITY) {
      const restMs = noise.nextMs() - admin.clock.nowMs();
      await pass(Math.min(LONGEST_MS, Math.max(0, restMs)), undefined, { signal: over.signal, ref: false });
      await noise.pass(admin, 0);
    }
  };
  const striking = isRealTime ? strikeAll().catch(() => undefined) : Promise.resolve();
  return async () => {
    over.abort();
    await striking;
  };
};

/** Longest time that a timer is set for, ms. */
const LONGEST_MS = 3_600_000;
