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

/** Maximum numbers of entries of the repeated and map fields of requests, by message and field; a field that is not here reads none. */
export const LIST_BOUNDS = {
  "TaskFilter.splits": 16,
  "TaskFilter.tagsAll": 256,
  "TaskFilter.tagsNone": 256,
  "TaskFilter.problemIds": 1_024,
  "Sampler.weights": 1_024,
  "ResetRequest.views": REQUEST_BOUNDS.viewsPerRequest,
  "ResetRequest.labels": 32,
  "ResetRequest.rewardWeights": 64,
  "ResetGroup.episodeIds": REQUEST_BOUNDS.batchItems,
  "ResetBatchRequest.items": REQUEST_BOUNDS.batchItems,
  "StepBatchRequest.items": REQUEST_BOUNDS.batchItems,
  "StepRequest.actions": REQUEST_BOUNDS.actionsPerStep,
  "StepRequest.views": REQUEST_BOUNDS.viewsPerRequest,
  "DiscreteAction.indices": 64,
  "ObserveRequest.views": REQUEST_BOUNDS.viewsPerRequest,
  "HeartbeatRequest.episodeIds": REQUEST_BOUNDS.heartbeatIds,
  "ForkRequest.childEpisodeIds": REQUEST_BOUNDS.forkChildren,
  "ValidateRequest.checks": 16,
  "GenerateTrajectoriesRequest.policies": REQUEST_BOUNDS.policiesPerDataset,
} as const satisfies Readonly<Record<string, number>>;

/**
 * Maximum numbers of fields and entries of a request with all that is in it: some more than any has that is within the bounds, and for batches
 * what is decoded in less than 100 ms, as of a thousand steps with twenty calls of tools each.
 */
export const FIELDS_MAX = { single: 20_000, batch: 150_000 } as const;
