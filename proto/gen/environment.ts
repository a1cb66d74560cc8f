import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { Any as _google_protobuf_Any, Any__Output as _google_protobuf_Any__Output } from './google/protobuf/Any.ts';
import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from './google/protobuf/Duration.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';
import type { Status as _google_rpc_Status, Status__Output as _google_rpc_Status__Output } from './google/rpc/Status.ts';
import type { Action as _kubedrill_v1_Action, Action__Output as _kubedrill_v1_Action__Output } from './kubedrill/v1/Action.ts';
import type { ActionResult as _kubedrill_v1_ActionResult, ActionResult__Output as _kubedrill_v1_ActionResult__Output } from './kubedrill/v1/ActionResult.ts';
import type { Admission as _kubedrill_v1_Admission, Admission__Output as _kubedrill_v1_Admission__Output } from './kubedrill/v1/Admission.ts';
import type { AgentAccess as _kubedrill_v1_AgentAccess, AgentAccess__Output as _kubedrill_v1_AgentAccess__Output } from './kubedrill/v1/AgentAccess.ts';
import type { AgentAccessRequest as _kubedrill_v1_AgentAccessRequest, AgentAccessRequest__Output as _kubedrill_v1_AgentAccessRequest__Output } from './kubedrill/v1/AgentAccessRequest.ts';
import type { BackendInfo as _kubedrill_v1_BackendInfo, BackendInfo__Output as _kubedrill_v1_BackendInfo__Output } from './kubedrill/v1/BackendInfo.ts';
import type { ClientFrame as _kubedrill_v1_ClientFrame, ClientFrame__Output as _kubedrill_v1_ClientFrame__Output } from './kubedrill/v1/ClientFrame.ts';
import type { CloseRequest as _kubedrill_v1_CloseRequest, CloseRequest__Output as _kubedrill_v1_CloseRequest__Output } from './kubedrill/v1/CloseRequest.ts';
import type { CloseResponse as _kubedrill_v1_CloseResponse, CloseResponse__Output as _kubedrill_v1_CloseResponse__Output } from './kubedrill/v1/CloseResponse.ts';
import type { DiscreteAction as _kubedrill_v1_DiscreteAction, DiscreteAction__Output as _kubedrill_v1_DiscreteAction__Output } from './kubedrill/v1/DiscreteAction.ts';
import type { Divergence as _kubedrill_v1_Divergence, Divergence__Output as _kubedrill_v1_Divergence__Output } from './kubedrill/v1/Divergence.ts';
import type { Draw as _kubedrill_v1_Draw, Draw__Output as _kubedrill_v1_Draw__Output } from './kubedrill/v1/Draw.ts';
import type { Ending as _kubedrill_v1_Ending, Ending__Output as _kubedrill_v1_Ending__Output } from './kubedrill/v1/Ending.ts';
import type { EnvironmentServiceClient as _kubedrill_v1_EnvironmentServiceClient, EnvironmentServiceDefinition as _kubedrill_v1_EnvironmentServiceDefinition } from './kubedrill/v1/EnvironmentService.ts';
import type { Episode as _kubedrill_v1_Episode, Episode__Output as _kubedrill_v1_Episode__Output } from './kubedrill/v1/Episode.ts';
import type { ForkChild as _kubedrill_v1_ForkChild, ForkChild__Output as _kubedrill_v1_ForkChild__Output } from './kubedrill/v1/ForkChild.ts';
import type { ForkRequest as _kubedrill_v1_ForkRequest, ForkRequest__Output as _kubedrill_v1_ForkRequest__Output } from './kubedrill/v1/ForkRequest.ts';
import type { ForkResponse as _kubedrill_v1_ForkResponse, ForkResponse__Output as _kubedrill_v1_ForkResponse__Output } from './kubedrill/v1/ForkResponse.ts';
import type { GetAgentAccessRequest as _kubedrill_v1_GetAgentAccessRequest, GetAgentAccessRequest__Output as _kubedrill_v1_GetAgentAccessRequest__Output } from './kubedrill/v1/GetAgentAccessRequest.ts';
import type { GetKubeconfigRequest as _kubedrill_v1_GetKubeconfigRequest, GetKubeconfigRequest__Output as _kubedrill_v1_GetKubeconfigRequest__Output } from './kubedrill/v1/GetKubeconfigRequest.ts';
import type { GetServerInfoRequest as _kubedrill_v1_GetServerInfoRequest, GetServerInfoRequest__Output as _kubedrill_v1_GetServerInfoRequest__Output } from './kubedrill/v1/GetServerInfoRequest.ts';
import type { GetToolProfileRequest as _kubedrill_v1_GetToolProfileRequest, GetToolProfileRequest__Output as _kubedrill_v1_GetToolProfileRequest__Output } from './kubedrill/v1/GetToolProfileRequest.ts';
import type { HeartbeatRequest as _kubedrill_v1_HeartbeatRequest, HeartbeatRequest__Output as _kubedrill_v1_HeartbeatRequest__Output } from './kubedrill/v1/HeartbeatRequest.ts';
import type { HeartbeatResponse as _kubedrill_v1_HeartbeatResponse, HeartbeatResponse__Output as _kubedrill_v1_HeartbeatResponse__Output } from './kubedrill/v1/HeartbeatResponse.ts';
import type { Kubeconfig as _kubedrill_v1_Kubeconfig, Kubeconfig__Output as _kubedrill_v1_Kubeconfig__Output } from './kubedrill/v1/Kubeconfig.ts';
import type { LeaseState as _kubedrill_v1_LeaseState, LeaseState__Output as _kubedrill_v1_LeaseState__Output } from './kubedrill/v1/LeaseState.ts';
import type { Limits as _kubedrill_v1_Limits, Limits__Output as _kubedrill_v1_Limits__Output } from './kubedrill/v1/Limits.ts';
import type { ListTasksRequest as _kubedrill_v1_ListTasksRequest, ListTasksRequest__Output as _kubedrill_v1_ListTasksRequest__Output } from './kubedrill/v1/ListTasksRequest.ts';
import type { ListTasksResponse as _kubedrill_v1_ListTasksResponse, ListTasksResponse__Output as _kubedrill_v1_ListTasksResponse__Output } from './kubedrill/v1/ListTasksResponse.ts';
import type { Observation as _kubedrill_v1_Observation, Observation__Output as _kubedrill_v1_Observation__Output } from './kubedrill/v1/Observation.ts';
import type { ObservationView as _kubedrill_v1_ObservationView, ObservationView__Output as _kubedrill_v1_ObservationView__Output } from './kubedrill/v1/ObservationView.ts';
import type { ObserveRequest as _kubedrill_v1_ObserveRequest, ObserveRequest__Output as _kubedrill_v1_ObserveRequest__Output } from './kubedrill/v1/ObserveRequest.ts';
import type { ObserveResponse as _kubedrill_v1_ObserveResponse, ObserveResponse__Output as _kubedrill_v1_ObserveResponse__Output } from './kubedrill/v1/ObserveResponse.ts';
import type { ResetBatchItem as _kubedrill_v1_ResetBatchItem, ResetBatchItem__Output as _kubedrill_v1_ResetBatchItem__Output } from './kubedrill/v1/ResetBatchItem.ts';
import type { ResetBatchRequest as _kubedrill_v1_ResetBatchRequest, ResetBatchRequest__Output as _kubedrill_v1_ResetBatchRequest__Output } from './kubedrill/v1/ResetBatchRequest.ts';
import type { ResetBatchResponse as _kubedrill_v1_ResetBatchResponse, ResetBatchResponse__Output as _kubedrill_v1_ResetBatchResponse__Output } from './kubedrill/v1/ResetBatchResponse.ts';
import type { ResetGroup as _kubedrill_v1_ResetGroup, ResetGroup__Output as _kubedrill_v1_ResetGroup__Output } from './kubedrill/v1/ResetGroup.ts';
import type { ResetRequest as _kubedrill_v1_ResetRequest, ResetRequest__Output as _kubedrill_v1_ResetRequest__Output } from './kubedrill/v1/ResetRequest.ts';
import type { ResetResponse as _kubedrill_v1_ResetResponse, ResetResponse__Output as _kubedrill_v1_ResetResponse__Output } from './kubedrill/v1/ResetResponse.ts';
import type { RewardComponent as _kubedrill_v1_RewardComponent, RewardComponent__Output as _kubedrill_v1_RewardComponent__Output } from './kubedrill/v1/RewardComponent.ts';
import type { RewardReport as _kubedrill_v1_RewardReport, RewardReport__Output as _kubedrill_v1_RewardReport__Output } from './kubedrill/v1/RewardReport.ts';
import type { RewardRequest as _kubedrill_v1_RewardRequest, RewardRequest__Output as _kubedrill_v1_RewardRequest__Output } from './kubedrill/v1/RewardRequest.ts';
import type { RewardResponse as _kubedrill_v1_RewardResponse, RewardResponse__Output as _kubedrill_v1_RewardResponse__Output } from './kubedrill/v1/RewardResponse.ts';
import type { SampleTasksRequest as _kubedrill_v1_SampleTasksRequest, SampleTasksRequest__Output as _kubedrill_v1_SampleTasksRequest__Output } from './kubedrill/v1/SampleTasksRequest.ts';
import type { SampleTasksResponse as _kubedrill_v1_SampleTasksResponse, SampleTasksResponse__Output as _kubedrill_v1_SampleTasksResponse__Output } from './kubedrill/v1/SampleTasksResponse.ts';
import type { Sampler as _kubedrill_v1_Sampler, Sampler__Output as _kubedrill_v1_Sampler__Output } from './kubedrill/v1/Sampler.ts';
import type { ServerFrame as _kubedrill_v1_ServerFrame, ServerFrame__Output as _kubedrill_v1_ServerFrame__Output } from './kubedrill/v1/ServerFrame.ts';
import type { ServerInfo as _kubedrill_v1_ServerInfo, ServerInfo__Output as _kubedrill_v1_ServerInfo__Output } from './kubedrill/v1/ServerInfo.ts';
import type { ServerLimits as _kubedrill_v1_ServerLimits, ServerLimits__Output as _kubedrill_v1_ServerLimits__Output } from './kubedrill/v1/ServerLimits.ts';
import type { SessionCancel as _kubedrill_v1_SessionCancel, SessionCancel__Output as _kubedrill_v1_SessionCancel__Output } from './kubedrill/v1/SessionCancel.ts';
import type { SessionEvent as _kubedrill_v1_SessionEvent, SessionEvent__Output as _kubedrill_v1_SessionEvent__Output } from './kubedrill/v1/SessionEvent.ts';
import type { SessionHello as _kubedrill_v1_SessionHello, SessionHello__Output as _kubedrill_v1_SessionHello__Output } from './kubedrill/v1/SessionHello.ts';
import type { SessionWelcome as _kubedrill_v1_SessionWelcome, SessionWelcome__Output as _kubedrill_v1_SessionWelcome__Output } from './kubedrill/v1/SessionWelcome.ts';
import type { Spoilers as _kubedrill_v1_Spoilers, Spoilers__Output as _kubedrill_v1_Spoilers__Output } from './kubedrill/v1/Spoilers.ts';
import type { StepBatchItem as _kubedrill_v1_StepBatchItem, StepBatchItem__Output as _kubedrill_v1_StepBatchItem__Output } from './kubedrill/v1/StepBatchItem.ts';
import type { StepBatchRequest as _kubedrill_v1_StepBatchRequest, StepBatchRequest__Output as _kubedrill_v1_StepBatchRequest__Output } from './kubedrill/v1/StepBatchRequest.ts';
import type { StepBatchResponse as _kubedrill_v1_StepBatchResponse, StepBatchResponse__Output as _kubedrill_v1_StepBatchResponse__Output } from './kubedrill/v1/StepBatchResponse.ts';
import type { StepRequest as _kubedrill_v1_StepRequest, StepRequest__Output as _kubedrill_v1_StepRequest__Output } from './kubedrill/v1/StepRequest.ts';
import type { StepResponse as _kubedrill_v1_StepResponse, StepResponse__Output as _kubedrill_v1_StepResponse__Output } from './kubedrill/v1/StepResponse.ts';
import type { StepTiming as _kubedrill_v1_StepTiming, StepTiming__Output as _kubedrill_v1_StepTiming__Output } from './kubedrill/v1/StepTiming.ts';
import type { Task as _kubedrill_v1_Task, Task__Output as _kubedrill_v1_Task__Output } from './kubedrill/v1/Task.ts';
import type { TaskDraw as _kubedrill_v1_TaskDraw, TaskDraw__Output as _kubedrill_v1_TaskDraw__Output } from './kubedrill/v1/TaskDraw.ts';
import type { TaskFilter as _kubedrill_v1_TaskFilter, TaskFilter__Output as _kubedrill_v1_TaskFilter__Output } from './kubedrill/v1/TaskFilter.ts';
import type { TaskSelector as _kubedrill_v1_TaskSelector, TaskSelector__Output as _kubedrill_v1_TaskSelector__Output } from './kubedrill/v1/TaskSelector.ts';
import type { Tensor as _kubedrill_v1_Tensor, Tensor__Output as _kubedrill_v1_Tensor__Output } from './kubedrill/v1/Tensor.ts';
import type { ToolCall as _kubedrill_v1_ToolCall, ToolCall__Output as _kubedrill_v1_ToolCall__Output } from './kubedrill/v1/ToolCall.ts';
import type { ToolProfile as _kubedrill_v1_ToolProfile, ToolProfile__Output as _kubedrill_v1_ToolProfile__Output } from './kubedrill/v1/ToolProfile.ts';
import type { ToolSpec as _kubedrill_v1_ToolSpec, ToolSpec__Output as _kubedrill_v1_ToolSpec__Output } from './kubedrill/v1/ToolSpec.ts';
import type { ValidateError as _kubedrill_v1_ValidateError, ValidateError__Output as _kubedrill_v1_ValidateError__Output } from './kubedrill/v1/ValidateError.ts';
import type { ValidateReport as _kubedrill_v1_ValidateReport, ValidateReport__Output as _kubedrill_v1_ValidateReport__Output } from './kubedrill/v1/ValidateReport.ts';
import type { ValidateRequest as _kubedrill_v1_ValidateRequest, ValidateRequest__Output as _kubedrill_v1_ValidateRequest__Output } from './kubedrill/v1/ValidateRequest.ts';
import type { ViewRequest as _kubedrill_v1_ViewRequest, ViewRequest__Output as _kubedrill_v1_ViewRequest__Output } from './kubedrill/v1/ViewRequest.ts';
import type { ViewSpec as _kubedrill_v1_ViewSpec, ViewSpec__Output as _kubedrill_v1_ViewSpec__Output } from './kubedrill/v1/ViewSpec.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  google: {
    protobuf: {
      Any: MessageTypeDefinition<_google_protobuf_Any, _google_protobuf_Any__Output>
      Duration: MessageTypeDefinition<_google_protobuf_Duration, _google_protobuf_Duration__Output>
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
    rpc: {
      Status: MessageTypeDefinition<_google_rpc_Status, _google_rpc_Status__Output>
    }
  }
  kubedrill: {
    v1: {
      Action: MessageTypeDefinition<_kubedrill_v1_Action, _kubedrill_v1_Action__Output>
      ActionResult: MessageTypeDefinition<_kubedrill_v1_ActionResult, _kubedrill_v1_ActionResult__Output>
      Admission: MessageTypeDefinition<_kubedrill_v1_Admission, _kubedrill_v1_Admission__Output>
      AgentAccess: MessageTypeDefinition<_kubedrill_v1_AgentAccess, _kubedrill_v1_AgentAccess__Output>
      AgentAccessRequest: MessageTypeDefinition<_kubedrill_v1_AgentAccessRequest, _kubedrill_v1_AgentAccessRequest__Output>
      Backend: EnumTypeDefinition
      BackendInfo: MessageTypeDefinition<_kubedrill_v1_BackendInfo, _kubedrill_v1_BackendInfo__Output>
      Blame: EnumTypeDefinition
      ClientFrame: MessageTypeDefinition<_kubedrill_v1_ClientFrame, _kubedrill_v1_ClientFrame__Output>
      CloseRequest: MessageTypeDefinition<_kubedrill_v1_CloseRequest, _kubedrill_v1_CloseRequest__Output>
      CloseResponse: MessageTypeDefinition<_kubedrill_v1_CloseResponse, _kubedrill_v1_CloseResponse__Output>
      Determinism: EnumTypeDefinition
      DiscreteAction: MessageTypeDefinition<_kubedrill_v1_DiscreteAction, _kubedrill_v1_DiscreteAction__Output>
      Divergence: MessageTypeDefinition<_kubedrill_v1_Divergence, _kubedrill_v1_Divergence__Output>
      Draw: MessageTypeDefinition<_kubedrill_v1_Draw, _kubedrill_v1_Draw__Output>
      EndReason: EnumTypeDefinition
      Ending: MessageTypeDefinition<_kubedrill_v1_Ending, _kubedrill_v1_Ending__Output>
      /**
       * Hands out episodes.
       */
      EnvironmentService: SubtypeConstructor<typeof grpc.Client, _kubedrill_v1_EnvironmentServiceClient> & { service: _kubedrill_v1_EnvironmentServiceDefinition }
      Episode: MessageTypeDefinition<_kubedrill_v1_Episode, _kubedrill_v1_Episode__Output>
      EpisodeState: EnumTypeDefinition
      ForkChild: MessageTypeDefinition<_kubedrill_v1_ForkChild, _kubedrill_v1_ForkChild__Output>
      ForkMethod: EnumTypeDefinition
      ForkRequest: MessageTypeDefinition<_kubedrill_v1_ForkRequest, _kubedrill_v1_ForkRequest__Output>
      ForkResponse: MessageTypeDefinition<_kubedrill_v1_ForkResponse, _kubedrill_v1_ForkResponse__Output>
      GetAgentAccessRequest: MessageTypeDefinition<_kubedrill_v1_GetAgentAccessRequest, _kubedrill_v1_GetAgentAccessRequest__Output>
      GetKubeconfigRequest: MessageTypeDefinition<_kubedrill_v1_GetKubeconfigRequest, _kubedrill_v1_GetKubeconfigRequest__Output>
      GetServerInfoRequest: MessageTypeDefinition<_kubedrill_v1_GetServerInfoRequest, _kubedrill_v1_GetServerInfoRequest__Output>
      GetToolProfileRequest: MessageTypeDefinition<_kubedrill_v1_GetToolProfileRequest, _kubedrill_v1_GetToolProfileRequest__Output>
      HeartbeatRequest: MessageTypeDefinition<_kubedrill_v1_HeartbeatRequest, _kubedrill_v1_HeartbeatRequest__Output>
      HeartbeatResponse: MessageTypeDefinition<_kubedrill_v1_HeartbeatResponse, _kubedrill_v1_HeartbeatResponse__Output>
      Kubeconfig: MessageTypeDefinition<_kubedrill_v1_Kubeconfig, _kubedrill_v1_Kubeconfig__Output>
      LeaseState: MessageTypeDefinition<_kubedrill_v1_LeaseState, _kubedrill_v1_LeaseState__Output>
      Limits: MessageTypeDefinition<_kubedrill_v1_Limits, _kubedrill_v1_Limits__Output>
      ListTasksRequest: MessageTypeDefinition<_kubedrill_v1_ListTasksRequest, _kubedrill_v1_ListTasksRequest__Output>
      ListTasksResponse: MessageTypeDefinition<_kubedrill_v1_ListTasksResponse, _kubedrill_v1_ListTasksResponse__Output>
      Observation: MessageTypeDefinition<_kubedrill_v1_Observation, _kubedrill_v1_Observation__Output>
      ObservationView: MessageTypeDefinition<_kubedrill_v1_ObservationView, _kubedrill_v1_ObservationView__Output>
      ObserveRequest: MessageTypeDefinition<_kubedrill_v1_ObserveRequest, _kubedrill_v1_ObserveRequest__Output>
      ObserveResponse: MessageTypeDefinition<_kubedrill_v1_ObserveResponse, _kubedrill_v1_ObserveResponse__Output>
      ResetBatchItem: MessageTypeDefinition<_kubedrill_v1_ResetBatchItem, _kubedrill_v1_ResetBatchItem__Output>
      ResetBatchRequest: MessageTypeDefinition<_kubedrill_v1_ResetBatchRequest, _kubedrill_v1_ResetBatchRequest__Output>
      ResetBatchResponse: MessageTypeDefinition<_kubedrill_v1_ResetBatchResponse, _kubedrill_v1_ResetBatchResponse__Output>
      ResetGroup: MessageTypeDefinition<_kubedrill_v1_ResetGroup, _kubedrill_v1_ResetGroup__Output>
      ResetRequest: MessageTypeDefinition<_kubedrill_v1_ResetRequest, _kubedrill_v1_ResetRequest__Output>
      ResetResponse: MessageTypeDefinition<_kubedrill_v1_ResetResponse, _kubedrill_v1_ResetResponse__Output>
      RewardComponent: MessageTypeDefinition<_kubedrill_v1_RewardComponent, _kubedrill_v1_RewardComponent__Output>
      RewardReport: MessageTypeDefinition<_kubedrill_v1_RewardReport, _kubedrill_v1_RewardReport__Output>
      RewardRequest: MessageTypeDefinition<_kubedrill_v1_RewardRequest, _kubedrill_v1_RewardRequest__Output>
      RewardResponse: MessageTypeDefinition<_kubedrill_v1_RewardResponse, _kubedrill_v1_RewardResponse__Output>
      SampleTasksRequest: MessageTypeDefinition<_kubedrill_v1_SampleTasksRequest, _kubedrill_v1_SampleTasksRequest__Output>
      SampleTasksResponse: MessageTypeDefinition<_kubedrill_v1_SampleTasksResponse, _kubedrill_v1_SampleTasksResponse__Output>
      Sampler: MessageTypeDefinition<_kubedrill_v1_Sampler, _kubedrill_v1_Sampler__Output>
      ServerFrame: MessageTypeDefinition<_kubedrill_v1_ServerFrame, _kubedrill_v1_ServerFrame__Output>
      ServerInfo: MessageTypeDefinition<_kubedrill_v1_ServerInfo, _kubedrill_v1_ServerInfo__Output>
      ServerLimits: MessageTypeDefinition<_kubedrill_v1_ServerLimits, _kubedrill_v1_ServerLimits__Output>
      SessionCancel: MessageTypeDefinition<_kubedrill_v1_SessionCancel, _kubedrill_v1_SessionCancel__Output>
      SessionEvent: MessageTypeDefinition<_kubedrill_v1_SessionEvent, _kubedrill_v1_SessionEvent__Output>
      SessionHello: MessageTypeDefinition<_kubedrill_v1_SessionHello, _kubedrill_v1_SessionHello__Output>
      SessionWelcome: MessageTypeDefinition<_kubedrill_v1_SessionWelcome, _kubedrill_v1_SessionWelcome__Output>
      Spoilers: MessageTypeDefinition<_kubedrill_v1_Spoilers, _kubedrill_v1_Spoilers__Output>
      StepBatchItem: MessageTypeDefinition<_kubedrill_v1_StepBatchItem, _kubedrill_v1_StepBatchItem__Output>
      StepBatchRequest: MessageTypeDefinition<_kubedrill_v1_StepBatchRequest, _kubedrill_v1_StepBatchRequest__Output>
      StepBatchResponse: MessageTypeDefinition<_kubedrill_v1_StepBatchResponse, _kubedrill_v1_StepBatchResponse__Output>
      StepRequest: MessageTypeDefinition<_kubedrill_v1_StepRequest, _kubedrill_v1_StepRequest__Output>
      StepResponse: MessageTypeDefinition<_kubedrill_v1_StepResponse, _kubedrill_v1_StepResponse__Output>
      StepTiming: MessageTypeDefinition<_kubedrill_v1_StepTiming, _kubedrill_v1_StepTiming__Output>
      Task: MessageTypeDefinition<_kubedrill_v1_Task, _kubedrill_v1_Task__Output>
      TaskDraw: MessageTypeDefinition<_kubedrill_v1_TaskDraw, _kubedrill_v1_TaskDraw__Output>
      TaskFilter: MessageTypeDefinition<_kubedrill_v1_TaskFilter, _kubedrill_v1_TaskFilter__Output>
      TaskSelector: MessageTypeDefinition<_kubedrill_v1_TaskSelector, _kubedrill_v1_TaskSelector__Output>
      Tensor: MessageTypeDefinition<_kubedrill_v1_Tensor, _kubedrill_v1_Tensor__Output>
      ToolCall: MessageTypeDefinition<_kubedrill_v1_ToolCall, _kubedrill_v1_ToolCall__Output>
      ToolProfile: MessageTypeDefinition<_kubedrill_v1_ToolProfile, _kubedrill_v1_ToolProfile__Output>
      ToolSpec: MessageTypeDefinition<_kubedrill_v1_ToolSpec, _kubedrill_v1_ToolSpec__Output>
      ValidateCheck: EnumTypeDefinition
      ValidateError: MessageTypeDefinition<_kubedrill_v1_ValidateError, _kubedrill_v1_ValidateError__Output>
      ValidateReport: MessageTypeDefinition<_kubedrill_v1_ValidateReport, _kubedrill_v1_ValidateReport__Output>
      ValidateRequest: MessageTypeDefinition<_kubedrill_v1_ValidateRequest, _kubedrill_v1_ValidateRequest__Output>
      ViewRequest: MessageTypeDefinition<_kubedrill_v1_ViewRequest, _kubedrill_v1_ViewRequest__Output>
      ViewSpec: MessageTypeDefinition<_kubedrill_v1_ViewSpec, _kubedrill_v1_ViewSpec__Output>
    }
  }
}

