// Original file: kubedrill/v1/common.proto

import type { EndReason as _kubedrill_v1_EndReason, EndReason__Output as _kubedrill_v1_EndReason__Output } from '../../kubedrill/v1/EndReason.ts';
import type { Blame as _kubedrill_v1_Blame, Blame__Output as _kubedrill_v1_Blame__Output } from '../../kubedrill/v1/Blame.ts';

/**
 * End of an episode. Missing message: it is still running.
 */
export interface Ending {
  /**
   * The episode was graded: no bootstrapping. Limits of steps and time are graded too, unless ResetRequest.time_limit says otherwise.
   * Missing: false.
   */
  'terminated'?: (boolean);
  /**
   * An end without a grade: a time limit that was asked to be ungraded, or (with sample_valid false) a cut from outside. The value
   * of the last state may be bootstrapped. Missing: false.
   */
  'truncated'?: (boolean);
  'endReason'?: (_kubedrill_v1_EndReason);
  /**
   * False: drop the sample, whatever rewards it carried. Missing: false.
   */
  'sampleValid'?: (boolean);
  /**
   * Passed all that the reward profile asks (the repair, the diagnosis), with nothing damaged beyond a bound. Missing: not judged.
   */
  'success'?: (boolean);
  'blame'?: (_kubedrill_v1_Blame);
  /**
   * One sentence for operators. Missing: none, or the caller lacks the scope of the split.
   */
  'failureReason'?: (string);
  '_success'?: "success";
}

/**
 * End of an episode. Missing message: it is still running.
 */
export interface Ending__Output {
  /**
   * The episode was graded: no bootstrapping. Limits of steps and time are graded too, unless ResetRequest.time_limit says otherwise.
   * Missing: false.
   */
  'terminated'?: (boolean);
  /**
   * An end without a grade: a time limit that was asked to be ungraded, or (with sample_valid false) a cut from outside. The value
   * of the last state may be bootstrapped. Missing: false.
   */
  'truncated'?: (boolean);
  'endReason'?: (_kubedrill_v1_EndReason__Output);
  /**
   * False: drop the sample, whatever rewards it carried. Missing: false.
   */
  'sampleValid'?: (boolean);
  /**
   * Passed all that the reward profile asks (the repair, the diagnosis), with nothing damaged beyond a bound. Missing: not judged.
   */
  'success'?: (boolean);
  'blame'?: (_kubedrill_v1_Blame__Output);
  /**
   * One sentence for operators. Missing: none, or the caller lacks the scope of the split.
   */
  'failureReason'?: (string);
  '_success'?: "success";
}
