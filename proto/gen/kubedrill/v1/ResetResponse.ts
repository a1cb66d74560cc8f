// Original file: kubedrill/v1/environment.proto

import type { Episode as _kubedrill_v1_Episode, Episode__Output as _kubedrill_v1_Episode__Output } from '../../kubedrill/v1/Episode.ts';
import type { Task as _kubedrill_v1_Task, Task__Output as _kubedrill_v1_Task__Output } from '../../kubedrill/v1/Task.ts';
import type { Observation as _kubedrill_v1_Observation, Observation__Output as _kubedrill_v1_Observation__Output } from '../../kubedrill/v1/Observation.ts';
import type { ToolSpec as _kubedrill_v1_ToolSpec, ToolSpec__Output as _kubedrill_v1_ToolSpec__Output } from '../../kubedrill/v1/ToolSpec.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../google/protobuf/Timestamp.ts';
import type { Limits as _kubedrill_v1_Limits, Limits__Output as _kubedrill_v1_Limits__Output } from '../../kubedrill/v1/Limits.ts';
import type { AgentAccess as _kubedrill_v1_AgentAccess, AgentAccess__Output as _kubedrill_v1_AgentAccess__Output } from '../../kubedrill/v1/AgentAccess.ts';
import type { Long } from '@grpc/proto-loader';

export interface ResetResponse {
  'episode'?: (_kubedrill_v1_Episode | null);
  /**
   * Known even while the episode is queued.
   */
  'task'?: (_kubedrill_v1_Task | null);
  /**
   * Missing: still queued.
   */
  'observation'?: (_kubedrill_v1_Observation | null);
  /**
   * Schemas for this episode. Missing: no tool profile, or still queued.
   */
  'tools'?: (_kubedrill_v1_ToolSpec)[];
  /**
   * Always set.
   */
  'effectiveSeed'?: (number | string | Long);
  'leaseExpiresAt'?: (_google_protobuf_Timestamp | null);
  /**
   * Effective. Missing: still queued.
   */
  'limits'?: (_kubedrill_v1_Limits | null);
  /**
   * Equal within a group, or the group is refused. Missing: still queued.
   */
  'stateDigest'?: (string);
  /**
   * 0 is next. Missing: not queued.
   */
  'queuePosition'?: (number);
  /**
   * Missing: not asked for.
   */
  'agentAccess'?: (_kubedrill_v1_AgentAccess | null);
  /**
   * Residue of the previous tenant that could not be undone (live). Missing: clean.
   */
  'residue'?: (string)[];
  /**
   * Stored reply of an earlier identical call. Missing: fresh.
   */
  'replayed'?: (boolean);
  '_queuePosition'?: "queuePosition";
}

export interface ResetResponse__Output {
  'episode'?: (_kubedrill_v1_Episode__Output);
  /**
   * Known even while the episode is queued.
   */
  'task'?: (_kubedrill_v1_Task__Output);
  /**
   * Missing: still queued.
   */
  'observation'?: (_kubedrill_v1_Observation__Output);
  /**
   * Schemas for this episode. Missing: no tool profile, or still queued.
   */
  'tools'?: (_kubedrill_v1_ToolSpec__Output)[];
  /**
   * Always set.
   */
  'effectiveSeed'?: (string);
  'leaseExpiresAt'?: (_google_protobuf_Timestamp__Output);
  /**
   * Effective. Missing: still queued.
   */
  'limits'?: (_kubedrill_v1_Limits__Output);
  /**
   * Equal within a group, or the group is refused. Missing: still queued.
   */
  'stateDigest'?: (string);
  /**
   * 0 is next. Missing: not queued.
   */
  'queuePosition'?: (number);
  /**
   * Missing: not asked for.
   */
  'agentAccess'?: (_kubedrill_v1_AgentAccess__Output);
  /**
   * Residue of the previous tenant that could not be undone (live). Missing: clean.
   */
  'residue'?: (string)[];
  /**
   * Stored reply of an earlier identical call. Missing: fresh.
   */
  'replayed'?: (boolean);
  '_queuePosition'?: "queuePosition";
}
