// Original file: kubedrill/v1/environment.proto

import type { TaskSelector as _kubedrill_v1_TaskSelector, TaskSelector__Output as _kubedrill_v1_TaskSelector__Output } from '../../kubedrill/v1/TaskSelector.ts';
import type { Limits as _kubedrill_v1_Limits, Limits__Output as _kubedrill_v1_Limits__Output } from '../../kubedrill/v1/Limits.ts';
import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../google/protobuf/Duration.ts';
import type { ViewRequest as _kubedrill_v1_ViewRequest, ViewRequest__Output as _kubedrill_v1_ViewRequest__Output } from '../../kubedrill/v1/ViewRequest.ts';
import type { Admission as _kubedrill_v1_Admission, Admission__Output as _kubedrill_v1_Admission__Output } from '../../kubedrill/v1/Admission.ts';
import type { Backend as _kubedrill_v1_Backend, Backend__Output as _kubedrill_v1_Backend__Output } from '../../kubedrill/v1/Backend.ts';
import type { AgentAccessRequest as _kubedrill_v1_AgentAccessRequest, AgentAccessRequest__Output as _kubedrill_v1_AgentAccessRequest__Output } from '../../kubedrill/v1/AgentAccessRequest.ts';
import type { Long } from '@grpc/proto-loader';

export interface ResetRequest {
  /**
   * Minted by the client (`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`, best a UUIDv7): the key of idempotent replay. Missing: INVALID_ARGUMENT.
   */
  'episodeId'?: (string);
  /**
   * Task to play. Missing: uniform over split `train`.
   */
  'task'?: (_kubedrill_v1_TaskSelector | null);
  /**
   * Root seed, split by name into independent streams. Missing: drawn by the server, returned as effective_seed.
   */
  'seed'?: (number | string | Long);
  /**
   * Missing: the task's.
   */
  'limits'?: (_kubedrill_v1_Limits | null);
  /**
   * Silence allowed before the episode is reaped, 10 s..24 h. Missing: 10 min.
   */
  'leaseTtl'?: (_google_protobuf_Duration | null);
  /**
   * Rollouts compared with each other: same task and seed are enforced within it. Missing: no group.
   */
  'groupId'?: (string);
  /**
   * Named set of components and weights. Missing: the task's.
   */
  'rewardProfile'?: (string);
  /**
   * Views of this and later steps. Missing: `text`.
   */
  'views'?: (_kubedrill_v1_ViewRequest)[];
  /**
   * Admission when no slot is free. Missing: wait until the call's deadline.
   */
  'admission'?: (_kubedrill_v1_Admission | null);
  /**
   * 16..64 bytes that Close must show; only a digest is kept. Missing: anybody in scope may close.
   */
  'closeToken'?: (Buffer | Uint8Array | string);
  /**
   * The caller's finished episode: closed first, its slot preferred; saves a round trip. Missing: nothing is closed.
   */
  'replacesEpisodeId'?: (string);
  /**
   * Forces a world. Missing: the task's first backend with capacity.
   */
  'backend'?: (_kubedrill_v1_Backend);
  /**
   * Subset of tools (`kubectl`, `typed`, `readonly`, `conductor`). Missing: the task's.
   */
  'toolProfile'?: (string);
  /**
   * Endpoints for the agent itself. Missing: none.
   */
  'agentAccess'?: (_kubedrill_v1_AgentAccessRequest | null);
  /**
   * Run id, policy version, optimiser step, …: copied to the record; 32 entries of 256 bytes. Missing: none.
   */
  'labels'?: ({[key: string]: string});
  /**
   * Problem parameters that the problem's schema allows. Missing: {}.
   */
  'optionsJson'?: (string);
  /**
   * Component to weight, instead of the profile's. Each 0..1; those of mitigation, diagnosis and slo add up to at most 1, and those of
   * slo, collateral and format too, so that the return lies in -1..1. Missing: the profile's.
   */
  'rewardWeights'?: ({[key: string]: number | string});
  /**
   * Effect of MAX_STEPS, VIRTUAL_TIME and WALL_CLOCK: `graded` terminates with a grade; `truncated` truncates without one, for learners
   * that bootstrap. Missing: `graded`.
   */
  'timeLimit'?: (string);
  /**
   * Time of the world between the first symptoms of what is wrong and the first observation, 1 s to 30 min; shorter where a fault would not
   * stay as it is for so long, and at most 3 min in a slot of a real cluster. Missing: the seed draws it, at least 2 min, on every backend.
   */
  'leadTime'?: (_google_protobuf_Duration | null);
  '_seed'?: "seed";
}

export interface ResetRequest__Output {
  /**
   * Minted by the client (`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`, best a UUIDv7): the key of idempotent replay. Missing: INVALID_ARGUMENT.
   */
  'episodeId'?: (string);
  /**
   * Task to play. Missing: uniform over split `train`.
   */
  'task'?: (_kubedrill_v1_TaskSelector__Output);
  /**
   * Root seed, split by name into independent streams. Missing: drawn by the server, returned as effective_seed.
   */
  'seed'?: (string);
  /**
   * Missing: the task's.
   */
  'limits'?: (_kubedrill_v1_Limits__Output);
  /**
   * Silence allowed before the episode is reaped, 10 s..24 h. Missing: 10 min.
   */
  'leaseTtl'?: (_google_protobuf_Duration__Output);
  /**
   * Rollouts compared with each other: same task and seed are enforced within it. Missing: no group.
   */
  'groupId'?: (string);
  /**
   * Named set of components and weights. Missing: the task's.
   */
  'rewardProfile'?: (string);
  /**
   * Views of this and later steps. Missing: `text`.
   */
  'views'?: (_kubedrill_v1_ViewRequest__Output)[];
  /**
   * Admission when no slot is free. Missing: wait until the call's deadline.
   */
  'admission'?: (_kubedrill_v1_Admission__Output);
  /**
   * 16..64 bytes that Close must show; only a digest is kept. Missing: anybody in scope may close.
   */
  'closeToken'?: (Buffer);
  /**
   * The caller's finished episode: closed first, its slot preferred; saves a round trip. Missing: nothing is closed.
   */
  'replacesEpisodeId'?: (string);
  /**
   * Forces a world. Missing: the task's first backend with capacity.
   */
  'backend'?: (_kubedrill_v1_Backend__Output);
  /**
   * Subset of tools (`kubectl`, `typed`, `readonly`, `conductor`). Missing: the task's.
   */
  'toolProfile'?: (string);
  /**
   * Endpoints for the agent itself. Missing: none.
   */
  'agentAccess'?: (_kubedrill_v1_AgentAccessRequest__Output);
  /**
   * Run id, policy version, optimiser step, …: copied to the record; 32 entries of 256 bytes. Missing: none.
   */
  'labels'?: ({[key: string]: string});
  /**
   * Problem parameters that the problem's schema allows. Missing: {}.
   */
  'optionsJson'?: (string);
  /**
   * Component to weight, instead of the profile's. Each 0..1; those of mitigation, diagnosis and slo add up to at most 1, and those of
   * slo, collateral and format too, so that the return lies in -1..1. Missing: the profile's.
   */
  'rewardWeights'?: ({[key: string]: number});
  /**
   * Effect of MAX_STEPS, VIRTUAL_TIME and WALL_CLOCK: `graded` terminates with a grade; `truncated` truncates without one, for learners
   * that bootstrap. Missing: `graded`.
   */
  'timeLimit'?: (string);
  /**
   * Time of the world between the first symptoms of what is wrong and the first observation, 1 s to 30 min; shorter where a fault would not
   * stay as it is for so long, and at most 3 min in a slot of a real cluster. Missing: the seed draws it, at least 2 min, on every backend.
   */
  'leadTime'?: (_google_protobuf_Duration__Output);
  '_seed'?: "seed";
}
