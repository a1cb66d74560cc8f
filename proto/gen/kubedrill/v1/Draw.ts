// Original file: kubedrill/v1/environment.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A task with the seed to play it with.
 */
export interface Draw {
  /**
   * Its URI; for callers without the scope of its split a sealed name, `kubedrill://sealed/…`, which Reset takes like one.
   */
  'taskUri'?: (string);
  'seed'?: (number | string | Long);
  /**
   * Equal for the repeats of one draw.
   */
  'groupId'?: (string);
  /**
   * Chance of this task in this draw. Missing: the caller lacks the scope of its split.
   */
  'probability'?: (number | string);
}

/**
 * A task with the seed to play it with.
 */
export interface Draw__Output {
  /**
   * Its URI; for callers without the scope of its split a sealed name, `kubedrill://sealed/…`, which Reset takes like one.
   */
  'taskUri'?: (string);
  'seed'?: (string);
  /**
   * Equal for the repeats of one draw.
   */
  'groupId'?: (string);
  /**
   * Chance of this task in this draw. Missing: the caller lacks the scope of its split.
   */
  'probability'?: (number);
}
