import { WorkLimitError } from "#core/work-limit-error.ts";
import type { Slot } from "#pool/backend.ts";

/** Work of a simulated cluster that an episode is granted, in units of about one event, by what it is for. */
export const WORK_UNITS = { action: 12_000, latency: 12_000, grading: 60_000, verdict: 6_000 } as const;

/** Bounds the work of a slot while something runs. */
export const withWork = async <T>(slot: Slot, units: number, run: () => Promise<T>): Promise<T> => {
  slot.grantWork?.(units);
  try {
    return await run();
  } finally {
    slot.grantWork?.(Number.POSITIVE_INFINITY);
  }
};

/**
 * True for failures that what an agent has done can bring about by itself: work beyond the limit, texts that nothing can encode,
 * numbers beyond all bounds, nesting beyond the stack.
 */
export const isBroughtAbout = (cause: unknown): boolean =>
  cause instanceof WorkLimitError || cause instanceof RangeError || cause instanceof URIError;
