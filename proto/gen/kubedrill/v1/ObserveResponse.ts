// Original file: kubedrill/v1/environment.proto

import type { Observation as _kubedrill_v1_Observation, Observation__Output as _kubedrill_v1_Observation__Output } from '../../kubedrill/v1/Observation.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../google/protobuf/Timestamp.ts';
import type { Ending as _kubedrill_v1_Ending, Ending__Output as _kubedrill_v1_Ending__Output } from '../../kubedrill/v1/Ending.ts';

export interface ObserveResponse {
  'observation'?: (_kubedrill_v1_Observation | null);
  'stateDigest'?: (string);
  'leaseExpiresAt'?: (_google_protobuf_Timestamp | null);
  /**
   * Missing: running.
   */
  'ending'?: (_kubedrill_v1_Ending | null);
}

export interface ObserveResponse__Output {
  'observation'?: (_kubedrill_v1_Observation__Output);
  'stateDigest'?: (string);
  'leaseExpiresAt'?: (_google_protobuf_Timestamp__Output);
  /**
   * Missing: running.
   */
  'ending'?: (_kubedrill_v1_Ending__Output);
}
