// Original file: kubedrill/v1/environment.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A task with the seed to play it with.
 */
export interface Draw {
  'taskUri'?: (string);
  'seed'?: (number | string | Long);
  /**
   * Equal for the repeats of one draw.
   */
  'groupId'?: (string);
  /**
   * Chance of this task in this draw.
   */
  'probability'?: (number | string);
}

/**
 * A task with the seed to play it with.
 */
export interface Draw__Output {
  'taskUri'?: (string);
  'seed'?: (string);
  /**
   * Equal for the repeats of one draw.
   */
  'groupId'?: (string);
  /**
   * Chance of this task in this draw.
   */
  'probability'?: (number);
}
