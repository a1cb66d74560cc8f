// Original file: kubedrill/v1/common.proto

import type { EpisodeState as _kubedrill_v1_EpisodeState, EpisodeState__Output as _kubedrill_v1_EpisodeState__Output } from '../../kubedrill/v1/EpisodeState.ts';
import type { Backend as _kubedrill_v1_Backend, Backend__Output as _kubedrill_v1_Backend__Output } from '../../kubedrill/v1/Backend.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../google/protobuf/Timestamp.ts';

/**
 * Identity of an episode, for logs.
 */
export interface Episode {
  'episodeId'?: (string);
  'state'?: (_kubedrill_v1_EpisodeState);
  /**
   * Missing: no group.
   */
  'groupId'?: (string);
  'backend'?: (_kubedrill_v1_Backend);
  /**
   * Missing: not leased yet, or the caller lacks the scope of the split.
   */
  'slotId'?: (string);
  'buildDigest'?: (string);
  /**
   * Index that the next Step must carry. Missing: 0.
   */
  'nextStepIndex'?: (number);
  'createdAt'?: (_google_protobuf_Timestamp | null);
  /**
   * The public_id of its task. Missing: the caller lacks the scope of the split.
   */
  'taskPublicId'?: (string);
}

/**
 * Identity of an episode, for logs.
 */
export interface Episode__Output {
  'episodeId'?: (string);
  'state'?: (_kubedrill_v1_EpisodeState__Output);
  /**
   * Missing: no group.
   */
  'groupId'?: (string);
  'backend'?: (_kubedrill_v1_Backend__Output);
  /**
   * Missing: not leased yet, or the caller lacks the scope of the split.
   */
  'slotId'?: (string);
  'buildDigest'?: (string);
  /**
   * Index that the next Step must carry. Missing: 0.
   */
  'nextStepIndex'?: (number);
  'createdAt'?: (_google_protobuf_Timestamp__Output);
  /**
   * The public_id of its task. Missing: the caller lacks the scope of the split.
   */
  'taskPublicId'?: (string);
}
