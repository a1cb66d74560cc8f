import { STEP_TIMEOUT_MAX_MS } from "../../loop/effective-limits.ts";
import { OBSERVATION_BYTES_MAX } from "../../observations/observation-sizes.ts";

/** Bounds of the contents of a request. */
export const REQUEST_BOUNDS = {
  batchItems: 1_024,
  heartbeatIds: 4_096,
  actionsPerStep: 64,
  viewsPerRequest: 32,
  observationBytes: OBSERVATION_BYTES_MAX,
  steps: 10_000,
  stepTimeoutMs: STEP_TIMEOUT_MAX_MS,
  forkChildren: 256,
  tasksPerPage: 1_000,
  drawsPerCall: 10_000,
  episodesPerDataset: 10_000,
  policiesPerDataset: 16,
  rolloutsPerState: 64,
  datasetsAtOnce: 4,
} as const;
