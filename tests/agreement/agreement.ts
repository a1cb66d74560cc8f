import type { Slot } from "#pool/backend.ts";

/** Span of time of an episode, during which nobody but the fault acts, and where it is. */
export interface Watched {
  readonly slot: Slot;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Two ways to say one thing, and how far apart they are.
 *
 * Where both are exact, `deviation` is 0. Else it is the standard deviation of their difference, so that a mean over episodes tells
 * a bias that no single one does.
 */
export interface Comparison {
  /** Pair of signals: `errors: metrics, traces`. */
  readonly check: string;
  readonly subject: string;
  readonly said: readonly [number, number];
  readonly deviation: number;
  /** Reason why they may differ by so much besides, in the unit of `said`; missing: they may not. */
  readonly slack?: number;
  readonly detail?: string;
}

/** Standard deviations beyond which two signals of one episode disagree: one of a million pairs does by chance. */
const SIGMAS = 5;

/** Tells whether both say the same, as far as that can be known from one episode. */
export const agrees = ({ said: [a, b], deviation, slack = 0 }: Comparison): boolean => Math.abs(a - b) <= SIGMAS * deviation + slack + 1e-9;
