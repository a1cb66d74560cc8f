// Original file: kubedrill/v1/environment.proto

import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../google/protobuf/Timestamp.ts';

/**
 * Addresses and token of one episode's agent. Missing addresses were not asked for, or this server does not offer them.
 */
export interface AgentAccess {
  /**
   * Tools of the episode over MCP (streamable HTTP): each call is a step.
   */
  'mcpUrl'?: (string);
  'kubeApiUrl'?: (string);
  /**
   * Bearer token of all addresses. It opens nothing of the trainer's.
   */
  'token'?: (string);
  'expiresAt'?: (_google_protobuf_Timestamp | null);
  /**
   * HTTP APIs of the cluster's telemetry. Requests take virtual time, and are recorded with the episode.
   */
  'prometheusUrl'?: (string);
  'lokiUrl'?: (string);
  'jaegerUrl'?: (string);
  /**
   * Kubeconfig for kube_api_url, YAML. Only GetAgentAccess returns it.
   */
  'kubeconfig'?: (string);
}

/**
 * Addresses and token of one episode's agent. Missing addresses were not asked for, or this server does not offer them.
 */
export interface AgentAccess__Output {
  /**
   * Tools of the episode over MCP (streamable HTTP): each call is a step.
   */
  'mcpUrl'?: (string);
  'kubeApiUrl'?: (string);
  /**
   * Bearer token of all addresses. It opens nothing of the trainer's.
   */
  'token'?: (string);
  'expiresAt'?: (_google_protobuf_Timestamp__Output);
  /**
   * HTTP APIs of the cluster's telemetry. Requests take virtual time, and are recorded with the episode.
   */
  'prometheusUrl'?: (string);
  'lokiUrl'?: (string);
  'jaegerUrl'?: (string);
  /**
   * Kubeconfig for kube_api_url, YAML. Only GetAgentAccess returns it.
   */
  'kubeconfig'?: (string);
}
