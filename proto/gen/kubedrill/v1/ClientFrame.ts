// Original file: kubedrill/v1/environment.proto

import type { SessionHello as _kubedrill_v1_SessionHello, SessionHello__Output as _kubedrill_v1_SessionHello__Output } from '../../kubedrill/v1/SessionHello.ts';
import type { ResetRequest as _kubedrill_v1_ResetRequest, ResetRequest__Output as _kubedrill_v1_ResetRequest__Output } from '../../kubedrill/v1/ResetRequest.ts';
import type { StepRequest as _kubedrill_v1_StepRequest, StepRequest__Output as _kubedrill_v1_StepRequest__Output } from '../../kubedrill/v1/StepRequest.ts';
import type { ObserveRequest as _kubedrill_v1_ObserveRequest, ObserveRequest__Output as _kubedrill_v1_ObserveRequest__Output } from '../../kubedrill/v1/ObserveRequest.ts';
import type { RewardRequest as _kubedrill_v1_RewardRequest, RewardRequest__Output as _kubedrill_v1_RewardRequest__Output } from '../../kubedrill/v1/RewardRequest.ts';
import type { HeartbeatRequest as _kubedrill_v1_HeartbeatRequest, HeartbeatRequest__Output as _kubedrill_v1_HeartbeatRequest__Output } from '../../kubedrill/v1/HeartbeatRequest.ts';
import type { CloseRequest as _kubedrill_v1_CloseRequest, CloseRequest__Output as _kubedrill_v1_CloseRequest__Output } from '../../kubedrill/v1/CloseRequest.ts';
import type { ForkRequest as _kubedrill_v1_ForkRequest, ForkRequest__Output as _kubedrill_v1_ForkRequest__Output } from '../../kubedrill/v1/ForkRequest.ts';
import type { SessionCancel as _kubedrill_v1_SessionCancel, SessionCancel__Output as _kubedrill_v1_SessionCancel__Output } from '../../kubedrill/v1/SessionCancel.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * A request within a Session.
 */
export interface ClientFrame {
  /**
   * Unique within the stream, above 0.
   */
  'requestId'?: (number | string | Long);
  'hello'?: (_kubedrill_v1_SessionHello | null);
  'reset'?: (_kubedrill_v1_ResetRequest | null);
  'step'?: (_kubedrill_v1_StepRequest | null);
  'observe'?: (_kubedrill_v1_ObserveRequest | null);
  'reward'?: (_kubedrill_v1_RewardRequest | null);
  'heartbeat'?: (_kubedrill_v1_HeartbeatRequest | null);
  'close'?: (_kubedrill_v1_CloseRequest | null);
  'fork'?: (_kubedrill_v1_ForkRequest | null);
  'cancel'?: (_kubedrill_v1_SessionCancel | null);
  'body'?: "hello"|"reset"|"step"|"observe"|"reward"|"heartbeat"|"close"|"fork"|"cancel";
}

/**
 * A request within a Session.
 */
export interface ClientFrame__Output {
  /**
   * Unique within the stream, above 0.
   */
  'requestId'?: (string);
  'hello'?: (_kubedrill_v1_SessionHello__Output);
  'reset'?: (_kubedrill_v1_ResetRequest__Output);
  'step'?: (_kubedrill_v1_StepRequest__Output);
  'observe'?: (_kubedrill_v1_ObserveRequest__Output);
  'reward'?: (_kubedrill_v1_RewardRequest__Output);
  'heartbeat'?: (_kubedrill_v1_HeartbeatRequest__Output);
  'close'?: (_kubedrill_v1_CloseRequest__Output);
  'fork'?: (_kubedrill_v1_ForkRequest__Output);
  'cancel'?: (_kubedrill_v1_SessionCancel__Output);
  'body'?: "hello"|"reset"|"step"|"observe"|"reward"|"heartbeat"|"close"|"fork"|"cancel";
}
