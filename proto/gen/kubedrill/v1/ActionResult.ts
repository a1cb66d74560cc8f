// Original file: kubedrill/v1/common.proto

import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

// Original file: kubedrill/v1/common.proto

/**
 * Status of an action.
 */
export const _kubedrill_v1_ActionResult_Status = {
  STATUS_UNSPECIFIED: 'STATUS_UNSPECIFIED',
  STATUS_OK: 'STATUS_OK',
  /**
   * The tool ran and failed.
   */
  STATUS_TOOL_ERROR: 'STATUS_TOOL_ERROR',
  /**
   * Bad arguments or an unknown tool.
   */
  STATUS_INVALID: 'STATUS_INVALID',
  /**
   * Refused by a rule of the environment.
   */
  STATUS_DENIED: 'STATUS_DENIED',
  STATUS_TIMEOUT: 'STATUS_TIMEOUT',
  /**
   * The episode ended earlier in this step.
   */
  STATUS_SKIPPED: 'STATUS_SKIPPED',
} as const;

/**
 * Status of an action.
 */
export type _kubedrill_v1_ActionResult_Status =
  | 'STATUS_UNSPECIFIED'
  | 0
  | 'STATUS_OK'
  | 1
  /**
   * The tool ran and failed.
   */
  | 'STATUS_TOOL_ERROR'
  | 2
  /**
   * Bad arguments or an unknown tool.
   */
  | 'STATUS_INVALID'
  | 3
  /**
   * Refused by a rule of the environment.
   */
  | 'STATUS_DENIED'
  | 4
  | 'STATUS_TIMEOUT'
  | 5
  /**
   * The episode ended earlier in this step.
   */
  | 'STATUS_SKIPPED'
  | 6

/**
 * Status of an action.
 */
export type _kubedrill_v1_ActionResult_Status__Output = typeof _kubedrill_v1_ActionResult_Status[keyof typeof _kubedrill_v1_ActionResult_Status]

/**
 * Result of an action.
 */
export interface ActionResult {
  /**
   * Id of the action's call.
   */
  'callId'?: (string);
  'status'?: (_kubedrill_v1_ActionResult_Status);
  /**
   * Agent-visible output. Missing: empty output.
   */
  'content'?: (string);
  /**
   * UPPER_SNAKE, for example `TOOL_NOT_FOUND`. Missing: no error.
   */
  'errorCode'?: (string);
  /**
   * False: the world did not change. Missing: unknown (live).
   */
  'hadEffect'?: (boolean);
  /**
   * The output was cut. Missing: false.
   */
  'truncated'?: (boolean);
  /**
   * Virtual time charged. Missing: 0.
   */
  'virtualCost'?: (_google_protobuf_Duration | null);
  /**
   * Real time used. Missing: 0.
   */
  'wallCost'?: (_google_protobuf_Duration | null);
  '_hadEffect'?: "hadEffect";
}

/**
 * Result of an action.
 */
export interface ActionResult__Output {
  /**
   * Id of the action's call.
   */
  'callId'?: (string);
  'status'?: (_kubedrill_v1_ActionResult_Status__Output);
  /**
   * Agent-visible output. Missing: empty output.
   */
  'content'?: (string);
  /**
   * UPPER_SNAKE, for example `TOOL_NOT_FOUND`. Missing: no error.
   */
  'errorCode'?: (string);
  /**
   * False: the world did not change. Missing: unknown (live).
   */
  'hadEffect'?: (boolean);
  /**
   * The output was cut. Missing: false.
   */
  'truncated'?: (boolean);
  /**
   * Virtual time charged. Missing: 0.
   */
  'virtualCost'?: (_google_protobuf_Duration__Output);
  /**
   * Real time used. Missing: 0.
   */
  'wallCost'?: (_google_protobuf_Duration__Output);
  '_hadEffect'?: "hadEffect";
}
