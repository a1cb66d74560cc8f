// Original file: kubedrill/v1/environment.proto

import type { TaskFilter as _kubedrill_v1_TaskFilter, TaskFilter__Output as _kubedrill_v1_TaskFilter__Output } from '../../kubedrill/v1/TaskFilter.ts';

export interface ListTasksRequest {
  /**
   * Missing: split `train`.
   */
  'filter'?: (_kubedrill_v1_TaskFilter | null);
  /**
   * Missing: 100; at most 1,000.
   */
  'pageSize'?: (number);
  /**
   * From a former reply. Missing: the first page.
   */
  'pageToken'?: (string);
}

export interface ListTasksRequest__Output {
  /**
   * Missing: split `train`.
   */
  'filter'?: (_kubedrill_v1_TaskFilter__Output);
  /**
   * Missing: 100; at most 1,000.
   */
  'pageSize'?: (number);
  /**
   * From a former reply. Missing: the first page.
   */
  'pageToken'?: (string);
}
