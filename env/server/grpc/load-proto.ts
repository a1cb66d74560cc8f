import { fileURLToPath } from "node:url";
import { loadPackageDefinition, type ServiceDefinition } from "@grpc/grpc-js";
import { loadSync, type MessageTypeDefinition, type PackageDefinition } from "@grpc/proto-loader";
import { protoPath as healthProtoPath } from "grpc-health-check";
import type { ProtoGrpcType as DatasetProto } from "#proto/gen/dataset.ts";
import type { ProtoGrpcType as EnvironmentProto } from "#proto/gen/environment.ts";
import type { Duration__Output } from "#proto/gen/google/protobuf/Duration.ts";
import type { Timestamp } from "#proto/gen/google/protobuf/Timestamp.ts";

/** The protocol as loaded from the .proto files: the only place that knows the loader's options. */
export interface Wire {
  /** Services for reflection: ours and health. */
  readonly definition: PackageDefinition;
  readonly environment: ServiceDefinition;
  readonly dataset: ServiceDefinition;
  /** Encodes a message by its full type name. */
  encode(name: string, message: object): Buffer;
}

/** Loads the protocol; takes some 50 ms, so once per process. */
export const loadWire = (): Wire => {
  loaded ??= load();
  return loaded;
};

let loaded: Wire | undefined;

const load = (): Wire => {
  const definition = loadSync(
    ["kubedrill/v1/environment.proto", "kubedrill/v1/dataset.proto", "google/rpc/error_details.proto", healthProtoPath],
    {
      longs: String,
      enums: String,
      oneofs: true,
      defaults: false,
      keepCase: false,
      includeDirs: [PROTO_DIR],
    },
  );
  const { kubedrill } = loadPackageDefinition(definition) as unknown as EnvironmentProto & DatasetProto;
  return {
    definition,
    environment: kubedrill.v1.EnvironmentService.service,
    dataset: kubedrill.v1.DatasetService.service,
    encode: (name, message) => (definition[name] as MessageTypeDefinition<object, object>).serialize(message),
  };
};

const PROTO_DIR = fileURLToPath(new URL("../../../proto", import.meta.url));

/** Converts milliseconds to a protobuf Duration, with a precision of a microsecond. */
export const toDuration = (ms: number): { readonly seconds: number; readonly nanos: number } => {
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanos: Math.round((ms - seconds * 1000) * 1000) * 1000 };
};

/** Converts a protobuf Duration to whole milliseconds; NaN if it is invalid. */
export const fromDuration = ({ seconds = "0", nanos = 0 }: Duration__Output): number =>
  Number(seconds) * 1000 + Math.trunc(nanos / 1_000_000);

/** Converts milliseconds since the Unix epoch to a protobuf Timestamp. */
export const toTimestamp = (ms: number): Timestamp => toDuration(ms);
