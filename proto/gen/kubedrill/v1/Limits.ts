// Original file: kubedrill/v1/common.proto

import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';

/**
 * Limits of an episode. The effective values come back in ResetResponse; the server may lower, never raise.
 */
export interface Limits {
  /**
   * Most steps. Missing: the task's value, else 50.
   */
  'maxSteps'?: (number);
  /**
   * Virtual (simulated) or cluster (live) time. Missing: the task's value, else 60 min.
   */
  'maxVirtualTime'?: (_google_protobuf_Duration | null);
  /**
   * Real time since the episode runs; when it fires, the record says so. Missing: none when simulated, 60 min live.
   */
  'maxWallClock'?: (_google_protobuf_Duration | null);
  /**
   * Cap of one action, in virtual time when simulated, else in real time, at most 10 min. Missing: 30 s.
   */
  'stepTimeout'?: (_google_protobuf_Duration | null);
  /**
   * That many timed-out actions end the episode, scored. Missing: 3.
   */
  'maxStepTimeouts'?: (number);
  /**
   * That many invalid actions in a row end the episode, scored. Missing: 5.
   */
  'maxInvalidActions'?: (number);
  /**
   * Cap of one view in bytes, at most 64 KiB. Missing: 12 KiB. Views that are JSON are for programs: they have 64 KiB.
   */
  'maxObservationBytes'?: (number);
  /**
   * Virtual time that a step costs for the agent's own thinking, beside its actions. Missing: 10 s when simulated, real time live.
   */
  'stepLatency'?: (_google_protobuf_Duration | null);
  '_maxSteps'?: "maxSteps";
  '_maxStepTimeouts'?: "maxStepTimeouts";
  '_maxInvalidActions'?: "maxInvalidActions";
  '_maxObservationBytes'?: "maxObservationBytes";
}

/**
 * Limits of an episode. The effective values come back in ResetResponse; the server may lower, never raise.
 */
export interface Limits__Output {
  /**
   * Most steps. Missing: the task's value, else 50.
   */
  'maxSteps'?: (number);
  /**
   * Virtual (simulated) or cluster (live) time. Missing: the task's value, else 60 min.
   */
  'maxVirtualTime'?: (_google_protobuf_Duration__Output);
  /**
   * Real time since the episode runs; when it fires, the record says so. Missing: none when simulated, 60 min live.
   */
  'maxWallClock'?: (_google_protobuf_Duration__Output);
  /**
   * Cap of one action, in virtual time when simulated, else in real time, at most 10 min. Missing: 30 s.
   */
  'stepTimeout'?: (_google_protobuf_Duration__Output);
  /**
   * That many timed-out actions end the episode, scored. Missing: 3.
   */
  'maxStepTimeouts'?: (number);
  /**
   * That many invalid actions in a row end the episode, scored. Missing: 5.
   */
  'maxInvalidActions'?: (number);
  /**
   * Cap of one view in bytes, at most 64 KiB. Missing: 12 KiB. Views that are JSON are for programs: they have 64 KiB.
   */
  'maxObservationBytes'?: (number);
  /**
   * Virtual time that a step costs for the agent's own thinking, beside its actions. Missing: 10 s when simulated, real time live.
   */
  'stepLatency'?: (_google_protobuf_Duration__Output);
  '_maxSteps'?: "maxSteps";
  '_maxStepTimeouts'?: "maxStepTimeouts";
  '_maxInvalidActions'?: "maxInvalidActions";
  '_maxObservationBytes'?: "maxObservationBytes";
}
