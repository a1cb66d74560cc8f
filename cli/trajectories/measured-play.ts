import type { ModelUsage } from "../llm/model-usage.ts";

/** Time and tokens that an episode took, by clocks and counters that no seed decides. */
export interface MeasuredPlay {
  /** RFC 3339. */
  readonly began_at: string;
  /** Wall time from the first call to the last, s. */
  readonly wall_s: number;
  /** Absent: no model played. */
  readonly usage?: ModelUsage;
}
