// Original file: kubedrill/v1/environment.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Cancels a request of this stream: it leaves the queue, or rolls on with its reply kept for the next identical call.
 */
export interface SessionCancel {
  'requestId'?: (number | string | Long);
}

/**
 * Cancels a request of this stream: it leaves the queue, or rolls on with its reply kept for the next identical call.
 */
export interface SessionCancel__Output {
  'requestId'?: (string);
}
