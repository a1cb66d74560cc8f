// Original file: kubedrill/v1/environment.proto

import type { EpisodeState as _kubedrill_v1_EpisodeState, EpisodeState__Output as _kubedrill_v1_EpisodeState__Output } from '../../kubedrill/v1/EpisodeState.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../google/protobuf/Timestamp.ts';
import type { Ending as _kubedrill_v1_Ending, Ending__Output as _kubedrill_v1_Ending__Output } from '../../kubedrill/v1/Ending.ts';

/**
 * The lease of one episode.
 */
export interface LeaseState {
  'episodeId'?: (string);
  'state'?: (_kubedrill_v1_EpisodeState);
  /**
   * Missing: closed.
   */
  'leaseExpiresAt'?: (_google_protobuf_Timestamp | null);
  /**
   * Missing: running.
   */
  'ending'?: (_kubedrill_v1_Ending | null);
}

/**
 * The lease of one episode.
 */
export interface LeaseState__Output {
  'episodeId'?: (string);
  'state'?: (_kubedrill_v1_EpisodeState__Output);
  /**
   * Missing: closed.
   */
  'leaseExpiresAt'?: (_google_protobuf_Timestamp__Output);
  /**
   * Missing: running.
   */
  'ending'?: (_kubedrill_v1_Ending__Output);
}
