// Original file: kubedrill/v1/environment.proto

import type { Observation as _kubedrill_v1_Observation, Observation__Output as _kubedrill_v1_Observation__Output } from '../../kubedrill/v1/Observation.ts';
import type { ActionResult as _kubedrill_v1_ActionResult, ActionResult__Output as _kubedrill_v1_ActionResult__Output } from '../../kubedrill/v1/ActionResult.ts';
import type { RewardReport as _kubedrill_v1_RewardReport, RewardReport__Output as _kubedrill_v1_RewardReport__Output } from '../../kubedrill/v1/RewardReport.ts';
import type { Ending as _kubedrill_v1_Ending, Ending__Output as _kubedrill_v1_Ending__Output } from '../../kubedrill/v1/Ending.ts';
import type { StepTiming as _kubedrill_v1_StepTiming, StepTiming__Output as _kubedrill_v1_StepTiming__Output } from '../../kubedrill/v1/StepTiming.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../google/protobuf/Timestamp.ts';

export interface StepResponse {
  'episodeId'?: (string);
  'stepIndex'?: (number);
  'observation'?: (_kubedrill_v1_Observation | null);
  /**
   * One per action, in order.
   */
  'results'?: (_kubedrill_v1_ActionResult)[];
  /**
   * Deltas of this step.
   */
  'reward'?: (_kubedrill_v1_RewardReport | null);
  /**
   * Missing: the episode goes on.
   */
  'ending'?: (_kubedrill_v1_Ending | null);
  /**
   * Tools that may be called next, when they changed.
   */
  'allowedTools'?: (string)[];
  /**
   * Missing: false, as before.
   */
  'allowedToolsChanged'?: (boolean);
  'stateDigest'?: (string);
  'timing'?: (_kubedrill_v1_StepTiming | null);
  /**
   * Anything more, for trainers alone. Missing: {}.
   */
  'infoJson'?: (string);
  'leaseExpiresAt'?: (_google_protobuf_Timestamp | null);
  /**
   * Stored reply of an earlier identical call. Missing: fresh.
   */
  'replayed'?: (boolean);
}

export interface StepResponse__Output {
  'episodeId'?: (string);
  'stepIndex'?: (number);
  'observation'?: (_kubedrill_v1_Observation__Output);
  /**
   * One per action, in order.
   */
  'results'?: (_kubedrill_v1_ActionResult__Output)[];
  /**
   * Deltas of this step.
   */
  'reward'?: (_kubedrill_v1_RewardReport__Output);
  /**
   * Missing: the episode goes on.
   */
  'ending'?: (_kubedrill_v1_Ending__Output);
  /**
   * Tools that may be called next, when they changed.
   */
  'allowedTools'?: (string)[];
  /**
   * Missing: false, as before.
   */
  'allowedToolsChanged'?: (boolean);
  'stateDigest'?: (string);
  'timing'?: (_kubedrill_v1_StepTiming__Output);
  /**
   * Anything more, for trainers alone. Missing: {}.
   */
  'infoJson'?: (string);
  'leaseExpiresAt'?: (_google_protobuf_Timestamp__Output);
  /**
   * Stored reply of an earlier identical call. Missing: fresh.
   */
  'replayed'?: (boolean);
}
