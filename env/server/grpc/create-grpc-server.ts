import { readFileSync } from "node:fs";
import { Server, ServerCredentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { ReflectionService } from "@grpc/reflection";
import { HealthImplementation } from "grpc-health-check";
import { type Door, unary } from "./door.ts";
import { loadWire } from "./load-proto.ts";
import { createOrderReaders } from "./read-orders.ts";
import { resetBatch, stepBatch } from "./rpcs/batches.ts";
import { close, fork, getKubeconfig, heartbeat, observe, reset, reward, step, validate } from "./rpcs/episode-calls.ts";
import { getServerInfo } from "./rpcs/get-server-info.ts";
import { serveSession } from "./rpcs/session.ts";
import { listTasks, sampleTasks } from "./rpcs/tasks.ts";
import { createWireErrors } from "./wire-error.ts";

/** The gRPC door while it is open. */
export interface GrpcDoor {
  /** Where it listens, `host:port`. */
  readonly address: string;
  /** Tells health checkers that nothing new is taken. */
  setServing(serving: boolean): void;
  /** Lets running calls finish for so long, then cuts them off. */
  close(graceMs: number): Promise<void>;
}

export interface GrpcDoorOptions extends Omit<Door, "read" | "errors" | "messageBytesMax"> {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Paths of PEM files; missing: plain text. */
  readonly tls?: { readonly certificate: string; readonly key: string; readonly clientCa?: string };
}

/** Opens the gRPC door: the environment service, health and reflection. */
export const openGrpcDoor = async (options: GrpcDoorOptions): Promise<GrpcDoor> => {
  const wire = loadWire();
  const door: Door = {
    ...options,
    read: createOrderReaders(options.rules),
    errors: createWireErrors(wire),
    messageBytesMax: MESSAGE_BYTES_MAX,
  };
  const server = new Server(CHANNEL_OPTIONS);
  const health = new HealthImplementation({ "": "SERVING", [SERVICE_NAME]: "SERVING" });
  server.addService(wire.environment, implement(door));
  health.addToServer(server);
  new ReflectionService(wire.definition).addToServer(server);
  const port = await bind(server, options);
  return {
    address: `${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}`,
    setServing: (serving) => {
      for (const name of ["", SERVICE_NAME]) health.setStatus(name, serving ? "SERVING" : "NOT_SERVING");
    },
    close: (graceMs) => shutDown(server, graceMs),
  };
};

const SERVICE_NAME = "kubedrill.v1.EnvironmentService";
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

const CHANNEL_OPTIONS = {
  "grpc.max_receive_message_length": MESSAGE_BYTES_MAX,
  "grpc.max_send_message_length": MESSAGE_BYTES_MAX,
  "grpc.max_concurrent_streams": 10_000,
  "grpc.keepalive_time_ms": 60_000,
  "grpc.keepalive_timeout_ms": 20_000,
  "grpc.keepalive_permit_without_calls": 1,
};

const implement = (door: Door): UntypedServiceImplementation => ({
  GetServerInfo: unary(door, () => getServerInfo(door)),
  ListTasks: unary(door, (message) => listTasks(door, message)),
  SampleTasks: unary(door, (message) => sampleTasks(door, message)),
  Reset: unary(door, (message, caller) => reset(door, message, caller)),
  Step: unary(door, (message) => step(door, message)),
  Observe: unary(door, (message) => observe(door, message)),
  Reward: unary(door, (message) => reward(door, message)),
  Heartbeat: unary(door, (message) => heartbeat(door, message)),
  GetKubeconfig: unary(door, (message) => getKubeconfig(door, message)),
  Close: unary(door, (message) => close(door, message)),
  ResetBatch: unary(door, (message, caller) => resetBatch(door, message, caller)),
  StepBatch: unary(door, (message, caller) => stepBatch(door, message, caller)),
  Session: (call: Parameters<typeof serveSession>[1]) => serveSession(door, call),
  Fork: unary(door, (message, caller) => fork(door, message, caller)),
  Validate: unary(door, (message) => validate(door, message)),
});

const bind = (server: Server, { host, port, tls }: GrpcDoorOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    server.bindAsync(address, createCredentials(tls), (cause, bound) => (cause === null ? resolve(bound) : reject(cause)));
  });

const createCredentials = (tls: GrpcDoorOptions["tls"]): ServerCredentials => {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const ca = tls.clientCa === undefined ? null : readFileSync(tls.clientCa);
  return ServerCredentials.createSsl(ca, [{ cert_chain: readFileSync(tls.certificate), private_key: readFileSync(tls.key) }], ca !== null);
};

const shutDown = async (server: Server, graceMs: number): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  const timer = setTimeout(() => server.forceShutdown(), graceMs);
  await closed;
  clearTimeout(timer);
};
