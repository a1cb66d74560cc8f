// Original file: kubedrill/v1/environment.proto

import type { ViewRequest as _kubedrill_v1_ViewRequest, ViewRequest__Output as _kubedrill_v1_ViewRequest__Output } from '../../kubedrill/v1/ViewRequest.ts';

export interface ObserveRequest {
  'episodeId'?: (string);
  /**
   * Missing: those of Reset.
   */
  'views'?: (_kubedrill_v1_ViewRequest)[];
}

export interface ObserveRequest__Output {
  'episodeId'?: (string);
  /**
   * Missing: those of Reset.
   */
  'views'?: (_kubedrill_v1_ViewRequest__Output)[];
}
