import type { ConnectionOutcome } from "../../network/connections/connection.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import type { MongoError } from "../../stores/mongo/server/mongo-client.ts";

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
  readonly calls: CallWords;
  readonly caches: CacheWords;
  readonly keyValues: KeyValueWords;
  readonly documents: DocumentWords;
}

export type LogLine = (atMs: number) => string;

/** Host and port that a client wanted to connect to. */
export interface Target {
  readonly host: string;
  readonly port: number;
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
  readonly describe: (outcome: ConnectionOutcome) => CacheFailure;
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
}
