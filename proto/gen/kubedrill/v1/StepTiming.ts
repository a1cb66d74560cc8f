// Original file: kubedrill/v1/environment.proto

import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

/**
 * Real time of a step by part. Missing parts: not measured.
 */
export interface StepTiming {
  'queue'?: (_google_protobuf_Duration | null);
  'exec'?: (_google_protobuf_Duration | null);
  'observe'?: (_google_protobuf_Duration | null);
  'reward'?: (_google_protobuf_Duration | null);
  'total'?: (_google_protobuf_Duration | null);
}

/**
 * Real time of a step by part. Missing parts: not measured.
 */
export interface StepTiming__Output {
  'queue'?: (_google_protobuf_Duration__Output);
  'exec'?: (_google_protobuf_Duration__Output);
  'observe'?: (_google_protobuf_Duration__Output);
  'reward'?: (_google_protobuf_Duration__Output);
  'total'?: (_google_protobuf_Duration__Output);
}
