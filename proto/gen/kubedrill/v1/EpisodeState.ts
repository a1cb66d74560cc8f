// Original file: kubedrill/v1/common.proto

/**
 * The life of an episode.
 */
export const EpisodeState = {
  EPISODE_STATE_UNSPECIFIED: 'EPISODE_STATE_UNSPECIFIED',
  /**
   * Waits for a slot.
   */
  EPISODE_STATE_QUEUED: 'EPISODE_STATE_QUEUED',
  EPISODE_STATE_RUNNING: 'EPISODE_STATE_RUNNING',
  /**
   * Over, its last reply still readable.
   */
  EPISODE_STATE_ENDED: 'EPISODE_STATE_ENDED',
  /**
   * Gone; also the answer for an unknown id.
   */
  EPISODE_STATE_CLOSED: 'EPISODE_STATE_CLOSED',
} as const;

/**
 * The life of an episode.
 */
export type EpisodeState =
  | 'EPISODE_STATE_UNSPECIFIED'
  | 0
  /**
   * Waits for a slot.
   */
  | 'EPISODE_STATE_QUEUED'
  | 1
  | 'EPISODE_STATE_RUNNING'
  | 2
  /**
   * Over, its last reply still readable.
   */
  | 'EPISODE_STATE_ENDED'
  | 3
  /**
   * Gone; also the answer for an unknown id.
   */
  | 'EPISODE_STATE_CLOSED'
  | 4

/**
 * The life of an episode.
 */
export type EpisodeState__Output = typeof EpisodeState[keyof typeof EpisodeState]
