import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from './google/protobuf/Duration.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';
import type { Action as _kubedrill_v1_Action, Action__Output as _kubedrill_v1_Action__Output } from './kubedrill/v1/Action.ts';
import type { ActionResult as _kubedrill_v1_ActionResult, ActionResult__Output as _kubedrill_v1_ActionResult__Output } from './kubedrill/v1/ActionResult.ts';
import type { DatasetServiceClient as _kubedrill_v1_DatasetServiceClient, DatasetServiceDefinition as _kubedrill_v1_DatasetServiceDefinition } from './kubedrill/v1/DatasetService.ts';
import type { DiscreteAction as _kubedrill_v1_DiscreteAction, DiscreteAction__Output as _kubedrill_v1_DiscreteAction__Output } from './kubedrill/v1/DiscreteAction.ts';
import type { Ending as _kubedrill_v1_Ending, Ending__Output as _kubedrill_v1_Ending__Output } from './kubedrill/v1/Ending.ts';
import type { Episode as _kubedrill_v1_Episode, Episode__Output as _kubedrill_v1_Episode__Output } from './kubedrill/v1/Episode.ts';
import type { GenerateTrajectoriesRequest as _kubedrill_v1_GenerateTrajectoriesRequest, GenerateTrajectoriesRequest__Output as _kubedrill_v1_GenerateTrajectoriesRequest__Output } from './kubedrill/v1/GenerateTrajectoriesRequest.ts';
import type { GenerateTrajectoriesResponse as _kubedrill_v1_GenerateTrajectoriesResponse, GenerateTrajectoriesResponse__Output as _kubedrill_v1_GenerateTrajectoriesResponse__Output } from './kubedrill/v1/GenerateTrajectoriesResponse.ts';
import type { Limits as _kubedrill_v1_Limits, Limits__Output as _kubedrill_v1_Limits__Output } from './kubedrill/v1/Limits.ts';
import type { Observation as _kubedrill_v1_Observation, Observation__Output as _kubedrill_v1_Observation__Output } from './kubedrill/v1/Observation.ts';
import type { ObservationView as _kubedrill_v1_ObservationView, ObservationView__Output as _kubedrill_v1_ObservationView__Output } from './kubedrill/v1/ObservationView.ts';
import type { RewardComponent as _kubedrill_v1_RewardComponent, RewardComponent__Output as _kubedrill_v1_RewardComponent__Output } from './kubedrill/v1/RewardComponent.ts';
import type { RewardReport as _kubedrill_v1_RewardReport, RewardReport__Output as _kubedrill_v1_RewardReport__Output } from './kubedrill/v1/RewardReport.ts';
import type { Sampler as _kubedrill_v1_Sampler, Sampler__Output as _kubedrill_v1_Sampler__Output } from './kubedrill/v1/Sampler.ts';
import type { Spoilers as _kubedrill_v1_Spoilers, Spoilers__Output as _kubedrill_v1_Spoilers__Output } from './kubedrill/v1/Spoilers.ts';
import type { Task as _kubedrill_v1_Task, Task__Output as _kubedrill_v1_Task__Output } from './kubedrill/v1/Task.ts';
import type { TaskDraw as _kubedrill_v1_TaskDraw, TaskDraw__Output as _kubedrill_v1_TaskDraw__Output } from './kubedrill/v1/TaskDraw.ts';
import type { TaskFilter as _kubedrill_v1_TaskFilter, TaskFilter__Output as _kubedrill_v1_TaskFilter__Output } from './kubedrill/v1/TaskFilter.ts';
import type { TaskSelector as _kubedrill_v1_TaskSelector, TaskSelector__Output as _kubedrill_v1_TaskSelector__Output } from './kubedrill/v1/TaskSelector.ts';
import type { Tensor as _kubedrill_v1_Tensor, Tensor__Output as _kubedrill_v1_Tensor__Output } from './kubedrill/v1/Tensor.ts';
import type { ToolCall as _kubedrill_v1_ToolCall, ToolCall__Output as _kubedrill_v1_ToolCall__Output } from './kubedrill/v1/ToolCall.ts';
import type { ToolSpec as _kubedrill_v1_ToolSpec, ToolSpec__Output as _kubedrill_v1_ToolSpec__Output } from './kubedrill/v1/ToolSpec.ts';
import type { ViewRequest as _kubedrill_v1_ViewRequest, ViewRequest__Output as _kubedrill_v1_ViewRequest__Output } from './kubedrill/v1/ViewRequest.ts';
import type { ViewSpec as _kubedrill_v1_ViewSpec, ViewSpec__Output as _kubedrill_v1_ViewSpec__Output } from './kubedrill/v1/ViewSpec.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  google: {
    protobuf: {
      Duration: MessageTypeDefinition<_google_protobuf_Duration, _google_protobuf_Duration__Output>
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
    }
  }
  kubedrill: {
    v1: {
      Action: MessageTypeDefinition<_kubedrill_v1_Action, _kubedrill_v1_Action__Output>
      ActionResult: MessageTypeDefinition<_kubedrill_v1_ActionResult, _kubedrill_v1_ActionResult__Output>
      Backend: EnumTypeDefinition
      Blame: EnumTypeDefinition
      /**
       * Generates datasets for who may know the tasks; offered where GetServerInfo lists the capability `dataset`.
       */
      DatasetService: SubtypeConstructor<typeof grpc.Client, _kubedrill_v1_DatasetServiceClient> & { service: _kubedrill_v1_DatasetServiceDefinition }
      Determinism: EnumTypeDefinition
      DiscreteAction: MessageTypeDefinition<_kubedrill_v1_DiscreteAction, _kubedrill_v1_DiscreteAction__Output>
      EndReason: EnumTypeDefinition
      Ending: MessageTypeDefinition<_kubedrill_v1_Ending, _kubedrill_v1_Ending__Output>
      Episode: MessageTypeDefinition<_kubedrill_v1_Episode, _kubedrill_v1_Episode__Output>
      EpisodeState: EnumTypeDefinition
      GenerateTrajectoriesRequest: MessageTypeDefinition<_kubedrill_v1_GenerateTrajectoriesRequest, _kubedrill_v1_GenerateTrajectoriesRequest__Output>
      GenerateTrajectoriesResponse: MessageTypeDefinition<_kubedrill_v1_GenerateTrajectoriesResponse, _kubedrill_v1_GenerateTrajectoriesResponse__Output>
      Limits: MessageTypeDefinition<_kubedrill_v1_Limits, _kubedrill_v1_Limits__Output>
      Observation: MessageTypeDefinition<_kubedrill_v1_Observation, _kubedrill_v1_Observation__Output>
      ObservationView: MessageTypeDefinition<_kubedrill_v1_ObservationView, _kubedrill_v1_ObservationView__Output>
      RewardComponent: MessageTypeDefinition<_kubedrill_v1_RewardComponent, _kubedrill_v1_RewardComponent__Output>
      RewardReport: MessageTypeDefinition<_kubedrill_v1_RewardReport, _kubedrill_v1_RewardReport__Output>
      Sampler: MessageTypeDefinition<_kubedrill_v1_Sampler, _kubedrill_v1_Sampler__Output>
      Spoilers: MessageTypeDefinition<_kubedrill_v1_Spoilers, _kubedrill_v1_Spoilers__Output>
      Task: MessageTypeDefinition<_kubedrill_v1_Task, _kubedrill_v1_Task__Output>
      TaskDraw: MessageTypeDefinition<_kubedrill_v1_TaskDraw, _kubedrill_v1_TaskDraw__Output>
      TaskFilter: MessageTypeDefinition<_kubedrill_v1_TaskFilter, _kubedrill_v1_TaskFilter__Output>
      TaskSelector: MessageTypeDefinition<_kubedrill_v1_TaskSelector, _kubedrill_v1_TaskSelector__Output>
      Tensor: MessageTypeDefinition<_kubedrill_v1_Tensor, _kubedrill_v1_Tensor__Output>
      ToolCall: MessageTypeDefinition<_kubedrill_v1_ToolCall, _kubedrill_v1_ToolCall__Output>
      ToolSpec: MessageTypeDefinition<_kubedrill_v1_ToolSpec, _kubedrill_v1_ToolSpec__Output>
      ViewRequest: MessageTypeDefinition<_kubedrill_v1_ViewRequest, _kubedrill_v1_ViewRequest__Output>
      ViewSpec: MessageTypeDefinition<_kubedrill_v1_ViewSpec, _kubedrill_v1_ViewSpec__Output>
    }
  }
}

