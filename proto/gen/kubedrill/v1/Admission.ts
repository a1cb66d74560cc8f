// Original file: kubedrill/v1/environment.proto

import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

// Original file: kubedrill/v1/environment.proto

export const _kubedrill_v1_Admission_Mode = {
  /**
   * The same as MODE_WAIT.
   */
  MODE_UNSPECIFIED: 'MODE_UNSPECIFIED',
  /**
   * Waits in the queue.
   */
  MODE_WAIT: 'MODE_WAIT',
  /**
   * Answers RESOURCE_EXHAUSTED at once.
   */
  MODE_FAIL_FAST: 'MODE_FAIL_FAST',
  /**
   * Answers at once with state QUEUED; the first Step waits instead.
   */
  MODE_DEFER: 'MODE_DEFER',
} as const;

export type _kubedrill_v1_Admission_Mode =
  /**
   * The same as MODE_WAIT.
   */
  | 'MODE_UNSPECIFIED'
  | 0
  /**
   * Waits in the queue.
   */
  | 'MODE_WAIT'
  | 1
  /**
   * Answers RESOURCE_EXHAUSTED at once.
   */
  | 'MODE_FAIL_FAST'
  | 2
  /**
   * Answers at once with state QUEUED; the first Step waits instead.
   */
  | 'MODE_DEFER'
  | 3

export type _kubedrill_v1_Admission_Mode__Output = typeof _kubedrill_v1_Admission_Mode[keyof typeof _kubedrill_v1_Admission_Mode]

/**
 * Admission when no slot is free.
 */
export interface Admission {
  /**
   * Missing: MODE_WAIT.
   */
  'mode'?: (_kubedrill_v1_Admission_Mode);
  /**
   * Missing: until the call's deadline; with MODE_DEFER until the lease ends.
   */
  'queueTimeout'?: (_google_protobuf_Duration | null);
  /**
   * 0..9, larger first. Missing: 5.
   */
  'priority'?: (number);
  '_priority'?: "priority";
}

/**
 * Admission when no slot is free.
 */
export interface Admission__Output {
  /**
   * Missing: MODE_WAIT.
   */
  'mode'?: (_kubedrill_v1_Admission_Mode__Output);
  /**
   * Missing: until the call's deadline; with MODE_DEFER until the lease ends.
   */
  'queueTimeout'?: (_google_protobuf_Duration__Output);
  /**
   * 0..9, larger first. Missing: 5.
   */
  'priority'?: (number);
  '_priority'?: "priority";
}
