/** The fixed span over which user-visible errors are counted, ms from the start of the agent's clock. */
export const SLO_SPAN_MS = 900_000;

/** Share of failed requests in the hold window, 0..1, above which the service counts as not restored. */
export const HOLD_ERROR_SHARE_MAX = 0.01;
