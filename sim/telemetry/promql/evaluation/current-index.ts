import { lastIndexAt, type Series } from "../series.ts";

/** Index of the sample that an instant selector sees, or -1 when it is too old or gone. */
export const currentIndex = (series: Series, atMs: number): number => {
  const index = lastIndexAt(series.timesMs, atMs);
  if (index < 0) return -1;
  const sampleAtMs = series.timesMs[index] as number;
  if (sampleAtMs <= atMs - LOOKBACK_MS) return -1;
  return series.staleAtMs?.some((staleAtMs) => staleAtMs > sampleAtMs && staleAtMs <= atMs) ? -1 : index;
};

/** Lookback of an instant selector, ms. */
export const LOOKBACK_MS = 300_000;
