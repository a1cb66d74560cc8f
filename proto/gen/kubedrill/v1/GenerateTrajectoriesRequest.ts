// Original file: kubedrill/v1/dataset.proto

import type { TaskFilter as _kubedrill_v1_TaskFilter, TaskFilter__Output as _kubedrill_v1_TaskFilter__Output } from '../../kubedrill/v1/TaskFilter.ts';
import type { Sampler as _kubedrill_v1_Sampler, Sampler__Output as _kubedrill_v1_Sampler__Output } from '../../kubedrill/v1/Sampler.ts';

export interface GenerateTrajectoriesRequest {
  /**
   * Missing: split `train`.
   */
  'filter'?: (_kubedrill_v1_TaskFilter | null);
  /**
   * Missing: balanced. The seed is the root of tasks, episode seeds and the policies' own chance; missing: 0.
   */
  'sampler'?: (_kubedrill_v1_Sampler | null);
  /**
   * Number of episodes, 1..10,000. Missing: 1.
   */
  'episodes'?: (number);
  /**
   * Agents that play each task, up to 16. Missing: `expert`.
   */
  'policies'?: (string)[];
  /**
   * Episodes of each policy with one task and seed, 1..64. Missing: 1.
   */
  'repeats'?: (number);
  /**
   * `native` or one of `sft`, `prompt-completion`, `preference`, `rlds`, `atif`. Missing: `native`.
   */
  'format'?: (string);
  /**
   * Number of episodes to leave out: `next_offset` of the last row of an earlier stream. Missing: 0.
   */
  'offset'?: (number);
  /**
   * Reward profile. Missing: the task's.
   */
  'rewardProfile'?: (string);
  /**
   * Steps before an episode is cut off. Missing: the task's.
   */
  'maxSteps'?: (number);
  /**
   * Episodes of the reference from a fork of each state, by which steps get advantages, 0..64. Missing: 0.
   */
  'advantages'?: (number);
  /**
   * Agent that values states. Missing: `heuristic`.
   */
  'reference'?: (string);
  '_maxSteps'?: "maxSteps";
}

export interface GenerateTrajectoriesRequest__Output {
  /**
   * Missing: split `train`.
   */
  'filter'?: (_kubedrill_v1_TaskFilter__Output);
  /**
   * Missing: balanced. The seed is the root of tasks, episode seeds and the policies' own chance; missing: 0.
   */
  'sampler'?: (_kubedrill_v1_Sampler__Output);
  /**
   * Number of episodes, 1..10,000. Missing: 1.
   */
  'episodes'?: (number);
  /**
   * Agents that play each task, up to 16. Missing: `expert`.
   */
  'policies'?: (string)[];
  /**
   * Episodes of each policy with one task and seed, 1..64. Missing: 1.
   */
  'repeats'?: (number);
  /**
   * `native` or one of `sft`, `prompt-completion`, `preference`, `rlds`, `atif`. Missing: `native`.
   */
  'format'?: (string);
  /**
   * Number of episodes to leave out: `next_offset` of the last row of an earlier stream. Missing: 0.
   */
  'offset'?: (number);
  /**
   * Reward profile. Missing: the task's.
   */
  'rewardProfile'?: (string);
  /**
   * Steps before an episode is cut off. Missing: the task's.
   */
  'maxSteps'?: (number);
  /**
   * Episodes of the reference from a fork of each state, by which steps get advantages, 0..64. Missing: 0.
   */
  'advantages'?: (number);
  /**
   * Agent that values states. Missing: `heuristic`.
   */
  'reference'?: (string);
  '_maxSteps'?: "maxSteps";
}
