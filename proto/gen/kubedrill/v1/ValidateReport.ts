// Original file: kubedrill/v1/environment.proto

import type { Divergence as _kubedrill_v1_Divergence, Divergence__Output as _kubedrill_v1_Divergence__Output } from '../../kubedrill/v1/Divergence.ts';
import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';
import type { ValidateError as _kubedrill_v1_ValidateError, ValidateError__Output as _kubedrill_v1_ValidateError__Output } from '../../kubedrill/v1/ValidateError.ts';

export interface ValidateReport {
  /**
   * None of the failures below.
   */
  'ok'?: (boolean);
  'actionsReplayFailed'?: (boolean);
  'rewardValidated'?: (boolean);
  'rewardValidationFailed'?: (boolean);
  'semanticsValidated'?: (boolean);
  'semanticsValidationFailed'?: (boolean);
  /**
   * Earliest difference. Missing: none.
   */
  'firstDivergence'?: (_kubedrill_v1_Divergence | null);
  'divergences'?: (_kubedrill_v1_Divergence)[];
  'walltime'?: (_google_protobuf_Duration | null);
  'errors'?: (_kubedrill_v1_ValidateError)[];
  /**
   * False: recorded by another build, differences are advisory.
   */
  'buildMatch'?: (boolean);
}

export interface ValidateReport__Output {
  /**
   * None of the failures below.
   */
  'ok'?: (boolean);
  'actionsReplayFailed'?: (boolean);
  'rewardValidated'?: (boolean);
  'rewardValidationFailed'?: (boolean);
  'semanticsValidated'?: (boolean);
  'semanticsValidationFailed'?: (boolean);
  /**
   * Earliest difference. Missing: none.
   */
  'firstDivergence'?: (_kubedrill_v1_Divergence__Output);
  'divergences'?: (_kubedrill_v1_Divergence__Output)[];
  'walltime'?: (_google_protobuf_Duration__Output);
  'errors'?: (_kubedrill_v1_ValidateError__Output)[];
  /**
   * False: recorded by another build, differences are advisory.
   */
  'buildMatch'?: (boolean);
}
