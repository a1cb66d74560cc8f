// Original file: kubedrill/v1/common.proto

import type { TaskFilter as _kubedrill_v1_TaskFilter, TaskFilter__Output as _kubedrill_v1_TaskFilter__Output } from '../../kubedrill/v1/TaskFilter.ts';
import type { Sampler as _kubedrill_v1_Sampler, Sampler__Output as _kubedrill_v1_Sampler__Output } from '../../kubedrill/v1/Sampler.ts';

/**
 * A draw of one task.
 */
export interface TaskDraw {
  /**
   * Filter of the tasks to draw from. Missing: split `train`.
   */
  'filter'?: (_kubedrill_v1_TaskFilter | null);
  /**
   * Sampler of the draw. Missing: balanced, seeded by the episode's seed.
   */
  'sampler'?: (_kubedrill_v1_Sampler | null);
}

/**
 * A draw of one task.
 */
export interface TaskDraw__Output {
  /**
   * Filter of the tasks to draw from. Missing: split `train`.
   */
  'filter'?: (_kubedrill_v1_TaskFilter__Output);
  /**
   * Sampler of the draw. Missing: balanced, seeded by the episode's seed.
   */
  'sampler'?: (_kubedrill_v1_Sampler__Output);
}
