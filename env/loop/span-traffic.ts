import type { Slot } from "#pool/backend.ts";
import { SLO_SPAN_MS } from "#problems/traffic.ts";

/** A stretch of the world's time. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** User requests, and those of them that failed. */
export interface Traffic {
  readonly requests: number;
  readonly errors: number;
}

/**
 * Requests over the fixed span from the start. A simulated world runs on to its end; nobody waits for a real one: there
 * what is left of the span goes on like the stretch in which grading has watched the world at rest.
 */
export const trafficOfSpan = async (slot: Slot, startMs: number, atRest: Stretch): Promise<Traffic> => {
  const endMs = startMs + SLO_SPAN_MS;
  if (slot.isRealTime) return await goOnLike(slot, { fromMs: startMs, toMs: endMs }, atRest);
  const leftMs = endMs - slot.admin.clock.nowMs();
  if (leftMs > 0) await slot.admin.clock.sleep(leftMs);
  return await slot.traffic(startMs, endMs);
};

const goOnLike = async (slot: Slot, span: Stretch, atRest: Stretch): Promise<Traffic> => {
  const seenToMs = Math.min(span.toMs, atRest.toMs);
  const seen = await slot.traffic(span.fromMs, seenToMs);
  const lengthMs = atRest.toMs - atRest.fromMs;
  if (seenToMs === span.toMs || lengthMs <= 0) return seen;
  const { requests, errors } = await slot.traffic(atRest.fromMs, atRest.toMs);
  const times = (span.toMs - seenToMs) / lengthMs;
  return { requests: seen.requests + requests * times, errors: seen.errors + errors * times };
};
