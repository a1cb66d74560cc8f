// Original file: kubedrill/v1/environment.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../google/protobuf/Timestamp.ts';

// Original file: kubedrill/v1/environment.proto

export const _kubedrill_v1_SessionEvent_Kind = {
  KIND_UNSPECIFIED: 'KIND_UNSPECIFIED',
  /**
   * A deferred episode has its slot.
   */
  KIND_EPISODE_READY: 'KIND_EPISODE_READY',
  KIND_EPISODE_ENDED: 'KIND_EPISODE_ENDED',
  /**
   * The lease ends soon.
   */
  KIND_LEASE_WARNING: 'KIND_LEASE_WARNING',
  KIND_QUEUE_UPDATE: 'KIND_QUEUE_UPDATE',
  /**
   * The server stops; see deadline.
   */
  KIND_DRAIN: 'KIND_DRAIN',
} as const;

export type _kubedrill_v1_SessionEvent_Kind =
  | 'KIND_UNSPECIFIED'
  | 0
  /**
   * A deferred episode has its slot.
   */
  | 'KIND_EPISODE_READY'
  | 1
  | 'KIND_EPISODE_ENDED'
  | 2
  /**
   * The lease ends soon.
   */
  | 'KIND_LEASE_WARNING'
  | 3
  | 'KIND_QUEUE_UPDATE'
  | 4
  /**
   * The server stops; see deadline.
   */
  | 'KIND_DRAIN'
  | 5

export type _kubedrill_v1_SessionEvent_Kind__Output = typeof _kubedrill_v1_SessionEvent_Kind[keyof typeof _kubedrill_v1_SessionEvent_Kind]

/**
 * News that nobody asked for.
 */
export interface SessionEvent {
  'kind'?: (_kubedrill_v1_SessionEvent_Kind);
  /**
   * Missing: not about an episode.
   */
  'episodeId'?: (string);
  /**
   * Missing: none.
   */
  'deadline'?: (_google_protobuf_Timestamp | null);
}

/**
 * News that nobody asked for.
 */
export interface SessionEvent__Output {
  'kind'?: (_kubedrill_v1_SessionEvent_Kind__Output);
  /**
   * Missing: not about an episode.
   */
  'episodeId'?: (string);
  /**
   * Missing: none.
   */
  'deadline'?: (_google_protobuf_Timestamp__Output);
}
