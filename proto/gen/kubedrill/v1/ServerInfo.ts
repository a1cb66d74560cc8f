// Original file: kubedrill/v1/environment.proto

import type { BackendInfo as _kubedrill_v1_BackendInfo, BackendInfo__Output as _kubedrill_v1_BackendInfo__Output } from '../../kubedrill/v1/BackendInfo.ts';
import type { ServerLimits as _kubedrill_v1_ServerLimits, ServerLimits__Output as _kubedrill_v1_ServerLimits__Output } from '../../kubedrill/v1/ServerLimits.ts';
import type { ViewSpec as _kubedrill_v1_ViewSpec, ViewSpec__Output as _kubedrill_v1_ViewSpec__Output } from '../../kubedrill/v1/ViewSpec.ts';

// Original file: kubedrill/v1/environment.proto

/**
 * State of the server: whether it accepts new episodes.
 */
export const _kubedrill_v1_ServerInfo_State = {
  STATE_UNSPECIFIED: 'STATE_UNSPECIFIED',
  STATE_SERVING: 'STATE_SERVING',
  /**
   * New resets are refused; running episodes go on until the drain's deadline.
   */
  STATE_DRAINING: 'STATE_DRAINING',
} as const;

/**
 * State of the server: whether it accepts new episodes.
 */
export type _kubedrill_v1_ServerInfo_State =
  | 'STATE_UNSPECIFIED'
  | 0
  | 'STATE_SERVING'
  | 1
  /**
   * New resets are refused; running episodes go on until the drain's deadline.
   */
  | 'STATE_DRAINING'
  | 2

/**
 * State of the server: whether it accepts new episodes.
 */
export type _kubedrill_v1_ServerInfo_State__Output = typeof _kubedrill_v1_ServerInfo_State[keyof typeof _kubedrill_v1_ServerInfo_State]

/**
 * Versions, capabilities and limits of a server.
 */
export interface ServerInfo {
  'serverVersion'?: (string);
  /**
   * `v1`.
   */
  'apiVersion'?: (string);
  /**
   * Digest of the code and data that decide an episode.
   */
  'buildDigest'?: (string);
  /**
   * Node and V8 version: part of the determinism claim.
   */
  'runtime'?: (string);
  /**
   * Digest of all tasks, injectors and rewards.
   */
  'catalogueDigest'?: (string);
  /**
   * `fork.snapshot`, `fork.replay`, `validate`, `session`, …; an absent one answers UNIMPLEMENTED. Missing: none.
   */
  'capabilities'?: (string)[];
  /**
   * Missing: not offered.
   */
  'backends'?: (_kubedrill_v1_BackendInfo)[];
  'limits'?: (_kubedrill_v1_ServerLimits | null);
  'views'?: (_kubedrill_v1_ViewSpec)[];
  'rewardProfiles'?: (string)[];
  'toolProfiles'?: (string)[];
  'splits'?: (string)[];
  /**
   * Scopes of this caller: `play`, `train`, `eval`, `holdout`, `admin`.
   */
  'scopes'?: (string)[];
  'state'?: (_kubedrill_v1_ServerInfo_State);
  /**
   * Name of the key behind sealed names and draws, which tells nothing of it: servers with equal ones take each other's names. Missing: a
   * server of an earlier version.
   */
  'taskKeyId'?: (string);
  /**
   * Id of the journal, which a server that goes on with its episodes has again at whatever address; without a journal, of the process.
   * Missing: a server of an earlier version.
   */
  'serverId'?: (string);
}

/**
 * Versions, capabilities and limits of a server.
 */
export interface ServerInfo__Output {
  'serverVersion'?: (string);
  /**
   * `v1`.
   */
  'apiVersion'?: (string);
  /**
   * Digest of the code and data that decide an episode.
   */
  'buildDigest'?: (string);
  /**
   * Node and V8 version: part of the determinism claim.
   */
  'runtime'?: (string);
  /**
   * Digest of all tasks, injectors and rewards.
   */
  'catalogueDigest'?: (string);
  /**
   * `fork.snapshot`, `fork.replay`, `validate`, `session`, …; an absent one answers UNIMPLEMENTED. Missing: none.
   */
  'capabilities'?: (string)[];
  /**
   * Missing: not offered.
   */
  'backends'?: (_kubedrill_v1_BackendInfo__Output)[];
  'limits'?: (_kubedrill_v1_ServerLimits__Output);
  'views'?: (_kubedrill_v1_ViewSpec__Output)[];
  'rewardProfiles'?: (string)[];
  'toolProfiles'?: (string)[];
  'splits'?: (string)[];
  /**
   * Scopes of this caller: `play`, `train`, `eval`, `holdout`, `admin`.
   */
  'scopes'?: (string)[];
  'state'?: (_kubedrill_v1_ServerInfo_State__Output);
  /**
   * Name of the key behind sealed names and draws, which tells nothing of it: servers with equal ones take each other's names. Missing: a
   * server of an earlier version.
   */
  'taskKeyId'?: (string);
  /**
   * Id of the journal, which a server that goes on with its episodes has again at whatever address; without a journal, of the process.
   * Missing: a server of an earlier version.
   */
  'serverId'?: (string);
}
