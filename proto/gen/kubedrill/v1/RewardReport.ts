// Original file: kubedrill/v1/common.proto

import type { RewardComponent as _kubedrill_v1_RewardComponent, RewardComponent__Output as _kubedrill_v1_RewardComponent__Output } from '../../kubedrill/v1/RewardComponent.ts';

/**
 * A reward and its parts: deltas in Step, sums since reset in Reward. The contributions add up to the reward.
 */
export interface RewardReport {
  /**
   * Missing: no valid score exists. It is never 0 in place of missing.
   */
  'reward'?: (number | string);
  /**
   * Missing: nothing was scored, or the caller lacks the scope of the split.
   */
  'components'?: (_kubedrill_v1_RewardComponent)[];
  /**
   * Sum of the rewards of all steps so far. Missing: no valid score exists.
   */
  'returnSoFar'?: (number | string);
  /**
   * Name of the reward profile.
   */
  'profile'?: (string);
  /**
   * Digest of the profile with the weights in force. Missing: the caller lacks the scope of the split.
   */
  'profileDigest'?: (string);
  '_reward'?: "reward";
  '_returnSoFar'?: "returnSoFar";
}

/**
 * A reward and its parts: deltas in Step, sums since reset in Reward. The contributions add up to the reward.
 */
export interface RewardReport__Output {
  /**
   * Missing: no valid score exists. It is never 0 in place of missing.
   */
  'reward'?: (number);
  /**
   * Missing: nothing was scored, or the caller lacks the scope of the split.
   */
  'components'?: (_kubedrill_v1_RewardComponent__Output)[];
  /**
   * Sum of the rewards of all steps so far. Missing: no valid score exists.
   */
  'returnSoFar'?: (number);
  /**
   * Name of the reward profile.
   */
  'profile'?: (string);
  /**
   * Digest of the profile with the weights in force. Missing: the caller lacks the scope of the split.
   */
  'profileDigest'?: (string);
  '_reward'?: "reward";
  '_returnSoFar'?: "returnSoFar";
}
