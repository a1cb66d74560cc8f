/** Bounds of the contents of a request. */
export const REQUEST_BOUNDS = {
  batchItems: 1_024,
  heartbeatIds: 4_096,
  actionsPerStep: 64,
  textCharacters: 262_144,
  viewsPerRequest: 32,
  observationBytes: 1_048_576,
  forkChildren: 256,
  tasksPerPage: 1_000,
  drawsPerCall: 10_000,
  episodesPerDataset: 10_000,
  policiesPerDataset: 16,
  rolloutsPerState: 64,
  datasetsAtOnce: 4,
} as const;
