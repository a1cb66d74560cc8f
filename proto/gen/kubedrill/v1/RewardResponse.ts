// Original file: kubedrill/v1/environment.proto

import type { RewardReport as _kubedrill_v1_RewardReport, RewardReport__Output as _kubedrill_v1_RewardReport__Output } from '../../kubedrill/v1/RewardReport.ts';
import type { Ending as _kubedrill_v1_Ending, Ending__Output as _kubedrill_v1_Ending__Output } from '../../kubedrill/v1/Ending.ts';

export interface RewardResponse {
  /**
   * Sums since reset.
   */
  'report'?: (_kubedrill_v1_RewardReport | null);
  /**
   * Missing: running.
   */
  'ending'?: (_kubedrill_v1_Ending | null);
  /**
   * The sums will not change any more. Missing: false.
   */
  'final'?: (boolean);
  /**
   * JSON: the truth, conditions as judged, parameters of the faults, timelines of those that act later, and what was drawn around them. Missing: not asked for.
   */
  'explanationJson'?: (string);
}

export interface RewardResponse__Output {
  /**
   * Sums since reset.
   */
  'report'?: (_kubedrill_v1_RewardReport__Output);
  /**
   * Missing: running.
   */
  'ending'?: (_kubedrill_v1_Ending__Output);
  /**
   * The sums will not change any more. Missing: false.
   */
  'final'?: (boolean);
  /**
   * JSON: the truth, conditions as judged, parameters of the faults, timelines of those that act later, and what was drawn around them. Missing: not asked for.
   */
  'explanationJson'?: (string);
}
