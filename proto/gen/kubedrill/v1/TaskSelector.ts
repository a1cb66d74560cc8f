// Original file: kubedrill/v1/common.proto

import type { TaskDraw as _kubedrill_v1_TaskDraw, TaskDraw__Output as _kubedrill_v1_TaskDraw__Output } from '../../kubedrill/v1/TaskDraw.ts';

/**
 * Task to play. Missing: a uniform draw over split `train`.
 */
export interface TaskSelector {
  /**
   * `kubedrill://<app>/<problem>[@<digest>][?<params>]`; with a digest another revision is refused.
   */
  'taskUri'?: (string);
  /**
   * A draw from the catalogue.
   */
  'draw'?: (_kubedrill_v1_TaskDraw | null);
  'selector'?: "taskUri"|"draw";
}

/**
 * Task to play. Missing: a uniform draw over split `train`.
 */
export interface TaskSelector__Output {
  /**
   * `kubedrill://<app>/<problem>[@<digest>][?<params>]`; with a digest another revision is refused.
   */
  'taskUri'?: (string);
  /**
   * A draw from the catalogue.
   */
  'draw'?: (_kubedrill_v1_TaskDraw__Output);
  'selector'?: "taskUri"|"draw";
}
