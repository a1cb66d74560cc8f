/** A delay that doubles: when it was last set, and for how long. */
export interface Backoff {
  readonly delayMs: number;
  readonly updatedAtMs: number;
}

/** The first delay of restarts and pulls. */
export const BACKOFF_MIN_MS = 10_000;
/** The longest delay of restarts and pulls; twice as long without trouble starts it over. */
export const BACKOFF_MAX_MS = 300_000;

/** Time left to wait after a failure at `sinceMs`, ms; 0 when a retry is due. */
export const backoffLeftMs = (backoff: Backoff | undefined, sinceMs: number, nowMs: number): number =>
  backoff === undefined || isExpired(backoff, sinceMs) ? 0 : Math.max(0, sinceMs + backoff.delayMs - nowMs);

/** The delay after one more failure: doubled, or the first one again after a long time without. */
export const nextBackoff = (backoff: Backoff | undefined, sinceMs: number, nowMs: number): Backoff => ({
  delayMs: backoff === undefined || isExpired(backoff, sinceMs) ? BACKOFF_MIN_MS : Math.min(backoff.delayMs * 2, BACKOFF_MAX_MS),
  updatedAtMs: nowMs,
});

/** Renders a delay as Go does: `10s`, `1m20s`, `5m0s`, `2.31s`, `850ms`. */
export const formatGoDuration = (ms: number): string => {
  if (ms < 1000) return ms === 0 ? "0s" : `${ms}ms`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = (ms % 60_000) / 1000;
  if (minutes === 0) return `${seconds}s`;
  return minutes >= 60 ? `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}s` : `${minutes}m${seconds}s`;
};

const isExpired = ({ updatedAtMs }: Backoff, sinceMs: number): boolean => sinceMs - updatedAtMs > 2 * BACKOFF_MAX_MS;
