// Original file: kubedrill/v1/environment.proto

import type { ResetResponse as _kubedrill_v1_ResetResponse, ResetResponse__Output as _kubedrill_v1_ResetResponse__Output } from '../../kubedrill/v1/ResetResponse.ts';
import type { Status as _google_rpc_Status, Status__Output as _google_rpc_Status__Output } from '../../google/rpc/Status.ts';

export interface ResetBatchItem {
  'index'?: (number);
  'response'?: (_kubedrill_v1_ResetResponse | null);
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

export interface ResetBatchItem__Output {
  'index'?: (number);
  'response'?: (_kubedrill_v1_ResetResponse__Output);
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
