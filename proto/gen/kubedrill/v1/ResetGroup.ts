// Original file: kubedrill/v1/environment.proto

import type { ResetRequest as _kubedrill_v1_ResetRequest, ResetRequest__Output as _kubedrill_v1_ResetRequest__Output } from '../../kubedrill/v1/ResetRequest.ts';

/**
 * Episodes that start equal.
 */
export interface ResetGroup {
  /**
   * Request that they share; its episode_id is not read.
   */
  'template'?: (_kubedrill_v1_ResetRequest | null);
  'episodeIds'?: (string)[];
}

/**
 * Episodes that start equal.
 */
export interface ResetGroup__Output {
  /**
   * Request that they share; its episode_id is not read.
   */
  'template'?: (_kubedrill_v1_ResetRequest__Output);
  'episodeIds'?: (string)[];
}
