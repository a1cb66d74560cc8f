// Original file: kubedrill/v1/environment.proto

import type { Action as _kubedrill_v1_Action, Action__Output as _kubedrill_v1_Action__Output } from '../../kubedrill/v1/Action.ts';
import type { ViewRequest as _kubedrill_v1_ViewRequest, ViewRequest__Output as _kubedrill_v1_ViewRequest__Output } from '../../kubedrill/v1/ViewRequest.ts';
import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

export interface StepRequest {
  'episodeId'?: (string);
  /**
   * Index of the step to be made, from 0: the sequence check. Missing: INVALID_ARGUMENT `STEP_INDEX_MISSING`.
   */
  'stepIndex'?: (number);
  /**
   * Run in order; the first that ends the episode makes the rest SKIPPED. Missing: an observe-only step that costs one step.
   */
  'actions'?: (_kubedrill_v1_Action)[];
  /**
   * Views of this reply. Missing: those of Reset.
   */
  'views'?: (_kubedrill_v1_ViewRequest)[];
  /**
   * Whole step. Missing: the sum of the actions' time-outs.
   */
  'timeout'?: (_google_protobuf_Duration | null);
  '_stepIndex'?: "stepIndex";
}

export interface StepRequest__Output {
  'episodeId'?: (string);
  /**
   * Index of the step to be made, from 0: the sequence check. Missing: INVALID_ARGUMENT `STEP_INDEX_MISSING`.
   */
  'stepIndex'?: (number);
  /**
   * Run in order; the first that ends the episode makes the rest SKIPPED. Missing: an observe-only step that costs one step.
   */
  'actions'?: (_kubedrill_v1_Action__Output)[];
  /**
   * Views of this reply. Missing: those of Reset.
   */
  'views'?: (_kubedrill_v1_ViewRequest__Output)[];
  /**
   * Whole step. Missing: the sum of the actions' time-outs.
   */
  'timeout'?: (_google_protobuf_Duration__Output);
  '_stepIndex'?: "stepIndex";
}
