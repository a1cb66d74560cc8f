// Original file: kubedrill/v1/common.proto

import type { Tensor as _kubedrill_v1_Tensor, Tensor__Output as _kubedrill_v1_Tensor__Output } from '../../kubedrill/v1/Tensor.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * One view. Truncation keeps head and tail, is stable, and says how much is gone.
 */
export interface ObservationView {
  /**
   * The name that was asked for.
   */
  'name'?: (string);
  /**
   * Media type of the body.
   */
  'mediaType'?: (string);
  /**
   * Plain text.
   */
  'text'?: (string);
  /**
   * A JSON document.
   */
  'json'?: (string);
  /**
   * Numbers.
   */
  'tensor'?: (_kubedrill_v1_Tensor | null);
  /**
   * Anything else.
   */
  'blob'?: (Buffer | Uint8Array | string);
  /**
   * The body was cut to the size bound. Missing: false.
   */
  'truncated'?: (boolean);
  /**
   * Size before the cut, in bytes. Missing: 0.
   */
  'originalBytes'?: (number | string | Long);
  /**
   * `sha256:` and 64 hex digits of the whole body before the cut.
   */
  'digest'?: (string);
  'body'?: "text"|"json"|"tensor"|"blob";
}

/**
 * One view. Truncation keeps head and tail, is stable, and says how much is gone.
 */
export interface ObservationView__Output {
  /**
   * The name that was asked for.
   */
  'name'?: (string);
  /**
   * Media type of the body.
   */
  'mediaType'?: (string);
  /**
   * Plain text.
   */
  'text'?: (string);
  /**
   * A JSON document.
   */
  'json'?: (string);
  /**
   * Numbers.
   */
  'tensor'?: (_kubedrill_v1_Tensor__Output);
  /**
   * Anything else.
   */
  'blob'?: (Buffer);
  /**
   * The body was cut to the size bound. Missing: false.
   */
  'truncated'?: (boolean);
  /**
   * Size before the cut, in bytes. Missing: 0.
   */
  'originalBytes'?: (string);
  /**
   * `sha256:` and 64 hex digits of the whole body before the cut.
   */
  'digest'?: (string);
  'body'?: "text"|"json"|"tensor"|"blob";
}
