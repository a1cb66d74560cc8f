// Original file: kubedrill/v1/common.proto

import type { TaskFilter as _kubedrill_v1_TaskFilter, TaskFilter__Output as _kubedrill_v1_TaskFilter__Output } from '../../kubedrill/v1/TaskFilter.ts';
import type { Sampler as _kubedrill_v1_Sampler, Sampler__Output as _kubedrill_v1_Sampler__Output } from '../../kubedrill/v1/Sampler.ts';

/**
 * A draw of one task.
 */
export interface TaskDraw {
  /**
   * What may be drawn. Missing: split `train`.
   */
  'filter'?: (_kubedrill_v1_TaskFilter | null);
  /**
   * How to draw. Missing: balanced, seeded by the episode's seed.
   */
  'sampler'?: (_kubedrill_v1_Sampler | null);
}

/**
 * A draw of one task.
 */
export interface TaskDraw__Output {
  /**
   * What may be drawn. Missing: split `train`.
   */
  'filter'?: (_kubedrill_v1_TaskFilter__Output);
  /**
   * How to draw. Missing: balanced, seeded by the episode's seed.
   */
  'sampler'?: (_kubedrill_v1_Sampler__Output);
}
