import { createSecureContext } from "node:tls";
import { Server, ServerCredentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { ReflectionService } from "@grpc/reflection";
import { HealthImplementation } from "grpc-health-check";
import { readSettingFile } from "../../open/read-setting-file.ts";
import { SettingsError } from "../../open/settings-error.ts";
import { boundRequests } from "./bounded-requests.ts";
import { loadWire } from "./load-proto.ts";
import { createOrderReaders } from "./read-orders.ts";
import { resetBatch, stepBatch } from "./rpcs/batches.ts";
import { close, fork, getAgentAccess, getKubeconfig, heartbeat, observe, reset, reward, step, validate } from "./rpcs/episode-calls.ts";
import { createGenerator } from "./rpcs/generate-trajectories.ts";
import { getServerInfo } from "./rpcs/get-server-info.ts";
import { getToolProfile } from "./rpcs/get-tool-profile.ts";
import { serveSession } from "./rpcs/session.ts";
import { listTasks, sampleTasks } from "./rpcs/tasks.ts";
import { type RpcContext, unary } from "./unary.ts";
import { createWireErrors } from "./wire-error.ts";

/** A gRPC server that listens. */
export interface GrpcServer {
  /** Address, `host:port`. */
  readonly address: string;
  /** Address for calls of this process, in plain text. */
  readonly ownAddress: string;
  /** Sets the state that health checks report. */
  setServing(serving: boolean): void;
  /** Lets running calls finish for `graceMs`, then cancels them. */
  close(graceMs: number): Promise<void>;
}

export interface GrpcServerOptions extends Omit<RpcContext, "read" | "errors" | "messageBytesMax"> {
  readonly host: string;
  /** Port; 0: any free port. */
  readonly port: number;
  /** Paths of PEM files; missing: plain text. */
  readonly tls?: { readonly certificate: string; readonly key: string; readonly clientCa?: string };
  /** Address at which the server answers in plain text, which its own process alone reaches; missing: none. */
  readonly ownAddress?: string;
}

/** Starts the gRPC server: the services of environments and datasets, health and reflection. */
export const openGrpcServer = async (options: GrpcServerOptions): Promise<GrpcServer> => {
  const wire = loadWire();
  const context: RpcContext = {
    ...options,
    read: createOrderReaders(options.rules),
    errors: createWireErrors(wire),
    messageBytesMax: MESSAGE_BYTES_MAX,
  };
  const server = new Server(CHANNEL_OPTIONS);
  const health = new HealthImplementation(Object.fromEntries(HEALTH_NAMES.map((name) => [name, "SERVING"] as const)));
  server.addService(boundRequests(wire.environment, wire.definition), implement(context));
  server.addService(boundRequests(wire.dataset, wire.definition), { GenerateTrajectories: createGenerator(context) });
  health.addToServer(server);
  new ReflectionService(wire.definition).addToServer(server);
  const { host, tls, ownAddress } = options;
  const port = await bind(server, `${bracket(host)}:${options.port}`, createCredentials(tls));
  if (ownAddress !== undefined) await bind(server, ownAddress, ServerCredentials.createInsecure());
  const address = `${bracket(host)}:${port}`;
  return {
    address,
    ownAddress: ownAddress ?? address,
    setServing: (serving) => {
      for (const name of HEALTH_NAMES) health.setStatus(name, serving ? "SERVING" : "NOT_SERVING");
    },
    close: (graceMs) => shutDown(server, graceMs),
  };
};

const HEALTH_NAMES = ["", "kubedrill.v1.EnvironmentService", "kubedrill.v1.DatasetService"];
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

const CHANNEL_OPTIONS = {
  "grpc.max_receive_message_length": MESSAGE_BYTES_MAX,
  "grpc.max_send_message_length": MESSAGE_BYTES_MAX,
  "grpc.max_concurrent_streams": 10_000,
  "grpc.keepalive_time_ms": 60_000,
  "grpc.keepalive_timeout_ms": 20_000,
  "grpc.keepalive_permit_without_calls": 1,
};

const implement = (context: RpcContext): UntypedServiceImplementation => ({
  GetServerInfo: unary(context, "GetServerInfo", getServerInfo),
  GetToolProfile: unary(context, "GetToolProfile", getToolProfile),
  ListTasks: unary(context, "ListTasks", listTasks),
  SampleTasks: unary(context, "SampleTasks", sampleTasks),
  Reset: unary(context, "Reset", reset),
  Step: unary(context, "Step", step),
  Observe: unary(context, "Observe", observe),
  Reward: unary(context, "Reward", reward),
  Heartbeat: unary(context, "Heartbeat", heartbeat),
  GetKubeconfig: unary(context, "GetKubeconfig", getKubeconfig),
  GetAgentAccess: unary(context, "GetAgentAccess", getAgentAccess),
  Close: unary(context, "Close", close),
  ResetBatch: unary(context, "ResetBatch", resetBatch),
  StepBatch: unary(context, "StepBatch", stepBatch),
  Session: (call: Parameters<typeof serveSession>[1]) => serveSession(context, call),
  Fork: unary(context, "Fork", fork),
  Validate: unary(context, "Validate", validate),
});

const bracket = (host: string): string => (host.includes(":") ? `[${host}]` : host);

const bind = (server: Server, address: string, admission: ServerCredentials): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(address, admission, (cause, bound) => (cause === null ? resolve(bound) : reject(cause)));
  });

const createCredentials = (tls: GrpcServerOptions["tls"]): ServerCredentials => {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const ca = tls.clientCa === undefined ? null : readSettingFile(tls.clientCa);
  const [cert, key] = [readSettingFile(tls.certificate), readSettingFile(tls.key)];
  try {
    createSecureContext({ cert, key });
  } catch (cause) {
    throw new SettingsError(`${tls.certificate} and ${tls.key} are no certificate with its key, as PEM`, { cause });
  }
  return ServerCredentials.createSsl(ca, [{ cert_chain: cert, private_key: key }], ca !== null);
};

const shutDown = async (server: Server, graceMs: number): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  const timer = setTimeout(() => server.forceShutdown(), graceMs);
  await closed;
  clearTimeout(timer);
};
