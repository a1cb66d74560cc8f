// Original file: kubedrill/v1/common.proto

import type { Backend as _kubedrill_v1_Backend, Backend__Output as _kubedrill_v1_Backend__Output } from '../../kubedrill/v1/Backend.ts';
import type { Limits as _kubedrill_v1_Limits, Limits__Output as _kubedrill_v1_Limits__Output } from '../../kubedrill/v1/Limits.ts';
import type { Spoilers as _kubedrill_v1_Spoilers, Spoilers__Output as _kubedrill_v1_Spoilers__Output } from '../../kubedrill/v1/Spoilers.ts';

/**
 * A problem made concrete, as trainers see it. Only the instruction may reach an agent.
 */
export interface Task {
  /**
   * Name without words; whoever has a catalogue can look it up. Missing: the caller lacks the scope of the split.
   */
  'publicId'?: (string);
  /**
   * `train`, `eval` or `holdout`.
   */
  'split'?: (string);
  /**
   * 1..5.
   */
  'difficulty'?: (number);
  /**
   * Backends that can run it.
   */
  'backends'?: (_kubedrill_v1_Backend)[];
  /**
   * Instruction to the agent.
   */
  'instruction'?: (string);
  /**
   * Digest of the task's definition. Missing: the caller lacks the scope of the split.
   */
  'digest'?: (string);
  /**
   * Tool subset offered by default. Missing: all tools.
   */
  'toolProfile'?: (string);
  /**
   * Limits when Reset gives none.
   */
  'limits'?: (_kubedrill_v1_Limits | null);
  /**
   * Cost of a slot for it: `fork`, `namespace` or `cluster`.
   */
  'costClass'?: (string);
  /**
   * Parts that spell the answer. Missing: the caller lacks the scope of the split.
   */
  'spoilers'?: (_kubedrill_v1_Spoilers | null);
}

/**
 * A problem made concrete, as trainers see it. Only the instruction may reach an agent.
 */
export interface Task__Output {
  /**
   * Name without words; whoever has a catalogue can look it up. Missing: the caller lacks the scope of the split.
   */
  'publicId'?: (string);
  /**
   * `train`, `eval` or `holdout`.
   */
  'split'?: (string);
  /**
   * 1..5.
   */
  'difficulty'?: (number);
  /**
   * Backends that can run it.
   */
  'backends'?: (_kubedrill_v1_Backend__Output)[];
  /**
   * Instruction to the agent.
   */
  'instruction'?: (string);
  /**
   * Digest of the task's definition. Missing: the caller lacks the scope of the split.
   */
  'digest'?: (string);
  /**
   * Tool subset offered by default. Missing: all tools.
   */
  'toolProfile'?: (string);
  /**
   * Limits when Reset gives none.
   */
  'limits'?: (_kubedrill_v1_Limits__Output);
  /**
   * Cost of a slot for it: `fork`, `namespace` or `cluster`.
   */
  'costClass'?: (string);
  /**
   * Parts that spell the answer. Missing: the caller lacks the scope of the split.
   */
  'spoilers'?: (_kubedrill_v1_Spoilers__Output);
}
