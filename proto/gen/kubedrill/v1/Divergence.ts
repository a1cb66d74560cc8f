// Original file: kubedrill/v1/environment.proto

import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

/**
 * One difference between a record and its replay.
 */
export interface Divergence {
  /**
   * Number of steps done; 0 is the state after reset.
   */
  'stepIndex'?: (number);
  'virtualTime'?: (_google_protobuf_Duration | null);
  /**
   * The view that differs; `state` and `reward` for those.
   */
  'view'?: (string);
  'expectedDigest'?: (string);
  'gotDigest'?: (string);
}

/**
 * One difference between a record and its replay.
 */
export interface Divergence__Output {
  /**
   * Number of steps done; 0 is the state after reset.
   */
  'stepIndex'?: (number);
  'virtualTime'?: (_google_protobuf_Duration__Output);
  /**
   * The view that differs; `state` and `reward` for those.
   */
  'view'?: (string);
  'expectedDigest'?: (string);
  'gotDigest'?: (string);
}
