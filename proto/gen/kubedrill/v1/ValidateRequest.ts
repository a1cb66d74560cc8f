// Original file: kubedrill/v1/environment.proto

import type { ValidateCheck as _kubedrill_v1_ValidateCheck, ValidateCheck__Output as _kubedrill_v1_ValidateCheck__Output } from '../../kubedrill/v1/ValidateCheck.ts';

export interface ValidateRequest {
  /**
   * An episode that this server still knows.
   */
  'episodeId'?: (string);
  'trajectoryId'?: (string);
  /**
   * A native trajectory record.
   */
  'trajectoryJson'?: (string);
  /**
   * Missing: 1.
   */
  'repeats'?: (number);
  /**
   * Missing: 1e-5.
   */
  'rewardRelTolerance'?: (number | string);
  /**
   * Missing: all that the backend's determinism allows.
   */
  'checks'?: (_kubedrill_v1_ValidateCheck)[];
  /**
   * Missing: false, all differences are listed (at most 100).
   */
  'stopAtFirst'?: (boolean);
  'subject'?: "episodeId"|"trajectoryId"|"trajectoryJson";
  '_rewardRelTolerance'?: "rewardRelTolerance";
}

export interface ValidateRequest__Output {
  /**
   * An episode that this server still knows.
   */
  'episodeId'?: (string);
  'trajectoryId'?: (string);
  /**
   * A native trajectory record.
   */
  'trajectoryJson'?: (string);
  /**
   * Missing: 1.
   */
  'repeats'?: (number);
  /**
   * Missing: 1e-5.
   */
  'rewardRelTolerance'?: (number);
  /**
   * Missing: all that the backend's determinism allows.
   */
  'checks'?: (_kubedrill_v1_ValidateCheck__Output)[];
  /**
   * Missing: false, all differences are listed (at most 100).
   */
  'stopAtFirst'?: (boolean);
  'subject'?: "episodeId"|"trajectoryId"|"trajectoryJson";
  '_rewardRelTolerance'?: "rewardRelTolerance";
}
