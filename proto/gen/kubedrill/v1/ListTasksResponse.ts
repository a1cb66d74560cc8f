// Original file: kubedrill/v1/environment.proto

import type { Task as _kubedrill_v1_Task, Task__Output as _kubedrill_v1_Task__Output } from '../../kubedrill/v1/Task.ts';

export interface ListTasksResponse {
  'tasks'?: (_kubedrill_v1_Task)[];
  /**
   * Missing: this was the last page.
   */
  'nextPageToken'?: (string);
  /**
   * Tasks that fit the filter.
   */
  'total'?: (number);
  'catalogueDigest'?: (string);
}

export interface ListTasksResponse__Output {
  'tasks'?: (_kubedrill_v1_Task__Output)[];
  /**
   * Missing: this was the last page.
   */
  'nextPageToken'?: (string);
  /**
   * Tasks that fit the filter.
   */
  'total'?: (number);
  'catalogueDigest'?: (string);
}
