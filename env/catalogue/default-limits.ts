import type { EpisodeLimits } from "../host/episode-protocol.ts";

/** Limits of a task without limits of its own. */
export const DEFAULT_LIMITS: EpisodeLimits = {
  maxSteps: 50,
  maxVirtualMs: 3_600_000,
  maxWallMs: null,
  stepTimeoutMs: 30_000,
  maxStepTimeouts: 3,
  maxInvalidActions: 5,
  maxObservationBytes: 12_288,
  stepLatencyMs: 10_000,
};
