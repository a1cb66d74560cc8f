import { fileURLToPath } from "node:url";
import { loadSync, type MessageTypeDefinition, type ServiceDefinition } from "@grpc/proto-loader";

const PROTO_DIR = fileURLToPath(new URL("../../proto", import.meta.url));
let loaded: LoadedProto | undefined;

/** The protocol as loaded from its .proto files. */
export interface LoadedProto {
  readonly service: ServiceDefinition;
  readonly datasets: ServiceDefinition;
  /** Decodes a message by its full type name. */
  decode<T>(type: string, bytes: Uint8Array): T;
}

/** Loads the protocol once per process; an unset field is undefined, uint64 a decimal string, an enum its name. */
export const loadProto = (): LoadedProto => {
  loaded ??= readProto();
  return loaded;
};

const readProto = (): LoadedProto => {
  const definitions = loadSync(["kubedrill/v1/environment.proto", "kubedrill/v1/dataset.proto", "google/rpc/error_details.proto"], {
    longs: String,
    enums: String,
    oneofs: true,
    defaults: false,
    keepCase: false,
    includeDirs: [PROTO_DIR],
  });
  return {
    service: definitions["kubedrill.v1.EnvironmentService"] as ServiceDefinition,
    datasets: definitions["kubedrill.v1.DatasetService"] as ServiceDefinition,
    decode: <T>(type: string, bytes: Uint8Array) =>
      (definitions[type] as MessageTypeDefinition<object, object>).deserialize(Buffer.from(bytes)) as T,
  };
};
