// Original file: google/rpc/error_details.proto

import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

/**
 * Describes when the clients can retry a failed request.
 */
export interface RetryInfo {
  /**
   * Clients should wait at least this long between retrying the same request.
   */
  'retryDelay'?: (_google_protobuf_Duration | null);
}

/**
 * Describes when the clients can retry a failed request.
 */
export interface RetryInfo__Output {
  /**
   * Clients should wait at least this long between retrying the same request.
   */
  'retryDelay'?: (_google_protobuf_Duration__Output);
}
