// Original file: kubedrill/v1/common.proto

import type { ObservationView as _kubedrill_v1_ObservationView, ObservationView__Output as _kubedrill_v1_ObservationView__Output } from '../../kubedrill/v1/ObservationView.ts';
import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

/**
 * Views of the world at one instant.
 */
export interface Observation {
  /**
   * In the order asked. Missing: none was asked for.
   */
  'views'?: (_kubedrill_v1_ObservationView)[];
  /**
   * Number of steps done. Missing: 0, right after reset.
   */
  'stepIndex'?: (number);
  /**
   * Virtual time since the episode's start; cluster time on a live backend.
   */
  'virtualTime'?: (_google_protobuf_Duration | null);
  /**
   * Steps before the limit ends the episode. Missing: unlimited.
   */
  'stepsLeft'?: (number);
  /**
   * Virtual time before the limit ends the episode. Missing: unlimited.
   */
  'virtualTimeLeft'?: (_google_protobuf_Duration | null);
  '_stepsLeft'?: "stepsLeft";
}

/**
 * Views of the world at one instant.
 */
export interface Observation__Output {
  /**
   * In the order asked. Missing: none was asked for.
   */
  'views'?: (_kubedrill_v1_ObservationView__Output)[];
  /**
   * Number of steps done. Missing: 0, right after reset.
   */
  'stepIndex'?: (number);
  /**
   * Virtual time since the episode's start; cluster time on a live backend.
   */
  'virtualTime'?: (_google_protobuf_Duration__Output);
  /**
   * Steps before the limit ends the episode. Missing: unlimited.
   */
  'stepsLeft'?: (number);
  /**
   * Virtual time before the limit ends the episode. Missing: unlimited.
   */
  'virtualTimeLeft'?: (_google_protobuf_Duration__Output);
  '_stepsLeft'?: "stepsLeft";
}
