// Original file: kubedrill/v1/environment.proto

/**
 * Method of copying an episode.
 */
export const ForkMethod = {
  /**
   * Any.
   */
  FORK_METHOD_UNSPECIFIED: 'FORK_METHOD_UNSPECIFIED',
  /**
   * By copying the present state.
   */
  FORK_METHOD_SNAPSHOT: 'FORK_METHOD_SNAPSHOT',
  /**
   * By playing the same actions from the start.
   */
  FORK_METHOD_REPLAY: 'FORK_METHOD_REPLAY',
} as const;

/**
 * Method of copying an episode.
 */
export type ForkMethod =
  /**
   * Any.
   */
  | 'FORK_METHOD_UNSPECIFIED'
  | 0
  /**
   * By copying the present state.
   */
  | 'FORK_METHOD_SNAPSHOT'
  | 1
  /**
   * By playing the same actions from the start.
   */
  | 'FORK_METHOD_REPLAY'
  | 2

/**
 * Method of copying an episode.
 */
export type ForkMethod__Output = typeof ForkMethod[keyof typeof ForkMethod]
