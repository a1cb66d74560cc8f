// Original file: kubedrill/v1/environment.proto

import type { Episode as _kubedrill_v1_Episode, Episode__Output as _kubedrill_v1_Episode__Output } from '../../kubedrill/v1/Episode.ts';
import type { ForkMethod as _kubedrill_v1_ForkMethod, ForkMethod__Output as _kubedrill_v1_ForkMethod__Output } from '../../kubedrill/v1/ForkMethod.ts';
import type { Status as _google_rpc_Status, Status__Output as _google_rpc_Status__Output } from '../../google/rpc/Status.ts';

/**
 * One copy. Children have their own leases and outlive the parent.
 */
export interface ForkChild {
  'episode'?: (_kubedrill_v1_Episode | null);
  'stateDigest'?: (string);
  'method'?: (_kubedrill_v1_ForkMethod);
  'replayedSteps'?: (number);
  /**
   * The child's digest equals the parent's at that step.
   */
  'verified'?: (boolean);
  /**
   * Missing: it was made.
   */
  'status'?: (_google_rpc_Status | null);
}

/**
 * One copy. Children have their own leases and outlive the parent.
 */
export interface ForkChild__Output {
  'episode'?: (_kubedrill_v1_Episode__Output);
  'stateDigest'?: (string);
  'method'?: (_kubedrill_v1_ForkMethod__Output);
  'replayedSteps'?: (number);
  /**
   * The child's digest equals the parent's at that step.
   */
  'verified'?: (boolean);
  /**
   * Missing: it was made.
   */
  'status'?: (_google_rpc_Status__Output);
}
