import type { ConnectionOutcome } from "../../network/connections/connection.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import type { MongoError } from "../../stores/mongo/server/mongo-client.ts";
import type { Pool } from "../behaviour/pool-of.ts";

/** Log format, exit and words of the client libraries, of programs in one language. */
export interface Language {
  /** Line of a log at any time; its message is quoted once. */
  readonly line: (level: "info" | "warn" | "error", message: string) => LogLine;
  /** Lines about a failed call; missing: one line of the log. */
  readonly failed?: (message: string) => readonly LogLine[];
  /** Last words of a program that an unexpected error ends. */
  readonly panic: (text: string, app: AppProgram) => readonly string[];
  readonly panicExitCode: number;
  /** Error at which a program ends that reads a missing address at its start; missing: it goes on without it. */
  readonly missingAddress?: string;
  /** Answer to an HTTP request for a path that it does not know. */
  readonly notFound: string;
  /** Status of its answer to an HTTP request that failed, by the cause; missing: 500. */
  readonly httpStatus?: (cause: string) => number;
  /** True where a request that waits for another program holds no worker meanwhile; missing: it holds its thread. */
  readonly waitsWithoutWorker?: true;
  readonly calls: CallWords;
  /** Errors of HTTP calls; missing: like those of other calls. */
  readonly http?: CallWords;
  /** Words of clients of products; missing: no program in this language uses one. */
  readonly caches?: CacheWords;
  readonly keyValues?: KeyValueWords;
  readonly documents?: DocumentWords;
  readonly sql?: SqlWords;
  /** The same of a client of MySQL. */
  readonly mysql?: SqlWords;
  readonly messages?: MessageWords;
  /** The same of a client of RabbitMQ. */
  readonly amqp?: MessageWords;
}

export type LogLine = (atMs: number) => string;

/** Host and port that a client wanted to connect to. */
export interface Target {
  readonly host: string;
  readonly port: number;
  /** Number of the broker that another one has told of; missing: the address is in the client's own settings. */
  readonly node?: number;
}

/** Connection that did not come about. */
export type Unconnected = Exclude<ConnectionOutcome, { kind: "connected" }>;

/** Errors of calls of other programs. */
export interface CallWords {
  readonly deadline: string;
  /** The server closed the connection. */
  readonly cutOff: string;
  /** The server speaks another protocol. */
  readonly wrongProtocol: string;
  readonly noAddresses: (service: string) => string;
  readonly dialFailed: (outcome: Unconnected, target: Target) => string;
  /** Time after which it gives up dialling an address, ms. */
  readonly dialTimeoutMs: number;
  /** Another program of the application answers. */
  readonly unknownService: (service: string) => string;
  readonly unknownMethod: (name: string) => string;
  /** An error with which the callee answered, as the caller's library words it; missing: as the callee does. */
  readonly receive?: (text: string) => string;
  /** An error as a handler passes it up that returns whatever its callee gave it. */
  readonly passUp: (text: string) => string;
}

/** Error of a look-up in a cache, and when the caller knows of it. */
export interface CacheFailure {
  readonly message: string;
  readonly afterMs: number;
  readonly cause: string;
}

export interface CacheWords {
  /** The client has no server's address. */
  readonly noServer: CacheFailure;
  readonly describe: (outcome: ConnectionOutcome) => CacheFailure;
}

/** Errors of a client of Redis. */
export interface KeyValueWords {
  readonly describe: (outcome: ConnectionOutcome, target: Target) => CacheFailure;
  /** A refusal in the server's words. */
  readonly refused: (error: string) => string;
}

/** Errors of a client of MongoDB. */
export interface DocumentWords {
  readonly noHost: string;
  /** Time for which it looks for a server, ms. */
  readonly selectionMs: number;
  readonly describe: (host: string, port: number, outcome: ConnectionOutcome) => string;
  readonly refusal: (error: MongoError) => string;
  readonly signInFailure: (error: MongoError) => string;
  /** No connection of the pool became free in time; missing: its pool has no such bound. */
  readonly exhausted?: (pool: Pool) => string;
}

/** Errors of a client of a SQL server. */
export interface SqlWords {
  /** No connection came about, or something else answered. */
  readonly describe: (outcome: ConnectionOutcome, target: Target) => CacheFailure;
  /** The server let nobody in: `password authentication failed for user "app"`. */
  readonly signInFailure: (text: string, target: Target, code?: string) => string;
  /** The server refused a statement: `permission denied for table items`. */
  readonly refusal: (text: string, code?: string) => string;
  /** No connection of the pool became free in time; missing: its pool has no such bound. */
  readonly exhausted?: (pool: Pool) => string;
}

/** Errors of a client of a broker. */
export interface MessageWords {
  readonly describe: (outcome: ConnectionOutcome, broker: Target) => CacheFailure;
}
