import { type ChannelCredentials, Client, type ClientDuplexStream, credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import type { ClientFrame } from "#proto/gen/kubedrill/v1/ClientFrame.ts";
import type { GenerateTrajectoriesRequest } from "#proto/gen/kubedrill/v1/GenerateTrajectoriesRequest.ts";
import type { GenerateTrajectoriesResponse__Output } from "#proto/gen/kubedrill/v1/GenerateTrajectoriesResponse.ts";
import type { ServerFrame__Output } from "#proto/gen/kubedrill/v1/ServerFrame.ts";
import type { ServerCalls } from "./calls.ts";
import { errorFromCall } from "./error-details.ts";
import { KubedrillError } from "./errors.ts";
import { loadProto } from "./load-proto.ts";
import { REACH_MS, reach } from "./reach.ts";
import { createPatience, withRetry } from "./retry.ts";
import { checkTarget, isLocal } from "./target.ts";
import { createTokenSource, type TokenOptions, type TokenSource } from "./token-source.ts";

/** Options of a connection to a server. */
export interface ChannelOptions extends TokenOptions {
  /** TLS: true for the system's root certificates, a PEM bundle of them, or a certificate of one's own to show. Missing: plain text, which servers offer on loopback only. */
  readonly tls?: boolean | Uint8Array | ClientCertificate;
  /** Deadline of one call, ms. Missing: 300,000. */
  readonly timeoutMs?: number;
  /** Longest wait for the first answer of a server, ms. Missing: 5,000. */
  readonly reachMs?: number;
  /** Interval of keepalive pings on idle connections, ms; proxies may enforce a minimum. Missing: 60,000. */
  readonly keepaliveMs?: number;
  /** Host that the server's certificate is for. Missing: that of the target. */
  readonly certifiedName?: string;
}

/** Certificate that a client shows to a server which asks for one; PEM texts. */
export interface ClientCertificate {
  readonly certificate: Uint8Array;
  readonly key: Uint8Array;
  /** Authorities of the server's certificate. Missing: those of the system. */
  readonly authorities?: Uint8Array;
}

/** Treatment of a server that does not answer. */
export interface ChannelWait {
  /** Time for which calls are repeated, ms. Missing: a minute. */
  readonly budgetMs?: number | undefined;
  /** True: the server is known to be there; else it is told soon that there is none. */
  readonly isReached?: boolean;
}

/** A gRPC channel to one server; nothing is sent before the first call. */
export interface Channel {
  /** Each call as a function, retried as the protocol allows. */
  readonly calls: ServerCalls;
  /** Resolves once a server has answered over it. @throws KubedrillError none does in time */
  reached(): Promise<void>;
  /** Resolves once a server has answered a call with the token, which is read again if need be: a stream is not begun again. */
  admitted(): Promise<void>;
  /** Repeats an attempt as the protocol allows. */
  repeat<T>(attempt: () => Promise<T>): Promise<T>;
  /** Streams a dataset; a consumer that stops cancels it. */
  generate(request: GenerateTrajectoriesRequest): AsyncIterable<GenerateTrajectoriesResponse__Output>;
  /** Opens a Session. */
  openStream(listeners: StreamListeners): FrameStream;
  close(): void;
}

/** Listeners to the frames of a Session. */
export interface StreamListeners {
  onFrame(frame: ServerFrame__Output): void;
  /** Called when the stream is over, with undefined when this side ended it. */
  onEnd(error: KubedrillError | undefined): void;
}

/** The sending half of a Session. */
export interface FrameStream {
  write(frame: ClientFrame): void;
  end(): void;
}

const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
const DETAILS_KEY = "grpc-status-details-bin";
const METHODS = [
  ...["GetServerInfo", "GetToolProfile", "ListTasks", "SampleTasks", "Reset", "Step", "Observe", "Reward"],
  ...["Heartbeat", "GetKubeconfig", "GetAgentAccess", "Close", "ResetBatch", "StepBatch", "Fork"],
];

/**
 * Creates a channel; the connection is made by the first call.
 * @param wait time for which calls are repeated, and whether the server is known to be there. Missing: a minute, once it was found
 * @throws TypeError the target is no address
 */
export const createChannel = (target: string, options: ChannelOptions, wait: ChannelWait = {}): Channel => {
  const client = new Client(checkTarget(target), toCredentials(options.tls), {
    "grpc.max_send_message_length": MESSAGE_BYTES_MAX,
    "grpc.max_receive_message_length": MESSAGE_BYTES_MAX,
    "grpc.keepalive_time_ms": options.keepaliveMs ?? 60_000,
    "grpc.keepalive_permit_without_calls": 1,
    // A restarted server is found within a second.
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 1_000,
    // A proxy of the environment does not reach this machine, as all programs but gRPC take for granted.
    "grpc.enable_http_proxy": isLocal(target) ? 0 : 1,
    ...(options.certifiedName !== undefined && { "grpc.ssl_target_name_override": options.certifiedName }),
  });
  const tokens = createTokenSource(target, options);
  const streams = new Set<FrameStream>();
  const timeoutMs = options.timeoutMs ?? 300_000;
  const patience = createPatience(target, wait.budgetMs);
  const repeat = <T>(attempt: () => Promise<T>): Promise<T> => withRetry(attempt, patience);
  const reached = wait.isReached
    ? async () => undefined
    : once(() => reach(client, target, Math.min(options.reachMs ?? REACH_MS, timeoutMs)));
  const unary = (name: string) => createCall({ client, repeat, reached, tokens, timeoutMs }, name);
  const admitted = async (): Promise<void> => {
    await reached();
    if (tokens.token() !== undefined) await unary("GetServerInfo")({});
  };
  return {
    reached,
    repeat,
    calls: Object.fromEntries(METHODS.map((name) => [name.charAt(0).toLowerCase() + name.slice(1), unary(name)])) as unknown as ServerCalls,
    admitted,
    generate: async function* (request) {
      await admitted();
      yield* generate(client, metadataOf(tokens.token()), request);
    },
    openStream: (listeners) => {
      const onEnd = (error: KubedrillError | undefined) => {
        streams.delete(stream);
        listeners.onEnd(error);
      };
      const stream = openStream(client, metadataOf(tokens.token()), { ...listeners, onEnd });
      streams.add(stream);
      return stream;
    },
    close: () => {
      for (const stream of streams) stream.end();
      client.close();
    },
  };
};

const toCredentials = (tls: ChannelOptions["tls"]): ChannelCredentials => {
  if (tls === undefined || tls === false) return credentials.createInsecure();
  if (tls === true) return credentials.createSsl();
  if (tls instanceof Uint8Array) return credentials.createSsl(Buffer.from(tls));
  const { authorities, certificate, key } = tls;
  return credentials.createSsl(authorities === undefined ? null : Buffer.from(authorities), Buffer.from(key), Buffer.from(certificate));
};

/** Runs a function until it has succeeded, once at a time. */
const once = (run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  return () =>
    (running ??= run().catch((cause) => {
      running = undefined;
      throw cause;
    }));
};

interface Caller extends Pick<Channel, "reached" | "repeat"> {
  readonly client: Client;
  readonly tokens: TokenSource;
  readonly timeoutMs: number;
}

const metadataOf = (token: string | undefined): Metadata => {
  const metadata = new Metadata();
  if (token !== undefined) metadata.set("authorization", `Bearer ${token}`);
  return metadata;
};

/** Calls that take as long as they simulate; the others are answered at once. */
const LONG_CALLS: ReadonlySet<string> = new Set(["Reset", "ResetBatch", "Step", "StepBatch", "Reward", "Fork"]);
const QUICK_MS = 30_000;

const createCall = ({ client, repeat, reached, tokens, timeoutMs }: Caller, name: string) => {
  const method = loadProto().service[name]!;
  const waitMs = LONG_CALLS.has(name) ? timeoutMs : Math.min(QUICK_MS, timeoutMs);
  const send = (request: object, token: string | undefined) =>
    new Promise<object | undefined>((resolve, reject) => {
      const { path, requestSerialize, responseDeserialize } = method;
      const options = { deadline: Date.now() + waitMs };
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadataOf(token), options, (error, reply) =>
        error === null ? resolve(reply) : reject(toError(error)),
      );
    });
  const attempt = async (request: object) => {
    const token = tokens.token();
    try {
      return await send(request, token);
    } catch (cause) {
      if (!(cause instanceof KubedrillError) || cause.code !== "UNAUTHENTICATED" || !tokens.renew(token)) throw cause;
      return await send(request, tokens.token());
    }
  };
  return async (request: object) => {
    await reached();
    return await repeat(() => attempt(request)).catch((cause) => {
      throw nameUnanswered(cause, name, waitMs);
    });
  };
};

/** Says what was waited for where the server said nothing. */
const nameUnanswered = (cause: unknown, name: string, waitMs: number): unknown =>
  cause instanceof KubedrillError && cause.code === "DEADLINE_EXCEEDED" && cause.reason === ""
    ? new KubedrillError(`${name} was not answered within ${waitMs / 1_000} s, nor when it was repeated; the same call may be made again`, {
        code: cause.code,
      })
    : cause;

async function* generate(
  client: Client,
  metadata: Metadata,
  request: GenerateTrajectoriesRequest,
): AsyncGenerator<GenerateTrajectoriesResponse__Output> {
  const { path, requestSerialize, responseDeserialize } = loadProto().datasets.GenerateTrajectories!;
  const stream = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request, metadata);
  try {
    yield* stream as AsyncIterable<GenerateTrajectoriesResponse__Output>;
  } catch (cause) {
    throw toError(cause as Error);
  } finally {
    stream.on("error", () => undefined); // of its own cancellation
    stream.cancel();
  }
}

const openStream = (client: Client, metadata: Metadata, { onFrame, onEnd }: StreamListeners): FrameStream => {
  const { path, requestSerialize, responseDeserialize } = loadProto().service.Session!;
  const stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata) as ClientDuplexStream<
    ClientFrame,
    ServerFrame__Output
  >;
  stream.on("data", onFrame);
  stream.on("error", (error: Error) => onEnd(toError(error)));
  stream.on("end", () => onEnd(undefined));
  return { write: (frame) => void stream.write(frame), end: () => stream.end() };
};

/** Converts a gRPC failure; a broken stream has neither code nor metadata. */
const toError = ({ code = status.UNKNOWN, message, details, metadata }: Error & Partial<ServiceError>): KubedrillError => {
  const bytes = metadata?.get(DETAILS_KEY)[0];
  return errorFromCall(code, details ?? message, bytes instanceof Uint8Array ? bytes : undefined);
};
