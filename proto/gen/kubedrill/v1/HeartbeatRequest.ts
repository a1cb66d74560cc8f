// Original file: kubedrill/v1/environment.proto

import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

export interface HeartbeatRequest {
  /**
   * At most 4,096.
   */
  'episodeIds'?: (string)[];
  /**
   * New silence allowed. Missing: as it was.
   */
  'leaseTtl'?: (_google_protobuf_Duration | null);
}

export interface HeartbeatRequest__Output {
  /**
   * At most 4,096.
   */
  'episodeIds'?: (string)[];
  /**
   * New silence allowed. Missing: as it was.
   */
  'leaseTtl'?: (_google_protobuf_Duration__Output);
}
