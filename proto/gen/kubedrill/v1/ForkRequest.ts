// Original file: kubedrill/v1/environment.proto

import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';
import type { ForkMethod as _kubedrill_v1_ForkMethod, ForkMethod__Output as _kubedrill_v1_ForkMethod__Output } from '../../kubedrill/v1/ForkMethod.ts';
import type { Long } from '@grpc/proto-loader';

export interface ForkRequest {
  'episodeId'?: (string);
  /**
   * Minted by the client. Missing: INVALID_ARGUMENT.
   */
  'childEpisodeIds'?: (string)[];
  /**
   * Number of steps that the children have behind them. Missing: all steps so far.
   */
  'atStepIndex'?: (number);
  /**
   * Missing: the parent's.
   */
  'leaseTtl'?: (_google_protobuf_Duration | null);
  /**
   * Missing: no group.
   */
  'groupId'?: (string);
  /**
   * Other future randomness. Missing: the same as the parent's.
   */
  'reseed'?: (number | string | Long);
  /**
   * Missing: any.
   */
  'method'?: (_kubedrill_v1_ForkMethod);
  '_atStepIndex'?: "atStepIndex";
  '_reseed'?: "reseed";
}

export interface ForkRequest__Output {
  'episodeId'?: (string);
  /**
   * Minted by the client. Missing: INVALID_ARGUMENT.
   */
  'childEpisodeIds'?: (string)[];
  /**
   * Number of steps that the children have behind them. Missing: all steps so far.
   */
  'atStepIndex'?: (number);
  /**
   * Missing: the parent's.
   */
  'leaseTtl'?: (_google_protobuf_Duration__Output);
  /**
   * Missing: no group.
   */
  'groupId'?: (string);
  /**
   * Other future randomness. Missing: the same as the parent's.
   */
  'reseed'?: (string);
  /**
   * Missing: any.
   */
  'method'?: (_kubedrill_v1_ForkMethod__Output);
  '_atStepIndex'?: "atStepIndex";
  '_reseed'?: "reseed";
}
