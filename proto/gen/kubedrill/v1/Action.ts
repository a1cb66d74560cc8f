// Original file: kubedrill/v1/common.proto

import type { ToolCall as _kubedrill_v1_ToolCall, ToolCall__Output as _kubedrill_v1_ToolCall__Output } from '../../kubedrill/v1/ToolCall.ts';
import type { DiscreteAction as _kubedrill_v1_DiscreteAction, DiscreteAction__Output as _kubedrill_v1_DiscreteAction__Output } from '../../kubedrill/v1/DiscreteAction.ts';
import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

/**
 * Action of the agent.
 */
export interface Action {
  /**
   * The model's id of the call, echoed in the result. Missing: the server numbers them a0, a1, ….
   */
  'callId'?: (string);
  /**
   * A call of a tool.
   */
  'toolCall'?: (_kubedrill_v1_ToolCall | null);
  /**
   * Raw model text, parsed by the episode's declared format.
   */
  'text'?: (string);
  /**
   * A factored action.
   */
  'discrete'?: (_kubedrill_v1_DiscreteAction | null);
  /**
   * Lets virtual (live: real) time pass.
   */
  'wait'?: (_google_protobuf_Duration | null);
  /**
   * Shorter than step_timeout for this action; a longer one changes nothing. Missing: step_timeout.
   */
  'timeout'?: (_google_protobuf_Duration | null);
  /**
   * Log-probability under the acting policy, kept for offline learning. Missing: not recorded.
   */
  'behaviorLogprob'?: (number | string);
  'body'?: "toolCall"|"text"|"discrete"|"wait";
  '_behaviorLogprob'?: "behaviorLogprob";
}

/**
 * Action of the agent.
 */
export interface Action__Output {
  /**
   * The model's id of the call, echoed in the result. Missing: the server numbers them a0, a1, ….
   */
  'callId'?: (string);
  /**
   * A call of a tool.
   */
  'toolCall'?: (_kubedrill_v1_ToolCall__Output);
  /**
   * Raw model text, parsed by the episode's declared format.
   */
  'text'?: (string);
  /**
   * A factored action.
   */
  'discrete'?: (_kubedrill_v1_DiscreteAction__Output);
  /**
   * Lets virtual (live: real) time pass.
   */
  'wait'?: (_google_protobuf_Duration__Output);
  /**
   * Shorter than step_timeout for this action; a longer one changes nothing. Missing: step_timeout.
   */
  'timeout'?: (_google_protobuf_Duration__Output);
  /**
   * Log-probability under the acting policy, kept for offline learning. Missing: not recorded.
   */
  'behaviorLogprob'?: (number);
  'body'?: "toolCall"|"text"|"discrete"|"wait";
  '_behaviorLogprob'?: "behaviorLogprob";
}
