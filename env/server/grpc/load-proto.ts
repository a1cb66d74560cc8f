import { fileURLToPath } from "node:url";
import { loadPackageDefinition, type ServiceDefinition } from "@grpc/grpc-js";
import { loadSync, type MessageTypeDefinition, type PackageDefinition } from "@grpc/proto-loader";
import { protoPath as healthProtoPath } from "grpc-health-check";
import type { ProtoGrpcType } from "#proto/gen/environment.ts";
import type { Duration__Output } from "#proto/gen/google/protobuf/Duration.ts";
import type { Timestamp } from "#proto/gen/google/protobuf/Timestamp.ts";

/** The wire as loaded from the .proto files: the one place that knows the loader's options. */
export interface Wire {
  /** Everything that reflection tells of: our services and health. */
  readonly definition: PackageDefinition;
  readonly environment: ServiceDefinition;
  /** Encodes a message by its full name. */
  encode(name: string, message: object): Buffer;
}

/** Loads the wire; costs some 50 ms, so once per process. */
export const loadWire = (): Wire => {
  loaded ??= load();
  return loaded;
};

let loaded: Wire | undefined;

const load = (): Wire => {
  const definition = loadSync(["kubedrill/v1/environment.proto", "google/rpc/error_details.proto", healthProtoPath], {
    longs: String,
    enums: String,
    oneofs: true,
    defaults: false,
    keepCase: false,
    includeDirs: [PROTO_DIR],
  });
  const { kubedrill } = loadPackageDefinition(definition) as unknown as ProtoGrpcType;
  return {
    definition,
    environment: kubedrill.v1.EnvironmentService.service,
    encode: (name, message) => (definition[name] as MessageTypeDefinition<object, object>).serialize(message),
  };
};

const PROTO_DIR = fileURLToPath(new URL("../../../proto", import.meta.url));

/** Milliseconds as a wire duration; parts of a millisecond are kept down to the microsecond. */
export const toDuration = (ms: number): { readonly seconds: number; readonly nanos: number } => {
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanos: Math.round((ms - seconds * 1000) * 1000) * 1000 };
};

/** Whole milliseconds of a wire duration; NaN when it is none. */
export const fromDuration = ({ seconds = "0", nanos = 0 }: Duration__Output): number =>
  Number(seconds) * 1000 + Math.trunc(nanos / 1_000_000);

/** Milliseconds since the Unix epoch as a wire timestamp. */
export const toTimestamp = (ms: number): Timestamp => toDuration(ms);
