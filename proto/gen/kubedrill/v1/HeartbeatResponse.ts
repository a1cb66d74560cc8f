// Original file: kubedrill/v1/environment.proto

import type { LeaseState as _kubedrill_v1_LeaseState, LeaseState__Output as _kubedrill_v1_LeaseState__Output } from '../../kubedrill/v1/LeaseState.ts';
import type { _kubedrill_v1_ServerInfo_State, _kubedrill_v1_ServerInfo_State__Output } from '../../kubedrill/v1/ServerInfo.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../google/protobuf/Timestamp.ts';

export interface HeartbeatResponse {
  /**
   * In the order asked; an unknown id is CLOSED, not an error.
   */
  'leases'?: (_kubedrill_v1_LeaseState)[];
  'serverState'?: (_kubedrill_v1_ServerInfo_State);
  'serverTime'?: (_google_protobuf_Timestamp | null);
}

export interface HeartbeatResponse__Output {
  /**
   * In the order asked; an unknown id is CLOSED, not an error.
   */
  'leases'?: (_kubedrill_v1_LeaseState__Output)[];
  'serverState'?: (_kubedrill_v1_ServerInfo_State__Output);
  'serverTime'?: (_google_protobuf_Timestamp__Output);
}
