// Original file: kubedrill/v1/dataset.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GenerateTrajectoriesRequest as _kubedrill_v1_GenerateTrajectoriesRequest, GenerateTrajectoriesRequest__Output as _kubedrill_v1_GenerateTrajectoriesRequest__Output } from '../../kubedrill/v1/GenerateTrajectoriesRequest.ts';
import type { GenerateTrajectoriesResponse as _kubedrill_v1_GenerateTrajectoriesResponse, GenerateTrajectoriesResponse__Output as _kubedrill_v1_GenerateTrajectoriesResponse__Output } from '../../kubedrill/v1/GenerateTrajectoriesResponse.ts';

/**
 * Generates datasets for who may know the tasks; offered where GetServerInfo lists the capability `dataset`.
 */
export interface DatasetServiceClient extends grpc.Client {
  /**
   * Plays the drawn tasks with each policy and streams rows in their order. Equal requests give equal rows, whatever runs beside
   * them; `offset` goes on where a broken stream stopped. Cancelling it stops at once. Needs scope `train`, and that of each split.
   */
  GenerateTrajectories(argument: _kubedrill_v1_GenerateTrajectoriesRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_kubedrill_v1_GenerateTrajectoriesResponse__Output>;
  GenerateTrajectories(argument: _kubedrill_v1_GenerateTrajectoriesRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_kubedrill_v1_GenerateTrajectoriesResponse__Output>;
  /**
   * Plays the drawn tasks with each policy and streams rows in their order. Equal requests give equal rows, whatever runs beside
   * them; `offset` goes on where a broken stream stopped. Cancelling it stops at once. Needs scope `train`, and that of each split.
   */
  generateTrajectories(argument: _kubedrill_v1_GenerateTrajectoriesRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_kubedrill_v1_GenerateTrajectoriesResponse__Output>;
  generateTrajectories(argument: _kubedrill_v1_GenerateTrajectoriesRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_kubedrill_v1_GenerateTrajectoriesResponse__Output>;
  
}

/**
 * Generates datasets for who may know the tasks; offered where GetServerInfo lists the capability `dataset`.
 */
export interface DatasetServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Plays the drawn tasks with each policy and streams rows in their order. Equal requests give equal rows, whatever runs beside
   * them; `offset` goes on where a broken stream stopped. Cancelling it stops at once. Needs scope `train`, and that of each split.
   */
  GenerateTrajectories: grpc.handleServerStreamingCall<_kubedrill_v1_GenerateTrajectoriesRequest__Output, _kubedrill_v1_GenerateTrajectoriesResponse>;
  
}

export interface DatasetServiceDefinition extends grpc.ServiceDefinition {
  GenerateTrajectories: MethodDefinition<_kubedrill_v1_GenerateTrajectoriesRequest, _kubedrill_v1_GenerateTrajectoriesResponse, _kubedrill_v1_GenerateTrajectoriesRequest__Output, _kubedrill_v1_GenerateTrajectoriesResponse__Output>
}
