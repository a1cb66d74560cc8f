import { type ChannelCredentials, Client, credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import type { MessageTypeDefinition } from "@grpc/proto-loader";
import type { Catalogue } from "../../catalogue/catalogue-protocol.ts";
import { type ServerLog, SILENT_LOG } from "../../observability/server-log.ts";
import { readConfig } from "../../open/config.ts";
import type { LostWorlds, ServerParts } from "../../open/server-parts.ts";
import type { WallClock } from "../episodes/wall-clock.ts";
import { loadWire } from "../grpc/load-proto.ts";
import { type RunningServer, type ServerDoubles, startServer } from "../serve.ts";
import { createMemoryHost, createTestCatalogue, type MemoryHost, TEST_FACTS } from "./memory-host.ts";

/** A server over a memory host with a client on a real channel. */
export interface TestServer {
  readonly server: RunningServer;
  readonly host: MemoryHost;
  readonly client: TestClient;
  /** Loses the worlds of episodes, like a thread that dies, maybe by a call of one of them. */
  lose(episodeIds: readonly string[], culprit?: LostWorlds["culprit"]): void;
  close(): Promise<void>;
}

/** Calls by RPC name with plain messages. */
export interface TestClient {
  call(rpc: string, message: object, options?: { readonly deadlineMs?: number }): Promise<Reply>;
  /** Makes a call that must fail. @returns its failure */
  fail(rpc: string, message: object, options?: { readonly deadlineMs?: number }): Promise<Failure>;
  session(): SessionDouble;
  decodeStatus(bytes: Buffer): Failure;
  close(): void;
}

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at by tests only
export type Reply = any;

/** A failure as a client sees it. */
export interface Failure {
  readonly code: number;
  readonly message: string;
  readonly reason?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly fields?: readonly string[];
  readonly retryMs?: number;
}

export interface SessionDouble {
  send(frame: object): void;
  /** Returns the next frame from the server. */
  next(): Promise<Reply>;
  /** Returns the answer to a request; events and other answers are kept for later. */
  answer(requestId: number): Promise<Reply>;
  end(): void;
}

export interface TestServerOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly host?: MemoryHost;
  readonly clock?: WallClock;
  readonly log?: ServerLog;
  readonly buildDigest?: string;
  readonly writeJournal?: ServerDoubles["writeJournal"];
  readonly makeDatasets?: ServerDoubles["makeDatasets"];
  readonly makePages?: ServerDoubles["makePages"];
  readonly judge?: ServerParts["judge"];
  /** Missing: the catalogue of four tasks. */
  readonly catalogue?: Catalogue;
  /** Missing: a slot can be had at once. */
  readonly vacancyOf?: ServerParts["vacancyOf"];
}

/** Starts a test server on a free port. */
export const startTestServer = async ({
  settings = {},
  host = createMemoryHost(),
  clock,
  log = SILENT_LOG,
  buildDigest = TEST_FACTS.buildDigest,
  writeJournal,
  makeDatasets,
  makePages,
  judge,
  catalogue = createTestCatalogue(),
  vacancyOf,
}: TestServerOptions = {}): Promise<TestServer> => {
  const listeners: ((worlds: LostWorlds) => void)[] = [];
  const parts = {
    host,
    catalogue,
    facts: { ...TEST_FACTS, buildDigest },
    threads: 2,
    ...(vacancyOf && { vacancyOf }),
    ...(judge && { judge }),
    onLost: (listener: (worlds: LostWorlds) => void) => void listeners.push(listener),
    close: async () => undefined,
  };
  const server = await startServer(readConfig({ port: 0, drainMs: 0, scopes: "train,eval,holdout", tokenFile: "", ...settings }), {
    parts,
    log,
    ...(clock === undefined ? {} : { clock }),
    ...(writeJournal && { writeJournal }),
    ...(makeDatasets && { makeDatasets }),
    ...(makePages && { makePages }),
  });
  const client = connectTestClient(server.address);
  return {
    server,
    host,
    client,
    lose: (episodeIds, culprit) => {
      for (const listener of listeners) listener({ episodeIds, ...(culprit && { culprit }) });
    },
    close: async () => {
      client.close();
      await server.close();
    },
  };
};

/** Credentials that a test client shows; missing: none. */
interface TestAccess {
  readonly token?: string;
  readonly tls?: ChannelCredentials;
}

/** Connects to a server. */
export const connectTestClient = (address: string, { token, tls = credentials.createInsecure() }: TestAccess = {}): TestClient => {
  const { environment, definition } = loadWire();
  const channel = new Client(address, tls, {
    "grpc.max_receive_message_length": 1 << 24,
    "grpc.max_send_message_length": 1 << 24,
  });
  const metadata = new Metadata();
  if (token !== undefined) metadata.set("authorization", `Bearer ${token}`);
  const decode = (name: string, bytes: Buffer): Reply => (definition[name] as MessageTypeDefinition<object, object>).deserialize(bytes);
  const decodeStatus = (bytes: Buffer): Failure => readStatus(decode, decode("google.rpc.Status", bytes));
  const call: TestClient["call"] = (rpc, message, { deadlineMs } = {}) =>
    new Promise((resolve, reject) => {
      const method = environment[rpc] as (typeof environment)[string];
      const options = deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs };
      channel.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        message,
        metadata,
        options,
        (error, reply) => (error === null ? resolve(reply) : reject(error)),
      );
    });
  return {
    call,
    fail: async (rpc, message, options) => {
      const error = await call(rpc, message, options).then(
        (reply) => {
          throw new Error(`${rpc} succeeded: ${JSON.stringify(reply).slice(0, 200)}`);
        },
        (cause: ServiceError) => cause,
      );
      const bytes = error.metadata?.get("grpc-status-details-bin")[0] as Buffer | undefined;
      return bytes === undefined ? { code: error.code, message: error.details ?? error.message } : decodeStatus(bytes);
    },
    session: () => openSession(channel, environment["Session"] as (typeof environment)[string]),
    decodeStatus,
    close: () => channel.close(),
  };
};

const readStatus = (decode: (name: string, bytes: Buffer) => Reply, status: Reply): Failure => {
  const details = new Map<string, Reply>(
    (status.details ?? []).map(({ type_url, typeUrl, value }: Reply) => {
      const name = (typeUrl ?? type_url).split("/")[1];
      return [name, decode(name, value)];
    }),
  );
  const info = details.get("google.rpc.ErrorInfo");
  const retry = details.get("google.rpc.RetryInfo")?.retryDelay;
  const request = details.get("google.rpc.BadRequest");
  return {
    code: status.code,
    message: status.message,
    ...(info === undefined ? {} : { reason: info.reason, metadata: info.metadata ?? {} }),
    ...(request === undefined ? {} : { fields: (request.fieldViolations ?? []).map(({ field }: Reply) => field) }),
    ...(retry === undefined ? {} : { retryMs: Number(retry.seconds ?? 0) * 1000 + (retry.nanos ?? 0) / 1e6 }),
  };
};

const openSession = (
  channel: Client,
  method: Parameters<Client["makeBidiStreamRequest"]>[0] extends string ? Reply : never,
): SessionDouble => {
  const stream = channel.makeBidiStreamRequest<object, Reply>(method.path, method.requestSerialize, method.responseDeserialize);
  const frames: Reply[] = [];
  const waiting: (() => void)[] = [];
  stream.on("data", (frame: Reply) => {
    frames.push(frame);
    for (const wake of waiting.splice(0)) wake();
  });
  stream.on("error", () => undefined);
  const take = async (fits: (frame: Reply) => boolean): Promise<Reply> => {
    for (;;) {
      const at = frames.findIndex(fits);
      if (at >= 0) return frames.splice(at, 1)[0];
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  return {
    send: (frame) => void stream.write(frame),
    next: () => take(() => true),
    answer: (requestId) => take((frame) => frame.requestId === `${requestId}`),
    end: () => stream.end(),
  };
};

/** Clock for tests. */
export interface TestClock extends WallClock {
  /** Passes time; each timer runs when it is due. */
  advance(ms: number): void;
  /** Passes time in which the process stands still: timers run late. */
  standStill(ms: number): void;
}

/** Creates a clock that tests advance. */
export const createTestClock = (): TestClock => {
  let nowMs = 1_800_000_000_000;
  let timers: { readonly atMs: number; readonly run: () => void }[] = [];
  const runDue = (): void => {
    const due = timers.filter(({ atMs }) => atMs <= nowMs);
    timers = timers.filter(({ atMs }) => atMs > nowMs);
    for (const { run } of due) run();
  };
  return {
    nowMs: () => nowMs,
    after: (ms, run) => {
      const timer = { atMs: nowMs + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance: (ms) => {
      const endMs = nowMs + ms;
      while (nowMs < endMs) {
        nowMs = Math.max(nowMs, Math.min(endMs, ...timers.map(({ atMs }) => atMs)));
        runDue();
      }
    },
    standStill: (ms) => {
      nowMs += ms;
      runDue();
    },
  };
};
