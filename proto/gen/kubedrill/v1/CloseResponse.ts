// Original file: kubedrill/v1/environment.proto

import type { Ending as _kubedrill_v1_Ending, Ending__Output as _kubedrill_v1_Ending__Output } from '../../kubedrill/v1/Ending.ts';

// Original file: kubedrill/v1/environment.proto

export const _kubedrill_v1_CloseResponse_Outcome = {
  OUTCOME_UNSPECIFIED: 'OUTCOME_UNSPECIFIED',
  OUTCOME_CLOSED: 'OUTCOME_CLOSED',
  OUTCOME_ALREADY_CLOSED: 'OUTCOME_ALREADY_CLOSED',
  /**
   * The lease is over and the slot is quarantined; do not retry.
   */
  OUTCOME_RELEASE_FAILED: 'OUTCOME_RELEASE_FAILED',
  /**
   * The id was unknown; it is spent now, so that a Reset still in flight cannot leak a slot.
   */
  OUTCOME_NEVER_STARTED: 'OUTCOME_NEVER_STARTED',
} as const;

export type _kubedrill_v1_CloseResponse_Outcome =
  | 'OUTCOME_UNSPECIFIED'
  | 0
  | 'OUTCOME_CLOSED'
  | 1
  | 'OUTCOME_ALREADY_CLOSED'
  | 2
  /**
   * The lease is over and the slot is quarantined; do not retry.
   */
  | 'OUTCOME_RELEASE_FAILED'
  | 3
  /**
   * The id was unknown; it is spent now, so that a Reset still in flight cannot leak a slot.
   */
  | 'OUTCOME_NEVER_STARTED'
  | 4

export type _kubedrill_v1_CloseResponse_Outcome__Output = typeof _kubedrill_v1_CloseResponse_Outcome[keyof typeof _kubedrill_v1_CloseResponse_Outcome]

export interface CloseResponse {
  'outcome'?: (_kubedrill_v1_CloseResponse_Outcome);
  /**
   * Missing: never started.
   */
  'ending'?: (_kubedrill_v1_Ending | null);
  /**
   * Missing: nothing was recorded.
   */
  'trajectoryId'?: (string);
}

export interface CloseResponse__Output {
  'outcome'?: (_kubedrill_v1_CloseResponse_Outcome__Output);
  /**
   * Missing: never started.
   */
  'ending'?: (_kubedrill_v1_Ending__Output);
  /**
   * Missing: nothing was recorded.
   */
  'trajectoryId'?: (string);
}
