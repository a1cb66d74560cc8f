// Original file: kubedrill/v1/environment.proto

import type { Backend as _kubedrill_v1_Backend, Backend__Output as _kubedrill_v1_Backend__Output } from '../../kubedrill/v1/Backend.ts';
import type { Determinism as _kubedrill_v1_Determinism, Determinism__Output as _kubedrill_v1_Determinism__Output } from '../../kubedrill/v1/Determinism.ts';
import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

/**
 * One pool of slots.
 */
export interface BackendInfo {
  'backend'?: (_kubedrill_v1_Backend);
  'slotsTotal'?: (number);
  'slotsFree'?: (number);
  /**
   * Resets waiting for a slot.
   */
  'queueDepth'?: (number);
  /**
   * Resets beyond this are refused.
   */
  'queueDepthMax'?: (number);
  'determinism'?: (_kubedrill_v1_Determinism);
  /**
   * Median time of a reset on a warm slot. Missing: not measured yet.
   */
  'warmResetP50'?: (_google_protobuf_Duration | null);
  'forkable'?: (boolean);
}

/**
 * One pool of slots.
 */
export interface BackendInfo__Output {
  'backend'?: (_kubedrill_v1_Backend__Output);
  'slotsTotal'?: (number);
  'slotsFree'?: (number);
  /**
   * Resets waiting for a slot.
   */
  'queueDepth'?: (number);
  /**
   * Resets beyond this are refused.
   */
  'queueDepthMax'?: (number);
  'determinism'?: (_kubedrill_v1_Determinism__Output);
  /**
   * Median time of a reset on a warm slot. Missing: not measured yet.
   */
  'warmResetP50'?: (_google_protobuf_Duration__Output);
  'forkable'?: (boolean);
}
