// Original file: kubedrill/v1/common.proto

import type { Long } from '@grpc/proto-loader';

// Original file: kubedrill/v1/common.proto

/**
 * The order of draws.
 */
export const _kubedrill_v1_Sampler_Kind = {
  /**
   * The same as KIND_BALANCED.
   */
  KIND_UNSPECIFIED: 'KIND_UNSPECIFIED',
  /**
   * Independent draws, each task as likely as any other.
   */
  KIND_UNIFORM: 'KIND_UNIFORM',
  /**
   * Each task once per pass, in a drawn order.
   */
  KIND_SHUFFLED: 'KIND_SHUFFLED',
  /**
   * In the order of the catalogue.
   */
  KIND_SEQUENTIAL: 'KIND_SEQUENTIAL',
  /**
   * Independent draws, as likely as the sum of the weights of a task's tags.
   */
  KIND_WEIGHTED: 'KIND_WEIGHTED',
  /**
   * Weighted by what the learner named `curriculum_id` still fails at.
   */
  KIND_CURRICULUM: 'KIND_CURRICULUM',
  /**
   * Independent draws with declared shares: 10 % healthy, 10 % with several faults, 8 % that users do not notice, the rest
   * with one fault that they notice; within each, families of faults, then applications, then tasks are drawn by their levels
   * of difficulty: those of the second are half as likely as those above, and those of the first a quarter.
   */
  KIND_BALANCED: 'KIND_BALANCED',
} as const;

/**
 * The order of draws.
 */
export type _kubedrill_v1_Sampler_Kind =
  /**
   * The same as KIND_BALANCED.
   */
  | 'KIND_UNSPECIFIED'
  | 0
  /**
   * Independent draws, each task as likely as any other.
   */
  | 'KIND_UNIFORM'
  | 1
  /**
   * Each task once per pass, in a drawn order.
   */
  | 'KIND_SHUFFLED'
  | 2
  /**
   * In the order of the catalogue.
   */
  | 'KIND_SEQUENTIAL'
  | 3
  /**
   * Independent draws, as likely as the sum of the weights of a task's tags.
   */
  | 'KIND_WEIGHTED'
  | 4
  /**
   * Weighted by what the learner named `curriculum_id` still fails at.
   */
  | 'KIND_CURRICULUM'
  | 5
  /**
   * Independent draws with declared shares: 10 % healthy, 10 % with several faults, 8 % that users do not notice, the rest
   * with one fault that they notice; within each, families of faults, then applications, then tasks are drawn by their levels
   * of difficulty: those of the second are half as likely as those above, and those of the first a quarter.
   */
  | 'KIND_BALANCED'
  | 6

/**
 * The order of draws.
 */
export type _kubedrill_v1_Sampler_Kind__Output = typeof _kubedrill_v1_Sampler_Kind[keyof typeof _kubedrill_v1_Sampler_Kind]

/**
 * Order and seed in which tasks are drawn.
 */
export interface Sampler {
  /**
   * Missing: KIND_BALANCED.
   */
  'kind'?: (_kubedrill_v1_Sampler_Kind);
  /**
   * Seed of the draw, apart from the episode's seed. Missing: drawn by the server and returned.
   */
  'seed'?: (number | string | Long);
  /**
   * Cursor of a former reply of the same catalogue, from which to continue. Missing: the start.
   */
  'cursor'?: (string);
  /**
   * Weight by tag, for KIND_WEIGHTED, at most 1,024. Missing: 1.0 each.
   */
  'weights'?: ({[key: string]: number | string});
  /**
   * State of the learner that KIND_CURRICULUM draws by, shared by all who name it. Missing: `default`.
   */
  'curriculumId'?: (string);
  '_seed'?: "seed";
}

/**
 * Order and seed in which tasks are drawn.
 */
export interface Sampler__Output {
  /**
   * Missing: KIND_BALANCED.
   */
  'kind'?: (_kubedrill_v1_Sampler_Kind__Output);
  /**
   * Seed of the draw, apart from the episode's seed. Missing: drawn by the server and returned.
   */
  'seed'?: (string);
  /**
   * Cursor of a former reply of the same catalogue, from which to continue. Missing: the start.
   */
  'cursor'?: (string);
  /**
   * Weight by tag, for KIND_WEIGHTED, at most 1,024. Missing: 1.0 each.
   */
  'weights'?: ({[key: string]: number});
  /**
   * State of the learner that KIND_CURRICULUM draws by, shared by all who name it. Missing: `default`.
   */
  'curriculumId'?: (string);
  '_seed'?: "seed";
}
