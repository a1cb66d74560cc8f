// Original file: kubedrill/v1/environment.proto

import type { StepResponse as _kubedrill_v1_StepResponse, StepResponse__Output as _kubedrill_v1_StepResponse__Output } from '../../kubedrill/v1/StepResponse.ts';
import type { Status as _google_rpc_Status, Status__Output as _google_rpc_Status__Output } from '../../google/rpc/Status.ts';

export interface StepBatchItem {
  'index'?: (number);
  'response'?: (_kubedrill_v1_StepResponse | null);
  /**
   * Error of this item.
   */
  'status'?: (_google_rpc_Status | null);
  /**
   * Goes on; the same item sent again joins it.
   */
  'pending'?: (boolean);
  'result'?: "response"|"status"|"pending";
}

export interface StepBatchItem__Output {
  'index'?: (number);
  'response'?: (_kubedrill_v1_StepResponse__Output);
  /**
   * Error of this item.
   */
  'status'?: (_google_rpc_Status__Output);
  /**
   * Goes on; the same item sent again joins it.
   */
  'pending'?: (boolean);
  'result'?: "response"|"status"|"pending";
}
