// Original file: kubedrill/v1/environment.proto

import type { ForkChild as _kubedrill_v1_ForkChild, ForkChild__Output as _kubedrill_v1_ForkChild__Output } from '../../kubedrill/v1/ForkChild.ts';

export interface ForkResponse {
  /**
   * In the order asked.
   */
  'children'?: (_kubedrill_v1_ForkChild)[];
}

export interface ForkResponse__Output {
  /**
   * In the order asked.
   */
  'children'?: (_kubedrill_v1_ForkChild__Output)[];
}
