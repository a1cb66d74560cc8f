import { createRng } from "#core/rng.ts";

/**
 * Instants of events that happen at a rate, within (fromMs, toMs], as integers.
 *
 * The k-th event since `originMs` has its place whatever window is asked for, so that two questions agree.
 * @param name what happens, to whom: equal names give equal instants
 */
export const eventTimes = (name: string, ratePerS: number, originMs: number, fromMs: number, toMs: number): readonly number[] => {
  if (ratePerS <= 0 || toMs <= fromMs) return [];
  const gapMs = 1000 / ratePerS;
  const phase = createRng(name).fraction();
  const salt = Math.floor(phase * 0x10_0000);
  const first = Math.max(-1, Math.floor((fromMs - originMs) / gapMs - phase) - 1);
  const times: number[] = [];
  for (let k = Math.max(first, Math.ceil((toMs - originMs) / gapMs) - EVENTS_MAX); ; k++) {
    const atMs = originMs + Math.floor((k + phase + jitter(k + salt)) * gapMs);
    if (atMs > toMs && k * gapMs > toMs - originMs) break;
    if (atMs > fromMs && atMs <= toMs) times.push(atMs);
  }
  return times;
};

const EVENTS_MAX = 10_000;

/** Up to ±0.4 of a gap, without order among the events lost: a hash of the number. */
const jitter = (k: number): number => ((Math.imul(k + 1, 2_654_435_761) >>> 0) / 0x1_0000_0000 - 0.5) * 0.8;
