// Original file: kubedrill/v1/environment.proto

import type { ToolSpec as _kubedrill_v1_ToolSpec, ToolSpec__Output as _kubedrill_v1_ToolSpec__Output } from '../../kubedrill/v1/ToolSpec.ts';
import type { Limits as _kubedrill_v1_Limits, Limits__Output as _kubedrill_v1_Limits__Output } from '../../kubedrill/v1/Limits.ts';

/**
 * Tools, system prompt and limits of every episode with a tool profile; the instruction of its task follows with Reset.
 */
export interface ToolProfile {
  /**
   * Missing: all tools.
   */
  'name'?: (string);
  /**
   * Tools, sorted by name.
   */
  'tools'?: (_kubedrill_v1_ToolSpec)[];
  /**
   * First message of a chat, before the instruction.
   */
  'systemPrompt'?: (string);
  /**
   * Limits of tasks that have none of their own.
   */
  'limits'?: (_kubedrill_v1_Limits | null);
  /**
   * Digest of the tools and the system prompt.
   */
  'digest'?: (string);
}

/**
 * Tools, system prompt and limits of every episode with a tool profile; the instruction of its task follows with Reset.
 */
export interface ToolProfile__Output {
  /**
   * Missing: all tools.
   */
  'name'?: (string);
  /**
   * Tools, sorted by name.
   */
  'tools'?: (_kubedrill_v1_ToolSpec__Output)[];
  /**
   * First message of a chat, before the instruction.
   */
  'systemPrompt'?: (string);
  /**
   * Limits of tasks that have none of their own.
   */
  'limits'?: (_kubedrill_v1_Limits__Output);
  /**
   * Digest of the tools and the system prompt.
   */
  'digest'?: (string);
}
