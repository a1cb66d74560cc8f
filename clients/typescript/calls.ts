import type { AgentAccess__Output } from "#proto/gen/kubedrill/v1/AgentAccess.ts";
import type { CloseRequest } from "#proto/gen/kubedrill/v1/CloseRequest.ts";
import type { CloseResponse__Output } from "#proto/gen/kubedrill/v1/CloseResponse.ts";
import type { ForkRequest } from "#proto/gen/kubedrill/v1/ForkRequest.ts";
import type { ForkResponse__Output } from "#proto/gen/kubedrill/v1/ForkResponse.ts";
import type { GetAgentAccessRequest } from "#proto/gen/kubedrill/v1/GetAgentAccessRequest.ts";
import type { GetKubeconfigRequest } from "#proto/gen/kubedrill/v1/GetKubeconfigRequest.ts";
import type { GetServerInfoRequest } from "#proto/gen/kubedrill/v1/GetServerInfoRequest.ts";
import type { GetToolProfileRequest } from "#proto/gen/kubedrill/v1/GetToolProfileRequest.ts";
import type { HeartbeatRequest } from "#proto/gen/kubedrill/v1/HeartbeatRequest.ts";
import type { HeartbeatResponse__Output } from "#proto/gen/kubedrill/v1/HeartbeatResponse.ts";
import type { Kubeconfig__Output } from "#proto/gen/kubedrill/v1/Kubeconfig.ts";
import type { ListTasksRequest } from "#proto/gen/kubedrill/v1/ListTasksRequest.ts";
import type { ListTasksResponse__Output } from "#proto/gen/kubedrill/v1/ListTasksResponse.ts";
import type { ObserveRequest } from "#proto/gen/kubedrill/v1/ObserveRequest.ts";
import type { ObserveResponse__Output } from "#proto/gen/kubedrill/v1/ObserveResponse.ts";
import type { ResetBatchRequest } from "#proto/gen/kubedrill/v1/ResetBatchRequest.ts";
import type { ResetBatchResponse__Output } from "#proto/gen/kubedrill/v1/ResetBatchResponse.ts";
import type { ResetRequest } from "#proto/gen/kubedrill/v1/ResetRequest.ts";
import type { ResetResponse__Output } from "#proto/gen/kubedrill/v1/ResetResponse.ts";
import type { RewardRequest } from "#proto/gen/kubedrill/v1/RewardRequest.ts";
import type { RewardResponse__Output } from "#proto/gen/kubedrill/v1/RewardResponse.ts";
import type { SampleTasksRequest } from "#proto/gen/kubedrill/v1/SampleTasksRequest.ts";
import type { SampleTasksResponse__Output } from "#proto/gen/kubedrill/v1/SampleTasksResponse.ts";
import type { ServerInfo__Output } from "#proto/gen/kubedrill/v1/ServerInfo.ts";
import type { StepBatchRequest } from "#proto/gen/kubedrill/v1/StepBatchRequest.ts";
import type { StepBatchResponse__Output } from "#proto/gen/kubedrill/v1/StepBatchResponse.ts";
import type { StepRequest } from "#proto/gen/kubedrill/v1/StepRequest.ts";
import type { StepResponse__Output } from "#proto/gen/kubedrill/v1/StepResponse.ts";
import type { ToolProfile__Output } from "#proto/gen/kubedrill/v1/ToolProfile.ts";

/** Calls for one episode, each sent on its own or as a frame of a Session. */
export interface EpisodeCalls {
  reset(request: ResetRequest): Promise<ResetResponse__Output>;
  step(request: StepRequest): Promise<StepResponse__Output>;
  observe(request: ObserveRequest): Promise<ObserveResponse__Output>;
  reward(request: RewardRequest): Promise<RewardResponse__Output>;
  heartbeat(request: HeartbeatRequest): Promise<HeartbeatResponse__Output>;
  close(request: CloseRequest): Promise<CloseResponse__Output>;
  fork(request: ForkRequest): Promise<ForkResponse__Output>;
}

/** All unary calls of the service. */
export interface ServerCalls extends EpisodeCalls {
  getAgentAccess(request: GetAgentAccessRequest): Promise<AgentAccess__Output>;
  getKubeconfig(request: GetKubeconfigRequest): Promise<Kubeconfig__Output>;
  getServerInfo(request: GetServerInfoRequest): Promise<ServerInfo__Output>;
  getToolProfile(request: GetToolProfileRequest): Promise<ToolProfile__Output>;
  listTasks(request: ListTasksRequest): Promise<ListTasksResponse__Output>;
  sampleTasks(request: SampleTasksRequest): Promise<SampleTasksResponse__Output>;
  resetBatch(request: ResetBatchRequest): Promise<ResetBatchResponse__Output>;
  stepBatch(request: StepBatchRequest): Promise<StepBatchResponse__Output>;
}
