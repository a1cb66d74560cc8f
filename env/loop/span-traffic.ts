import type { Slot } from "#pool/backend.ts";
import type { NoiseSchedule } from "./noise-schedule.ts";
import { isBroughtAbout } from "./work-of-episode.ts";

/** A span of the world's time. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** User requests, and the failed ones among them. */
export interface Traffic {
  readonly requests: number;
  readonly errors: number;
}

/**
 * Counts requests over a span. A simulated world is run to its end, with the noise that falls due; on a real one the
 * rest of the span is extrapolated from the time in which grading watched it.
 */
export const trafficOfSpan = async (slot: Slot, span: Stretch, atRest: Stretch, noise?: NoiseSchedule): Promise<Traffic> => {
  if (slot.isRealTime) return await extrapolate(slot, span, atRest);
  const leftMs = span.toMs - slot.admin.clock.nowMs();
  if (leftMs > 0) await (noise === undefined ? slot.admin.clock.sleep(leftMs) : noise.pass(slot.admin, leftMs)).catch(stopCounting);
  return await slot.traffic(span.fromMs, span.toMs);
};

/** Of a cluster that cannot be run to the end of the span within the limit, what is known counts. */
const stopCounting = (cause: unknown): void => {
  if (!isBroughtAbout(cause)) throw cause;
};

const extrapolate = async (slot: Slot, span: Stretch, atRest: Stretch): Promise<Traffic> => {
  const seenToMs = Math.min(span.toMs, atRest.toMs);
  const seen = await slot.traffic(span.fromMs, seenToMs);
  const lengthMs = atRest.toMs - atRest.fromMs;
  if (seenToMs === span.toMs || lengthMs <= 0) return seen;
  const { requests, errors } = await slot.traffic(atRest.fromMs, atRest.toMs);
  const times = (span.toMs - seenToMs) / lengthMs;
  return { requests: seen.requests + requests * times, errors: seen.errors + errors * times };
};
