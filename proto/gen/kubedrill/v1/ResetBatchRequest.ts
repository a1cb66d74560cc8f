// Original file: kubedrill/v1/environment.proto

import type { ResetRequest as _kubedrill_v1_ResetRequest, ResetRequest__Output as _kubedrill_v1_ResetRequest__Output } from '../../kubedrill/v1/ResetRequest.ts';
import type { ResetGroup as _kubedrill_v1_ResetGroup, ResetGroup__Output as _kubedrill_v1_ResetGroup__Output } from '../../kubedrill/v1/ResetGroup.ts';
import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

export interface ResetBatchRequest {
  /**
   * Any resets. Missing: see group.
   */
  'items'?: (_kubedrill_v1_ResetRequest)[];
  /**
   * One start for many episodes; built once and copied. Missing: see items.
   */
  'group'?: (_kubedrill_v1_ResetGroup | null);
  /**
   * Answer as soon as that many items are done. Missing: all.
   */
  'minReady'?: (number);
  /**
   * Longest wait. Missing: until the call's deadline.
   */
  'maxWait'?: (_google_protobuf_Duration | null);
  '_minReady'?: "minReady";
}

export interface ResetBatchRequest__Output {
  /**
   * Any resets. Missing: see group.
   */
  'items'?: (_kubedrill_v1_ResetRequest__Output)[];
  /**
   * One start for many episodes; built once and copied. Missing: see items.
   */
  'group'?: (_kubedrill_v1_ResetGroup__Output);
  /**
   * Answer as soon as that many items are done. Missing: all.
   */
  'minReady'?: (number);
  /**
   * Longest wait. Missing: until the call's deadline.
   */
  'maxWait'?: (_google_protobuf_Duration__Output);
  '_minReady'?: "minReady";
}
