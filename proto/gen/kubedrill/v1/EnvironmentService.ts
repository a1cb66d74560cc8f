// Original file: kubedrill/v1/environment.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AgentAccess as _kubedrill_v1_AgentAccess, AgentAccess__Output as _kubedrill_v1_AgentAccess__Output } from '../../kubedrill/v1/AgentAccess.ts';
import type { ClientFrame as _kubedrill_v1_ClientFrame, ClientFrame__Output as _kubedrill_v1_ClientFrame__Output } from '../../kubedrill/v1/ClientFrame.ts';
import type { CloseRequest as _kubedrill_v1_CloseRequest, CloseRequest__Output as _kubedrill_v1_CloseRequest__Output } from '../../kubedrill/v1/CloseRequest.ts';
import type { CloseResponse as _kubedrill_v1_CloseResponse, CloseResponse__Output as _kubedrill_v1_CloseResponse__Output } from '../../kubedrill/v1/CloseResponse.ts';
import type { ForkRequest as _kubedrill_v1_ForkRequest, ForkRequest__Output as _kubedrill_v1_ForkRequest__Output } from '../../kubedrill/v1/ForkRequest.ts';
import type { ForkResponse as _kubedrill_v1_ForkResponse, ForkResponse__Output as _kubedrill_v1_ForkResponse__Output } from '../../kubedrill/v1/ForkResponse.ts';
import type { GetAgentAccessRequest as _kubedrill_v1_GetAgentAccessRequest, GetAgentAccessRequest__Output as _kubedrill_v1_GetAgentAccessRequest__Output } from '../../kubedrill/v1/GetAgentAccessRequest.ts';
import type { GetKubeconfigRequest as _kubedrill_v1_GetKubeconfigRequest, GetKubeconfigRequest__Output as _kubedrill_v1_GetKubeconfigRequest__Output } from '../../kubedrill/v1/GetKubeconfigRequest.ts';
import type { GetServerInfoRequest as _kubedrill_v1_GetServerInfoRequest, GetServerInfoRequest__Output as _kubedrill_v1_GetServerInfoRequest__Output } from '../../kubedrill/v1/GetServerInfoRequest.ts';
import type { GetToolProfileRequest as _kubedrill_v1_GetToolProfileRequest, GetToolProfileRequest__Output as _kubedrill_v1_GetToolProfileRequest__Output } from '../../kubedrill/v1/GetToolProfileRequest.ts';
import type { HeartbeatRequest as _kubedrill_v1_HeartbeatRequest, HeartbeatRequest__Output as _kubedrill_v1_HeartbeatRequest__Output } from '../../kubedrill/v1/HeartbeatRequest.ts';
import type { HeartbeatResponse as _kubedrill_v1_HeartbeatResponse, HeartbeatResponse__Output as _kubedrill_v1_HeartbeatResponse__Output } from '../../kubedrill/v1/HeartbeatResponse.ts';
import type { Kubeconfig as _kubedrill_v1_Kubeconfig, Kubeconfig__Output as _kubedrill_v1_Kubeconfig__Output } from '../../kubedrill/v1/Kubeconfig.ts';
import type { ListTasksRequest as _kubedrill_v1_ListTasksRequest, ListTasksRequest__Output as _kubedrill_v1_ListTasksRequest__Output } from '../../kubedrill/v1/ListTasksRequest.ts';
import type { ListTasksResponse as _kubedrill_v1_ListTasksResponse, ListTasksResponse__Output as _kubedrill_v1_ListTasksResponse__Output } from '../../kubedrill/v1/ListTasksResponse.ts';
import type { ObserveRequest as _kubedrill_v1_ObserveRequest, ObserveRequest__Output as _kubedrill_v1_ObserveRequest__Output } from '../../kubedrill/v1/ObserveRequest.ts';
import type { ObserveResponse as _kubedrill_v1_ObserveResponse, ObserveResponse__Output as _kubedrill_v1_ObserveResponse__Output } from '../../kubedrill/v1/ObserveResponse.ts';
import type { ResetBatchRequest as _kubedrill_v1_ResetBatchRequest, ResetBatchRequest__Output as _kubedrill_v1_ResetBatchRequest__Output } from '../../kubedrill/v1/ResetBatchRequest.ts';
import type { ResetBatchResponse as _kubedrill_v1_ResetBatchResponse, ResetBatchResponse__Output as _kubedrill_v1_ResetBatchResponse__Output } from '../../kubedrill/v1/ResetBatchResponse.ts';
import type { ResetRequest as _kubedrill_v1_ResetRequest, ResetRequest__Output as _kubedrill_v1_ResetRequest__Output } from '../../kubedrill/v1/ResetRequest.ts';
import type { ResetResponse as _kubedrill_v1_ResetResponse, ResetResponse__Output as _kubedrill_v1_ResetResponse__Output } from '../../kubedrill/v1/ResetResponse.ts';
import type { RewardRequest as _kubedrill_v1_RewardRequest, RewardRequest__Output as _kubedrill_v1_RewardRequest__Output } from '../../kubedrill/v1/RewardRequest.ts';
import type { RewardResponse as _kubedrill_v1_RewardResponse, RewardResponse__Output as _kubedrill_v1_RewardResponse__Output } from '../../kubedrill/v1/RewardResponse.ts';
import type { SampleTasksRequest as _kubedrill_v1_SampleTasksRequest, SampleTasksRequest__Output as _kubedrill_v1_SampleTasksRequest__Output } from '../../kubedrill/v1/SampleTasksRequest.ts';
import type { SampleTasksResponse as _kubedrill_v1_SampleTasksResponse, SampleTasksResponse__Output as _kubedrill_v1_SampleTasksResponse__Output } from '../../kubedrill/v1/SampleTasksResponse.ts';
import type { ServerFrame as _kubedrill_v1_ServerFrame, ServerFrame__Output as _kubedrill_v1_ServerFrame__Output } from '../../kubedrill/v1/ServerFrame.ts';
import type { ServerInfo as _kubedrill_v1_ServerInfo, ServerInfo__Output as _kubedrill_v1_ServerInfo__Output } from '../../kubedrill/v1/ServerInfo.ts';
import type { StepBatchRequest as _kubedrill_v1_StepBatchRequest, StepBatchRequest__Output as _kubedrill_v1_StepBatchRequest__Output } from '../../kubedrill/v1/StepBatchRequest.ts';
import type { StepBatchResponse as _kubedrill_v1_StepBatchResponse, StepBatchResponse__Output as _kubedrill_v1_StepBatchResponse__Output } from '../../kubedrill/v1/StepBatchResponse.ts';
import type { StepRequest as _kubedrill_v1_StepRequest, StepRequest__Output as _kubedrill_v1_StepRequest__Output } from '../../kubedrill/v1/StepRequest.ts';
import type { StepResponse as _kubedrill_v1_StepResponse, StepResponse__Output as _kubedrill_v1_StepResponse__Output } from '../../kubedrill/v1/StepResponse.ts';
import type { ToolProfile as _kubedrill_v1_ToolProfile, ToolProfile__Output as _kubedrill_v1_ToolProfile__Output } from '../../kubedrill/v1/ToolProfile.ts';
import type { ValidateReport as _kubedrill_v1_ValidateReport, ValidateReport__Output as _kubedrill_v1_ValidateReport__Output } from '../../kubedrill/v1/ValidateReport.ts';
import type { ValidateRequest as _kubedrill_v1_ValidateRequest, ValidateRequest__Output as _kubedrill_v1_ValidateRequest__Output } from '../../kubedrill/v1/ValidateRequest.ts';

/**
 * Hands out episodes.
 */
export interface EnvironmentServiceClient extends grpc.Client {
  /**
   * Releases the slot; never grades.
   */
  Close(argument: _kubedrill_v1_CloseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_CloseResponse__Output>): grpc.ClientUnaryCall;
  Close(argument: _kubedrill_v1_CloseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_CloseResponse__Output>): grpc.ClientUnaryCall;
  Close(argument: _kubedrill_v1_CloseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_CloseResponse__Output>): grpc.ClientUnaryCall;
  Close(argument: _kubedrill_v1_CloseRequest, callback: grpc.requestCallback<_kubedrill_v1_CloseResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Copies a running episode at its present or an earlier step. Needs scope `train`.
   */
  Fork(argument: _kubedrill_v1_ForkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ForkResponse__Output>): grpc.ClientUnaryCall;
  Fork(argument: _kubedrill_v1_ForkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ForkResponse__Output>): grpc.ClientUnaryCall;
  Fork(argument: _kubedrill_v1_ForkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ForkResponse__Output>): grpc.ClientUnaryCall;
  Fork(argument: _kubedrill_v1_ForkRequest, callback: grpc.requestCallback<_kubedrill_v1_ForkResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Copies a running episode at its present or an earlier step. Needs scope `train`.
   */
  fork(argument: _kubedrill_v1_ForkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ForkResponse__Output>): grpc.ClientUnaryCall;
  fork(argument: _kubedrill_v1_ForkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ForkResponse__Output>): grpc.ClientUnaryCall;
  fork(argument: _kubedrill_v1_ForkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ForkResponse__Output>): grpc.ClientUnaryCall;
  fork(argument: _kubedrill_v1_ForkRequest, callback: grpc.requestCallback<_kubedrill_v1_ForkResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Addresses of all that the episode's agent can reach by itself, valid until the episode ends. Repeated calls return the same ones.
   */
  GetAgentAccess(argument: _kubedrill_v1_GetAgentAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_AgentAccess__Output>): grpc.ClientUnaryCall;
  GetAgentAccess(argument: _kubedrill_v1_GetAgentAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_AgentAccess__Output>): grpc.ClientUnaryCall;
  GetAgentAccess(argument: _kubedrill_v1_GetAgentAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_AgentAccess__Output>): grpc.ClientUnaryCall;
  GetAgentAccess(argument: _kubedrill_v1_GetAgentAccessRequest, callback: grpc.requestCallback<_kubedrill_v1_AgentAccess__Output>): grpc.ClientUnaryCall;
  /**
   * Addresses of all that the episode's agent can reach by itself, valid until the episode ends. Repeated calls return the same ones.
   */
  getAgentAccess(argument: _kubedrill_v1_GetAgentAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_AgentAccess__Output>): grpc.ClientUnaryCall;
  getAgentAccess(argument: _kubedrill_v1_GetAgentAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_AgentAccess__Output>): grpc.ClientUnaryCall;
  getAgentAccess(argument: _kubedrill_v1_GetAgentAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_AgentAccess__Output>): grpc.ClientUnaryCall;
  getAgentAccess(argument: _kubedrill_v1_GetAgentAccessRequest, callback: grpc.requestCallback<_kubedrill_v1_AgentAccess__Output>): grpc.ClientUnaryCall;
  
  /**
   * A kubeconfig for the episode's cluster with the agent's rights, valid until the episode ends. Repeated calls return the same one.
   */
  GetKubeconfig(argument: _kubedrill_v1_GetKubeconfigRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_Kubeconfig__Output>): grpc.ClientUnaryCall;
  GetKubeconfig(argument: _kubedrill_v1_GetKubeconfigRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_Kubeconfig__Output>): grpc.ClientUnaryCall;
  GetKubeconfig(argument: _kubedrill_v1_GetKubeconfigRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_Kubeconfig__Output>): grpc.ClientUnaryCall;
  GetKubeconfig(argument: _kubedrill_v1_GetKubeconfigRequest, callback: grpc.requestCallback<_kubedrill_v1_Kubeconfig__Output>): grpc.ClientUnaryCall;
  /**
   * A kubeconfig for the episode's cluster with the agent's rights, valid until the episode ends. Repeated calls return the same one.
   */
  getKubeconfig(argument: _kubedrill_v1_GetKubeconfigRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_Kubeconfig__Output>): grpc.ClientUnaryCall;
  getKubeconfig(argument: _kubedrill_v1_GetKubeconfigRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_Kubeconfig__Output>): grpc.ClientUnaryCall;
  getKubeconfig(argument: _kubedrill_v1_GetKubeconfigRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_Kubeconfig__Output>): grpc.ClientUnaryCall;
  getKubeconfig(argument: _kubedrill_v1_GetKubeconfigRequest, callback: grpc.requestCallback<_kubedrill_v1_Kubeconfig__Output>): grpc.ClientUnaryCall;
  
  /**
   * Versions, capabilities, limits, pools, views, the caller's scopes.
   */
  GetServerInfo(argument: _kubedrill_v1_GetServerInfoRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ServerInfo__Output>): grpc.ClientUnaryCall;
  GetServerInfo(argument: _kubedrill_v1_GetServerInfoRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ServerInfo__Output>): grpc.ClientUnaryCall;
  GetServerInfo(argument: _kubedrill_v1_GetServerInfoRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ServerInfo__Output>): grpc.ClientUnaryCall;
  GetServerInfo(argument: _kubedrill_v1_GetServerInfoRequest, callback: grpc.requestCallback<_kubedrill_v1_ServerInfo__Output>): grpc.ClientUnaryCall;
  /**
   * Versions, capabilities, limits, pools, views, the caller's scopes.
   */
  getServerInfo(argument: _kubedrill_v1_GetServerInfoRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ServerInfo__Output>): grpc.ClientUnaryCall;
  getServerInfo(argument: _kubedrill_v1_GetServerInfoRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ServerInfo__Output>): grpc.ClientUnaryCall;
  getServerInfo(argument: _kubedrill_v1_GetServerInfoRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ServerInfo__Output>): grpc.ClientUnaryCall;
  getServerInfo(argument: _kubedrill_v1_GetServerInfoRequest, callback: grpc.requestCallback<_kubedrill_v1_ServerInfo__Output>): grpc.ClientUnaryCall;
  
  /**
   * Tools, system prompt and usual limits of the episodes with a tool profile. Starts no episode.
   */
  GetToolProfile(argument: _kubedrill_v1_GetToolProfileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ToolProfile__Output>): grpc.ClientUnaryCall;
  GetToolProfile(argument: _kubedrill_v1_GetToolProfileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ToolProfile__Output>): grpc.ClientUnaryCall;
  GetToolProfile(argument: _kubedrill_v1_GetToolProfileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ToolProfile__Output>): grpc.ClientUnaryCall;
  GetToolProfile(argument: _kubedrill_v1_GetToolProfileRequest, callback: grpc.requestCallback<_kubedrill_v1_ToolProfile__Output>): grpc.ClientUnaryCall;
  /**
   * Tools, system prompt and usual limits of the episodes with a tool profile. Starts no episode.
   */
  getToolProfile(argument: _kubedrill_v1_GetToolProfileRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ToolProfile__Output>): grpc.ClientUnaryCall;
  getToolProfile(argument: _kubedrill_v1_GetToolProfileRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ToolProfile__Output>): grpc.ClientUnaryCall;
  getToolProfile(argument: _kubedrill_v1_GetToolProfileRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ToolProfile__Output>): grpc.ClientUnaryCall;
  getToolProfile(argument: _kubedrill_v1_GetToolProfileRequest, callback: grpc.requestCallback<_kubedrill_v1_ToolProfile__Output>): grpc.ClientUnaryCall;
  
  /**
   * Renews many leases, and reports lost episodes.
   */
  Heartbeat(argument: _kubedrill_v1_HeartbeatRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_HeartbeatResponse__Output>): grpc.ClientUnaryCall;
  Heartbeat(argument: _kubedrill_v1_HeartbeatRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_HeartbeatResponse__Output>): grpc.ClientUnaryCall;
  Heartbeat(argument: _kubedrill_v1_HeartbeatRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_HeartbeatResponse__Output>): grpc.ClientUnaryCall;
  Heartbeat(argument: _kubedrill_v1_HeartbeatRequest, callback: grpc.requestCallback<_kubedrill_v1_HeartbeatResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Renews many leases, and reports lost episodes.
   */
  heartbeat(argument: _kubedrill_v1_HeartbeatRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_HeartbeatResponse__Output>): grpc.ClientUnaryCall;
  heartbeat(argument: _kubedrill_v1_HeartbeatRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_HeartbeatResponse__Output>): grpc.ClientUnaryCall;
  heartbeat(argument: _kubedrill_v1_HeartbeatRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_HeartbeatResponse__Output>): grpc.ClientUnaryCall;
  heartbeat(argument: _kubedrill_v1_HeartbeatRequest, callback: grpc.requestCallback<_kubedrill_v1_HeartbeatResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * A page of the catalogue. Needs scope `train`, and that of each split.
   */
  ListTasks(argument: _kubedrill_v1_ListTasksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  ListTasks(argument: _kubedrill_v1_ListTasksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  ListTasks(argument: _kubedrill_v1_ListTasksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  ListTasks(argument: _kubedrill_v1_ListTasksRequest, callback: grpc.requestCallback<_kubedrill_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  /**
   * A page of the catalogue. Needs scope `train`, and that of each split.
   */
  listTasks(argument: _kubedrill_v1_ListTasksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  listTasks(argument: _kubedrill_v1_ListTasksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  listTasks(argument: _kubedrill_v1_ListTasksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  listTasks(argument: _kubedrill_v1_ListTasksRequest, callback: grpc.requestCallback<_kubedrill_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Computes views; no time passes, no randomness is drawn, nothing is scored.
   */
  Observe(argument: _kubedrill_v1_ObserveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ObserveResponse__Output>): grpc.ClientUnaryCall;
  Observe(argument: _kubedrill_v1_ObserveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ObserveResponse__Output>): grpc.ClientUnaryCall;
  Observe(argument: _kubedrill_v1_ObserveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ObserveResponse__Output>): grpc.ClientUnaryCall;
  Observe(argument: _kubedrill_v1_ObserveRequest, callback: grpc.requestCallback<_kubedrill_v1_ObserveResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Computes views; no time passes, no randomness is drawn, nothing is scored.
   */
  observe(argument: _kubedrill_v1_ObserveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ObserveResponse__Output>): grpc.ClientUnaryCall;
  observe(argument: _kubedrill_v1_ObserveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ObserveResponse__Output>): grpc.ClientUnaryCall;
  observe(argument: _kubedrill_v1_ObserveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ObserveResponse__Output>): grpc.ClientUnaryCall;
  observe(argument: _kubedrill_v1_ObserveRequest, callback: grpc.requestCallback<_kubedrill_v1_ObserveResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Leases a slot and starts an episode. Safe to repeat by episode_id.
   */
  Reset(argument: _kubedrill_v1_ResetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ResetResponse__Output>): grpc.ClientUnaryCall;
  Reset(argument: _kubedrill_v1_ResetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ResetResponse__Output>): grpc.ClientUnaryCall;
  Reset(argument: _kubedrill_v1_ResetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ResetResponse__Output>): grpc.ClientUnaryCall;
  Reset(argument: _kubedrill_v1_ResetRequest, callback: grpc.requestCallback<_kubedrill_v1_ResetResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Leases a slot and starts an episode. Safe to repeat by episode_id.
   */
  reset(argument: _kubedrill_v1_ResetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ResetResponse__Output>): grpc.ClientUnaryCall;
  reset(argument: _kubedrill_v1_ResetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ResetResponse__Output>): grpc.ClientUnaryCall;
  reset(argument: _kubedrill_v1_ResetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ResetResponse__Output>): grpc.ClientUnaryCall;
  reset(argument: _kubedrill_v1_ResetRequest, callback: grpc.requestCallback<_kubedrill_v1_ResetResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Many resets at once, partial results.
   */
  ResetBatch(argument: _kubedrill_v1_ResetBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ResetBatchResponse__Output>): grpc.ClientUnaryCall;
  ResetBatch(argument: _kubedrill_v1_ResetBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ResetBatchResponse__Output>): grpc.ClientUnaryCall;
  ResetBatch(argument: _kubedrill_v1_ResetBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ResetBatchResponse__Output>): grpc.ClientUnaryCall;
  ResetBatch(argument: _kubedrill_v1_ResetBatchRequest, callback: grpc.requestCallback<_kubedrill_v1_ResetBatchResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Many resets at once, partial results.
   */
  resetBatch(argument: _kubedrill_v1_ResetBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ResetBatchResponse__Output>): grpc.ClientUnaryCall;
  resetBatch(argument: _kubedrill_v1_ResetBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ResetBatchResponse__Output>): grpc.ClientUnaryCall;
  resetBatch(argument: _kubedrill_v1_ResetBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ResetBatchResponse__Output>): grpc.ClientUnaryCall;
  resetBatch(argument: _kubedrill_v1_ResetBatchRequest, callback: grpc.requestCallback<_kubedrill_v1_ResetBatchResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Sums and breakdown of rewards; `finalize` ends the episode and grades it.
   */
  Reward(argument: _kubedrill_v1_RewardRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_RewardResponse__Output>): grpc.ClientUnaryCall;
  Reward(argument: _kubedrill_v1_RewardRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_RewardResponse__Output>): grpc.ClientUnaryCall;
  Reward(argument: _kubedrill_v1_RewardRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_RewardResponse__Output>): grpc.ClientUnaryCall;
  Reward(argument: _kubedrill_v1_RewardRequest, callback: grpc.requestCallback<_kubedrill_v1_RewardResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Sums and breakdown of rewards; `finalize` ends the episode and grades it.
   */
  reward(argument: _kubedrill_v1_RewardRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_RewardResponse__Output>): grpc.ClientUnaryCall;
  reward(argument: _kubedrill_v1_RewardRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_RewardResponse__Output>): grpc.ClientUnaryCall;
  reward(argument: _kubedrill_v1_RewardRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_RewardResponse__Output>): grpc.ClientUnaryCall;
  reward(argument: _kubedrill_v1_RewardRequest, callback: grpc.requestCallback<_kubedrill_v1_RewardResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Seeded draws with a cursor: same seed and cursor, same draws. Filters by tags or problems, orders and weights need the split's scope.
   */
  SampleTasks(argument: _kubedrill_v1_SampleTasksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_SampleTasksResponse__Output>): grpc.ClientUnaryCall;
  SampleTasks(argument: _kubedrill_v1_SampleTasksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_SampleTasksResponse__Output>): grpc.ClientUnaryCall;
  SampleTasks(argument: _kubedrill_v1_SampleTasksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_SampleTasksResponse__Output>): grpc.ClientUnaryCall;
  SampleTasks(argument: _kubedrill_v1_SampleTasksRequest, callback: grpc.requestCallback<_kubedrill_v1_SampleTasksResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Seeded draws with a cursor: same seed and cursor, same draws. Filters by tags or problems, orders and weights need the split's scope.
   */
  sampleTasks(argument: _kubedrill_v1_SampleTasksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_SampleTasksResponse__Output>): grpc.ClientUnaryCall;
  sampleTasks(argument: _kubedrill_v1_SampleTasksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_SampleTasksResponse__Output>): grpc.ClientUnaryCall;
  sampleTasks(argument: _kubedrill_v1_SampleTasksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_SampleTasksResponse__Output>): grpc.ClientUnaryCall;
  sampleTasks(argument: _kubedrill_v1_SampleTasksRequest, callback: grpc.requestCallback<_kubedrill_v1_SampleTasksResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * All of the above as correlated frames; replies come as they get ready.
   */
  Session(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_kubedrill_v1_ClientFrame, _kubedrill_v1_ServerFrame__Output>;
  Session(options?: grpc.CallOptions): grpc.ClientDuplexStream<_kubedrill_v1_ClientFrame, _kubedrill_v1_ServerFrame__Output>;
  /**
   * All of the above as correlated frames; replies come as they get ready.
   */
  session(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_kubedrill_v1_ClientFrame, _kubedrill_v1_ServerFrame__Output>;
  session(options?: grpc.CallOptions): grpc.ClientDuplexStream<_kubedrill_v1_ClientFrame, _kubedrill_v1_ServerFrame__Output>;
  
  /**
   * Applies actions. Safe to repeat by step_index. A cancelled Step runs to its end; the same call collects its reply.
   */
  Step(argument: _kubedrill_v1_StepRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_StepResponse__Output>): grpc.ClientUnaryCall;
  Step(argument: _kubedrill_v1_StepRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_StepResponse__Output>): grpc.ClientUnaryCall;
  Step(argument: _kubedrill_v1_StepRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_StepResponse__Output>): grpc.ClientUnaryCall;
  Step(argument: _kubedrill_v1_StepRequest, callback: grpc.requestCallback<_kubedrill_v1_StepResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Applies actions. Safe to repeat by step_index. A cancelled Step runs to its end; the same call collects its reply.
   */
  step(argument: _kubedrill_v1_StepRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_StepResponse__Output>): grpc.ClientUnaryCall;
  step(argument: _kubedrill_v1_StepRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_StepResponse__Output>): grpc.ClientUnaryCall;
  step(argument: _kubedrill_v1_StepRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_StepResponse__Output>): grpc.ClientUnaryCall;
  step(argument: _kubedrill_v1_StepRequest, callback: grpc.requestCallback<_kubedrill_v1_StepResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Many steps at once, partial results.
   */
  StepBatch(argument: _kubedrill_v1_StepBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_StepBatchResponse__Output>): grpc.ClientUnaryCall;
  StepBatch(argument: _kubedrill_v1_StepBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_StepBatchResponse__Output>): grpc.ClientUnaryCall;
  StepBatch(argument: _kubedrill_v1_StepBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_StepBatchResponse__Output>): grpc.ClientUnaryCall;
  StepBatch(argument: _kubedrill_v1_StepBatchRequest, callback: grpc.requestCallback<_kubedrill_v1_StepBatchResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Many steps at once, partial results.
   */
  stepBatch(argument: _kubedrill_v1_StepBatchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_StepBatchResponse__Output>): grpc.ClientUnaryCall;
  stepBatch(argument: _kubedrill_v1_StepBatchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_StepBatchResponse__Output>): grpc.ClientUnaryCall;
  stepBatch(argument: _kubedrill_v1_StepBatchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_StepBatchResponse__Output>): grpc.ClientUnaryCall;
  stepBatch(argument: _kubedrill_v1_StepBatchRequest, callback: grpc.requestCallback<_kubedrill_v1_StepBatchResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Replays an episode and compares. Needs scope `train`.
   */
  Validate(argument: _kubedrill_v1_ValidateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ValidateReport__Output>): grpc.ClientUnaryCall;
  Validate(argument: _kubedrill_v1_ValidateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ValidateReport__Output>): grpc.ClientUnaryCall;
  Validate(argument: _kubedrill_v1_ValidateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ValidateReport__Output>): grpc.ClientUnaryCall;
  Validate(argument: _kubedrill_v1_ValidateRequest, callback: grpc.requestCallback<_kubedrill_v1_ValidateReport__Output>): grpc.ClientUnaryCall;
  /**
   * Replays an episode and compares. Needs scope `train`.
   */
  validate(argument: _kubedrill_v1_ValidateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ValidateReport__Output>): grpc.ClientUnaryCall;
  validate(argument: _kubedrill_v1_ValidateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_kubedrill_v1_ValidateReport__Output>): grpc.ClientUnaryCall;
  validate(argument: _kubedrill_v1_ValidateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_kubedrill_v1_ValidateReport__Output>): grpc.ClientUnaryCall;
  validate(argument: _kubedrill_v1_ValidateRequest, callback: grpc.requestCallback<_kubedrill_v1_ValidateReport__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Hands out episodes.
 */
export interface EnvironmentServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Releases the slot; never grades.
   */
  Close: grpc.handleUnaryCall<_kubedrill_v1_CloseRequest__Output, _kubedrill_v1_CloseResponse>;
  
  /**
   * Copies a running episode at its present or an earlier step. Needs scope `train`.
   */
  Fork: grpc.handleUnaryCall<_kubedrill_v1_ForkRequest__Output, _kubedrill_v1_ForkResponse>;
  
  /**
   * Addresses of all that the episode's agent can reach by itself, valid until the episode ends. Repeated calls return the same ones.
   */
  GetAgentAccess: grpc.handleUnaryCall<_kubedrill_v1_GetAgentAccessRequest__Output, _kubedrill_v1_AgentAccess>;
  
  /**
   * A kubeconfig for the episode's cluster with the agent's rights, valid until the episode ends. Repeated calls return the same one.
   */
  GetKubeconfig: grpc.handleUnaryCall<_kubedrill_v1_GetKubeconfigRequest__Output, _kubedrill_v1_Kubeconfig>;
  
  /**
   * Versions, capabilities, limits, pools, views, the caller's scopes.
   */
  GetServerInfo: grpc.handleUnaryCall<_kubedrill_v1_GetServerInfoRequest__Output, _kubedrill_v1_ServerInfo>;
  
  /**
   * Tools, system prompt and usual limits of the episodes with a tool profile. Starts no episode.
   */
  GetToolProfile: grpc.handleUnaryCall<_kubedrill_v1_GetToolProfileRequest__Output, _kubedrill_v1_ToolProfile>;
  
  /**
   * Renews many leases, and reports lost episodes.
   */
  Heartbeat: grpc.handleUnaryCall<_kubedrill_v1_HeartbeatRequest__Output, _kubedrill_v1_HeartbeatResponse>;
  
  /**
   * A page of the catalogue. Needs scope `train`, and that of each split.
   */
  ListTasks: grpc.handleUnaryCall<_kubedrill_v1_ListTasksRequest__Output, _kubedrill_v1_ListTasksResponse>;
  
  /**
   * Computes views; no time passes, no randomness is drawn, nothing is scored.
   */
  Observe: grpc.handleUnaryCall<_kubedrill_v1_ObserveRequest__Output, _kubedrill_v1_ObserveResponse>;
  
  /**
   * Leases a slot and starts an episode. Safe to repeat by episode_id.
   */
  Reset: grpc.handleUnaryCall<_kubedrill_v1_ResetRequest__Output, _kubedrill_v1_ResetResponse>;
  
  /**
   * Many resets at once, partial results.
   */
  ResetBatch: grpc.handleUnaryCall<_kubedrill_v1_ResetBatchRequest__Output, _kubedrill_v1_ResetBatchResponse>;
  
  /**
   * Sums and breakdown of rewards; `finalize` ends the episode and grades it.
   */
  Reward: grpc.handleUnaryCall<_kubedrill_v1_RewardRequest__Output, _kubedrill_v1_RewardResponse>;
  
  /**
   * Seeded draws with a cursor: same seed and cursor, same draws. Filters by tags or problems, orders and weights need the split's scope.
   */
  SampleTasks: grpc.handleUnaryCall<_kubedrill_v1_SampleTasksRequest__Output, _kubedrill_v1_SampleTasksResponse>;
  
  /**
   * All of the above as correlated frames; replies come as they get ready.
   */
  Session: grpc.handleBidiStreamingCall<_kubedrill_v1_ClientFrame__Output, _kubedrill_v1_ServerFrame>;
  
  /**
   * Applies actions. Safe to repeat by step_index. A cancelled Step runs to its end; the same call collects its reply.
   */
  Step: grpc.handleUnaryCall<_kubedrill_v1_StepRequest__Output, _kubedrill_v1_StepResponse>;
  
  /**
   * Many steps at once, partial results.
   */
  StepBatch: grpc.handleUnaryCall<_kubedrill_v1_StepBatchRequest__Output, _kubedrill_v1_StepBatchResponse>;
  
  /**
   * Replays an episode and compares. Needs scope `train`.
   */
  Validate: grpc.handleUnaryCall<_kubedrill_v1_ValidateRequest__Output, _kubedrill_v1_ValidateReport>;
  
}

export interface EnvironmentServiceDefinition extends grpc.ServiceDefinition {
  Close: MethodDefinition<_kubedrill_v1_CloseRequest, _kubedrill_v1_CloseResponse, _kubedrill_v1_CloseRequest__Output, _kubedrill_v1_CloseResponse__Output>
  Fork: MethodDefinition<_kubedrill_v1_ForkRequest, _kubedrill_v1_ForkResponse, _kubedrill_v1_ForkRequest__Output, _kubedrill_v1_ForkResponse__Output>
  GetAgentAccess: MethodDefinition<_kubedrill_v1_GetAgentAccessRequest, _kubedrill_v1_AgentAccess, _kubedrill_v1_GetAgentAccessRequest__Output, _kubedrill_v1_AgentAccess__Output>
  GetKubeconfig: MethodDefinition<_kubedrill_v1_GetKubeconfigRequest, _kubedrill_v1_Kubeconfig, _kubedrill_v1_GetKubeconfigRequest__Output, _kubedrill_v1_Kubeconfig__Output>
  GetServerInfo: MethodDefinition<_kubedrill_v1_GetServerInfoRequest, _kubedrill_v1_ServerInfo, _kubedrill_v1_GetServerInfoRequest__Output, _kubedrill_v1_ServerInfo__Output>
  GetToolProfile: MethodDefinition<_kubedrill_v1_GetToolProfileRequest, _kubedrill_v1_ToolProfile, _kubedrill_v1_GetToolProfileRequest__Output, _kubedrill_v1_ToolProfile__Output>
  Heartbeat: MethodDefinition<_kubedrill_v1_HeartbeatRequest, _kubedrill_v1_HeartbeatResponse, _kubedrill_v1_HeartbeatRequest__Output, _kubedrill_v1_HeartbeatResponse__Output>
  ListTasks: MethodDefinition<_kubedrill_v1_ListTasksRequest, _kubedrill_v1_ListTasksResponse, _kubedrill_v1_ListTasksRequest__Output, _kubedrill_v1_ListTasksResponse__Output>
  Observe: MethodDefinition<_kubedrill_v1_ObserveRequest, _kubedrill_v1_ObserveResponse, _kubedrill_v1_ObserveRequest__Output, _kubedrill_v1_ObserveResponse__Output>
  Reset: MethodDefinition<_kubedrill_v1_ResetRequest, _kubedrill_v1_ResetResponse, _kubedrill_v1_ResetRequest__Output, _kubedrill_v1_ResetResponse__Output>
  ResetBatch: MethodDefinition<_kubedrill_v1_ResetBatchRequest, _kubedrill_v1_ResetBatchResponse, _kubedrill_v1_ResetBatchRequest__Output, _kubedrill_v1_ResetBatchResponse__Output>
  Reward: MethodDefinition<_kubedrill_v1_RewardRequest, _kubedrill_v1_RewardResponse, _kubedrill_v1_RewardRequest__Output, _kubedrill_v1_RewardResponse__Output>
  SampleTasks: MethodDefinition<_kubedrill_v1_SampleTasksRequest, _kubedrill_v1_SampleTasksResponse, _kubedrill_v1_SampleTasksRequest__Output, _kubedrill_v1_SampleTasksResponse__Output>
  Session: MethodDefinition<_kubedrill_v1_ClientFrame, _kubedrill_v1_ServerFrame, _kubedrill_v1_ClientFrame__Output, _kubedrill_v1_ServerFrame__Output>
  Step: MethodDefinition<_kubedrill_v1_StepRequest, _kubedrill_v1_StepResponse, _kubedrill_v1_StepRequest__Output, _kubedrill_v1_StepResponse__Output>
  StepBatch: MethodDefinition<_kubedrill_v1_StepBatchRequest, _kubedrill_v1_StepBatchResponse, _kubedrill_v1_StepBatchRequest__Output, _kubedrill_v1_StepBatchResponse__Output>
  Validate: MethodDefinition<_kubedrill_v1_ValidateRequest, _kubedrill_v1_ValidateReport, _kubedrill_v1_ValidateRequest__Output, _kubedrill_v1_ValidateReport__Output>
}
