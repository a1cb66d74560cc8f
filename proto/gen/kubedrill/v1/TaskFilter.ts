// Original file: kubedrill/v1/common.proto

import type { Backend as _kubedrill_v1_Backend, Backend__Output as _kubedrill_v1_Backend__Output } from '../../kubedrill/v1/Backend.ts';

/**
 * Conditions on tasks; all parts are joined by AND.
 */
export interface TaskFilter {
  /**
   * `train`, `eval`, `holdout`, or `all` for the three. Missing: `train`.
   */
  'splits'?: (string)[];
  /**
   * Tags that a task must all have, at most 256 (`fault:network`, `app:shop`, `healthy`, `multi-fault`). Missing: no condition.
   */
  'tagsAll'?: (string)[];
  /**
   * Tags that a task must not have, at most 256. Missing: no condition.
   */
  'tagsNone'?: (string)[];
  /**
   * Least difficulty, 1..5. Missing: no bound.
   */
  'difficultyMin'?: (number);
  /**
   * Greatest difficulty, 1..5. Missing: no bound.
   */
  'difficultyMax'?: (number);
  /**
   * Tasks that this backend can run. Missing: any backend that has capacity.
   */
  'backend'?: (_kubedrill_v1_Backend);
  /**
   * Restriction to these problems, at most 1,024. Missing: all.
   */
  'problemIds'?: (string)[];
  '_difficultyMin'?: "difficultyMin";
  '_difficultyMax'?: "difficultyMax";
}

/**
 * Conditions on tasks; all parts are joined by AND.
 */
export interface TaskFilter__Output {
  /**
   * `train`, `eval`, `holdout`, or `all` for the three. Missing: `train`.
   */
  'splits'?: (string)[];
  /**
   * Tags that a task must all have, at most 256 (`fault:network`, `app:shop`, `healthy`, `multi-fault`). Missing: no condition.
   */
  'tagsAll'?: (string)[];
  /**
   * Tags that a task must not have, at most 256. Missing: no condition.
   */
  'tagsNone'?: (string)[];
  /**
   * Least difficulty, 1..5. Missing: no bound.
   */
  'difficultyMin'?: (number);
  /**
   * Greatest difficulty, 1..5. Missing: no bound.
   */
  'difficultyMax'?: (number);
  /**
   * Tasks that this backend can run. Missing: any backend that has capacity.
   */
  'backend'?: (_kubedrill_v1_Backend__Output);
  /**
   * Restriction to these problems, at most 1,024. Missing: all.
   */
  'problemIds'?: (string)[];
  '_difficultyMin'?: "difficultyMin";
  '_difficultyMax'?: "difficultyMax";
}
