// Original file: kubedrill/v1/environment.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../google/protobuf/Timestamp.ts';

/**
 * Addresses and token of one episode's agent.
 */
export interface AgentAccess {
  /**
   * Missing: not asked for.
   */
  'mcpUrl'?: (string);
  /**
   * Missing: not asked for.
   */
  'kubeApiUrl'?: (string);
  'token'?: (string);
  'expiresAt'?: (_google_protobuf_Timestamp | null);
}

/**
 * Addresses and token of one episode's agent.
 */
export interface AgentAccess__Output {
  /**
   * Missing: not asked for.
   */
  'mcpUrl'?: (string);
  /**
   * Missing: not asked for.
   */
  'kubeApiUrl'?: (string);
  'token'?: (string);
  'expiresAt'?: (_google_protobuf_Timestamp__Output);
}
