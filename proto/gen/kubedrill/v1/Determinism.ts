// Original file: kubedrill/v1/common.proto

/**
 * Guarantee about results of equal seeds and actions.
 */
export const Determinism = {
  DETERMINISM_UNSPECIFIED: 'DETERMINISM_UNSPECIFIED',
  /**
   * Equal observation bytes, rewards and digests.
   */
  DETERMINISM_EXACT: 'DETERMINISM_EXACT',
  /**
   * Equal injected objects and oracle verdicts; timing is free.
   */
  DETERMINISM_STRUCTURAL: 'DETERMINISM_STRUCTURAL',
  DETERMINISM_NONE: 'DETERMINISM_NONE',
} as const;

/**
 * Guarantee about results of equal seeds and actions.
 */
export type Determinism =
  | 'DETERMINISM_UNSPECIFIED'
  | 0
  /**
   * Equal observation bytes, rewards and digests.
   */
  | 'DETERMINISM_EXACT'
  | 1
  /**
   * Equal injected objects and oracle verdicts; timing is free.
   */
  | 'DETERMINISM_STRUCTURAL'
  | 2
  | 'DETERMINISM_NONE'
  | 3

/**
 * Guarantee about results of equal seeds and actions.
 */
export type Determinism__Output = typeof Determinism[keyof typeof Determinism]
