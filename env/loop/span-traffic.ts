import type { Slot } from "#pool/backend.ts";
import { SLO_SPAN_MS } from "#problems/traffic.ts";

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
 * Counts requests over the fixed span from the start. A simulated world is run to its end; on a real one the rest of
 * the span is extrapolated from the time in which grading watched it.
 */
export const trafficOfSpan = async (slot: Slot, startMs: number, atRest: Stretch): Promise<Traffic> => {
  const endMs = startMs + SLO_SPAN_MS;
  if (slot.isRealTime) return await extrapolate(slot, { fromMs: startMs, toMs: endMs }, atRest);
  const leftMs = endMs - slot.admin.clock.nowMs();
  if (leftMs > 0) await slot.admin.clock.sleep(leftMs);
  return await slot.traffic(startMs, endMs);
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
