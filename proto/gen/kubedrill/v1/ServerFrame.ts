// Original file: kubedrill/v1/environment.proto

import type { SessionWelcome as _kubedrill_v1_SessionWelcome, SessionWelcome__Output as _kubedrill_v1_SessionWelcome__Output } from '../../kubedrill/v1/SessionWelcome.ts';
import type { ResetResponse as _kubedrill_v1_ResetResponse, ResetResponse__Output as _kubedrill_v1_ResetResponse__Output } from '../../kubedrill/v1/ResetResponse.ts';
import type { StepResponse as _kubedrill_v1_StepResponse, StepResponse__Output as _kubedrill_v1_StepResponse__Output } from '../../kubedrill/v1/StepResponse.ts';
import type { ObserveResponse as _kubedrill_v1_ObserveResponse, ObserveResponse__Output as _kubedrill_v1_ObserveResponse__Output } from '../../kubedrill/v1/ObserveResponse.ts';
import type { RewardResponse as _kubedrill_v1_RewardResponse, RewardResponse__Output as _kubedrill_v1_RewardResponse__Output } from '../../kubedrill/v1/RewardResponse.ts';
import type { HeartbeatResponse as _kubedrill_v1_HeartbeatResponse, HeartbeatResponse__Output as _kubedrill_v1_HeartbeatResponse__Output } from '../../kubedrill/v1/HeartbeatResponse.ts';
import type { CloseResponse as _kubedrill_v1_CloseResponse, CloseResponse__Output as _kubedrill_v1_CloseResponse__Output } from '../../kubedrill/v1/CloseResponse.ts';
import type { ForkResponse as _kubedrill_v1_ForkResponse, ForkResponse__Output as _kubedrill_v1_ForkResponse__Output } from '../../kubedrill/v1/ForkResponse.ts';
import type { Status as _google_rpc_Status, Status__Output as _google_rpc_Status__Output } from '../../google/rpc/Status.ts';
import type { SessionEvent as _kubedrill_v1_SessionEvent, SessionEvent__Output as _kubedrill_v1_SessionEvent__Output } from '../../kubedrill/v1/SessionEvent.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * A reply or an event. Exactly one reply or error per request_id; in sequence per episode, as ready between episodes.
 */
export interface ServerFrame {
  /**
   * Missing: 0, an event.
   */
  'requestId'?: (number | string | Long);
  'hello'?: (_kubedrill_v1_SessionWelcome | null);
  'reset'?: (_kubedrill_v1_ResetResponse | null);
  'step'?: (_kubedrill_v1_StepResponse | null);
  'observe'?: (_kubedrill_v1_ObserveResponse | null);
  'reward'?: (_kubedrill_v1_RewardResponse | null);
  'heartbeat'?: (_kubedrill_v1_HeartbeatResponse | null);
  'close'?: (_kubedrill_v1_CloseResponse | null);
  'fork'?: (_kubedrill_v1_ForkResponse | null);
  'error'?: (_google_rpc_Status | null);
  'event'?: (_kubedrill_v1_SessionEvent | null);
  'body'?: "hello"|"reset"|"step"|"observe"|"reward"|"heartbeat"|"close"|"fork"|"error"|"event";
}

/**
 * A reply or an event. Exactly one reply or error per request_id; in sequence per episode, as ready between episodes.
 */
export interface ServerFrame__Output {
  /**
   * Missing: 0, an event.
   */
  'requestId'?: (string);
  'hello'?: (_kubedrill_v1_SessionWelcome__Output);
  'reset'?: (_kubedrill_v1_ResetResponse__Output);
  'step'?: (_kubedrill_v1_StepResponse__Output);
  'observe'?: (_kubedrill_v1_ObserveResponse__Output);
  'reward'?: (_kubedrill_v1_RewardResponse__Output);
  'heartbeat'?: (_kubedrill_v1_HeartbeatResponse__Output);
  'close'?: (_kubedrill_v1_CloseResponse__Output);
  'fork'?: (_kubedrill_v1_ForkResponse__Output);
  'error'?: (_google_rpc_Status__Output);
  'event'?: (_kubedrill_v1_SessionEvent__Output);
  'body'?: "hello"|"reset"|"step"|"observe"|"reward"|"heartbeat"|"close"|"fork"|"error"|"event";
}
