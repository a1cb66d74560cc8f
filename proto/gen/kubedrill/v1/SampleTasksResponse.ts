// Original file: kubedrill/v1/environment.proto

import type { Draw as _kubedrill_v1_Draw, Draw__Output as _kubedrill_v1_Draw__Output } from '../../kubedrill/v1/Draw.ts';
import type { Long } from '@grpc/proto-loader';

export interface SampleTasksResponse {
  /**
   * n x repeats draws, the members of a group side by side; at most 10,000.
   */
  'draws'?: (_kubedrill_v1_Draw)[];
  /**
   * Cursor from which to continue.
   */
  'cursor'?: (string);
  /**
   * Seed of the draw.
   */
  'seed'?: (number | string | Long);
}

export interface SampleTasksResponse__Output {
  /**
   * n x repeats draws, the members of a group side by side; at most 10,000.
   */
  'draws'?: (_kubedrill_v1_Draw__Output)[];
  /**
   * Cursor from which to continue.
   */
  'cursor'?: (string);
  /**
   * Seed of the draw.
   */
  'seed'?: (string);
}
