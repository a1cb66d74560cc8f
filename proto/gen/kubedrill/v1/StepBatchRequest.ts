// Original file: kubedrill/v1/environment.proto

import type { StepRequest as _kubedrill_v1_StepRequest, StepRequest__Output as _kubedrill_v1_StepRequest__Output } from '../../kubedrill/v1/StepRequest.ts';
import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

export interface StepBatchRequest {
  /**
   * Steps of different episodes.
   */
  'items'?: (_kubedrill_v1_StepRequest)[];
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

export interface StepBatchRequest__Output {
  /**
   * Steps of different episodes.
   */
  'items'?: (_kubedrill_v1_StepRequest__Output)[];
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
