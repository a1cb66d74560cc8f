// Original file: kubedrill/v1/environment.proto

import type { ResetBatchItem as _kubedrill_v1_ResetBatchItem, ResetBatchItem__Output as _kubedrill_v1_ResetBatchItem__Output } from '../../kubedrill/v1/ResetBatchItem.ts';

export interface ResetBatchResponse {
  /**
   * In the order asked.
   */
  'items'?: (_kubedrill_v1_ResetBatchItem)[];
  /**
   * Digest that all members of the group share. Missing: no group.
   */
  'groupStateDigest'?: (string);
  /**
   * Missing: no group.
   */
  'groupEqual'?: (boolean);
  '_groupEqual'?: "groupEqual";
}

export interface ResetBatchResponse__Output {
  /**
   * In the order asked.
   */
  'items'?: (_kubedrill_v1_ResetBatchItem__Output)[];
  /**
   * Digest that all members of the group share. Missing: no group.
   */
  'groupStateDigest'?: (string);
  /**
   * Missing: no group.
   */
  'groupEqual'?: (boolean);
  '_groupEqual'?: "groupEqual";
}
