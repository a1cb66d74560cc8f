// Original file: kubedrill/v1/environment.proto

import type { StepBatchItem as _kubedrill_v1_StepBatchItem, StepBatchItem__Output as _kubedrill_v1_StepBatchItem__Output } from '../../kubedrill/v1/StepBatchItem.ts';

export interface StepBatchResponse {
  /**
   * In the order asked.
   */
  'items'?: (_kubedrill_v1_StepBatchItem)[];
}

export interface StepBatchResponse__Output {
  /**
   * In the order asked.
   */
  'items'?: (_kubedrill_v1_StepBatchItem__Output)[];
}
