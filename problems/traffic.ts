/** The fixed span over which user-visible errors are counted, from the start of the agent's clock. */
export const SLO_SPAN_MS = 900_000;

/** Share of failed requests in the hold window above which users are not served. */
export const HOLD_ERROR_SHARE_MAX = 0.01;
