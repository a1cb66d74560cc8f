// Original file: kubedrill/v1/environment.proto

import type { TaskFilter as _kubedrill_v1_TaskFilter, TaskFilter__Output as _kubedrill_v1_TaskFilter__Output } from '../../kubedrill/v1/TaskFilter.ts';
import type { Sampler as _kubedrill_v1_Sampler, Sampler__Output as _kubedrill_v1_Sampler__Output } from '../../kubedrill/v1/Sampler.ts';

export interface SampleTasksRequest {
  /**
   * Missing: split `train`.
   */
  'filter'?: (_kubedrill_v1_TaskFilter | null);
  /**
   * Missing: balanced, seed drawn by the server.
   */
  'sampler'?: (_kubedrill_v1_Sampler | null);
  /**
   * Number of draws, 1..10,000. Missing: 1.
   */
  'n'?: (number);
  /**
   * Episodes per draw with one group id and one seed. Missing: 1.
   */
  'repeats'?: (number);
}

export interface SampleTasksRequest__Output {
  /**
   * Missing: split `train`.
   */
  'filter'?: (_kubedrill_v1_TaskFilter__Output);
  /**
   * Missing: balanced, seed drawn by the server.
   */
  'sampler'?: (_kubedrill_v1_Sampler__Output);
  /**
   * Number of draws, 1..10,000. Missing: 1.
   */
  'n'?: (number);
  /**
   * Episodes per draw with one group id and one seed. Missing: 1.
   */
  'repeats'?: (number);
}
