// Original file: kubedrill/v1/common.proto

import type { Long } from '@grpc/proto-loader';

/**
 * An array of numbers.
 */
export interface Tensor {
  /**
   * `float32`, `float64`, `int32`, `int64` or `uint8`.
   */
  'dtype'?: (string);
  /**
   * Length of each axis. Missing: a scalar.
   */
  'shape'?: (number | string | Long)[];
  /**
   * Row-major, little-endian.
   */
  'data'?: (Buffer | Uint8Array | string);
}

/**
 * An array of numbers.
 */
export interface Tensor__Output {
  /**
   * `float32`, `float64`, `int32`, `int64` or `uint8`.
   */
  'dtype'?: (string);
  /**
   * Length of each axis. Missing: a scalar.
   */
  'shape'?: (string)[];
  /**
   * Row-major, little-endian.
   */
  'data'?: (Buffer);
}
