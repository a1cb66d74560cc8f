// Original file: kubedrill/v1/environment.proto

/**
 * Comparison that Validate makes.
 */
export const ValidateCheck = {
  VALIDATE_CHECK_UNSPECIFIED: 'VALIDATE_CHECK_UNSPECIFIED',
  VALIDATE_CHECK_ACTIONS: 'VALIDATE_CHECK_ACTIONS',
  VALIDATE_CHECK_REWARD: 'VALIDATE_CHECK_REWARD',
  VALIDATE_CHECK_OBSERVATIONS: 'VALIDATE_CHECK_OBSERVATIONS',
  VALIDATE_CHECK_STATE: 'VALIDATE_CHECK_STATE',
  VALIDATE_CHECK_SEMANTICS: 'VALIDATE_CHECK_SEMANTICS',
  VALIDATE_CHECK_FORK: 'VALIDATE_CHECK_FORK',
} as const;

/**
 * Comparison that Validate makes.
 */
export type ValidateCheck =
  | 'VALIDATE_CHECK_UNSPECIFIED'
  | 0
  | 'VALIDATE_CHECK_ACTIONS'
  | 1
  | 'VALIDATE_CHECK_REWARD'
  | 2
  | 'VALIDATE_CHECK_OBSERVATIONS'
  | 3
  | 'VALIDATE_CHECK_STATE'
  | 4
  | 'VALIDATE_CHECK_SEMANTICS'
  | 5
  | 'VALIDATE_CHECK_FORK'
  | 6

/**
 * Comparison that Validate makes.
 */
export type ValidateCheck__Output = typeof ValidateCheck[keyof typeof ValidateCheck]
