// Original file: kubedrill/v1/environment.proto

import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

/**
 * Ceilings of this server.
 */
export interface ServerLimits {
  'leaseTtlMin'?: (_google_protobuf_Duration | null);
  'leaseTtlDefault'?: (_google_protobuf_Duration | null);
  'leaseTtlMax'?: (_google_protobuf_Duration | null);
  /**
   * No episode lives longer, however often its lease is renewed.
   */
  'lifetimeMax'?: (_google_protobuf_Duration | null);
  /**
   * Items of ResetBatch and StepBatch, children of Fork.
   */
  'batchItemsMax'?: (number);
  /**
   * Frames of a Session in flight.
   */
  'sessionWindowMax'?: (number);
  /**
   * Both ways; clients must raise their own limit to it.
   */
  'messageBytesMax'?: (number);
  /**
   * Hard cap of one view.
   */
  'observationBytesMax'?: (number);
}

/**
 * Ceilings of this server.
 */
export interface ServerLimits__Output {
  'leaseTtlMin'?: (_google_protobuf_Duration__Output);
  'leaseTtlDefault'?: (_google_protobuf_Duration__Output);
  'leaseTtlMax'?: (_google_protobuf_Duration__Output);
  /**
   * No episode lives longer, however often its lease is renewed.
   */
  'lifetimeMax'?: (_google_protobuf_Duration__Output);
  /**
   * Items of ResetBatch and StepBatch, children of Fork.
   */
  'batchItemsMax'?: (number);
  /**
   * Frames of a Session in flight.
   */
  'sessionWindowMax'?: (number);
  /**
   * Both ways; clients must raise their own limit to it.
   */
  'messageBytesMax'?: (number);
  /**
   * Hard cap of one view.
   */
  'observationBytesMax'?: (number);
}
