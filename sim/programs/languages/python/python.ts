import { toMicroTimestamp } from "#core/timestamp.ts";
import { grpcWords } from "../grpc/grpc-words.ts";
import { httpWords } from "../http-words.ts";
import type { Language } from "../language.ts";
import { describeSocketFailure } from "../socket-error.ts";

/** Programs in Python: the logging module, grpcio, requests, psycopg and PyMySQL. */
export const PYTHON: Language = {
  line: (level, message) => (atMs) => `${pythonTime(atMs)} ${LEVELS[level]} ${message}`,
  panic: (text) => [
    "Traceback (most recent call last):",
    '  File "/app/server.py", line 142, in <module>',
    "    main()",
    `RuntimeError: ${text}`,
  ],
  panicExitCode: 1,
  notFound: "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n",
  calls: grpcWords({
    write: ({ code, detail }) =>
      `grpc._channel._InactiveRpcError: <_InactiveRpcError of RPC that terminated with: status = StatusCode.${code} details = "${detail}">`,
    dialDetail: (outcome, { host, port }) => {
      if (outcome.kind === "no-such-host")
        return `DNS resolution failed for ${host}:${port}: C-ares status is not ARES_SUCCESS qtype=A name=${host}: Domain name not found`;
      const why = outcome.kind === "refused" ? "Connection refused (111)" : "FD shutdown (connect timed out)";
      return `failed to connect to all addresses; last error: UNKNOWN: ipv4:${outcome.address}: Failed to connect to remote host: ${why}`;
    },
    dropped: "failed to connect to all addresses; last error: UNAVAILABLE: Socket closed",
    deadline: "Deadline Exceeded",
    noTarget: "DNS resolution failed for : unparseable host:port",
  }),
  http: httpWords({
    refused: (_, { host, port }) => `${pool(host, port)}: Failed to establish a new connection: [Errno 111] Connection refused`,
    dropped: (_, { host, port }) => `${pool(host, port)}: Connection to ${host} timed out`,
    unknown: (host, why) =>
      `${pool(host, 80)}: Failed to resolve '${host}' ${why === "unknown" ? "([Errno -2] Name or service not known)" : "([Errno -3] Temporary failure in name resolution)"}`,
    wrong: () => "('Connection aborted.', RemoteDisconnected('Remote end closed connection without response'))",
    timeoutMs: 10_000,
    deadline: "Request timed out.",
    cutOff: "('Connection aborted.', RemoteDisconnected('Remote end closed connection without response'))",
    noAddress: "Invalid URL 'http://': No host supplied",
    answered: (text) => `Error code: 500 - ${text}`,
  }),
  sql: {
    describe: describeSocketFailure({
      refused: (_, { host, port }) =>
        `psycopg.OperationalError: connection failed: connection to server at "${host}", port ${port} failed: Connection refused`,
      dropped: (_, { host, port }) =>
        `psycopg.OperationalError: connection failed: connection to server at "${host}", port ${port} failed: timeout expired`,
      unknown: (host, why) =>
        `psycopg.OperationalError: failed to resolve host '${host}': ${why === "unknown" ? "[Errno -2] Name or service not known" : "[Errno -3] Temporary failure in name resolution"}`,
      wrong: ({ host, port }) =>
        `psycopg.OperationalError: connection failed: connection to server at "${host}", port ${port} failed: received invalid response to SSL negotiation`,
      timeoutMs: 10_000,
    }),
    signInFailure: (text, { host, port }) =>
      `psycopg.OperationalError: connection failed: connection to server at "${host}", port ${port} failed: FATAL:  ${text}`,
    refusal: (text, code = "42501") => `psycopg.errors.${PSYCOPG_ERRORS[code] ?? "DatabaseError"}: ${text}`,
  },
  mysql: {
    describe: describeSocketFailure({
      refused: (_, { host }) => pymysql(host, "[Errno 111] Connection refused"),
      dropped: (_, { host }) => pymysql(host, "timed out"),
      unknown: (host, why) =>
        pymysql(host, why === "unknown" ? "[Errno -2] Name or service not known" : "[Errno -3] Temporary failure in name resolution"),
      wrong: () => "pymysql.err.OperationalError: (2013, 'Lost connection to MySQL server during query')",
      timeoutMs: 10_000,
    }),
    signInFailure: (text, _, code = "1045") => `pymysql.err.OperationalError: (${code}, "${text}")`,
    refusal: (text, code) =>
      code === undefined ? `pymysql.err.ProgrammingError: (1146, "${text}")` : `pymysql.err.OperationalError: (${code}, '${text}')`,
  },
};

/** Errors of PyMySQL. */
/** Classes of psycopg's errors by SQLSTATE. */
const PSYCOPG_ERRORS: Readonly<Record<string, string>> = {
  "25006": "ReadOnlySqlTransaction",
  "42501": "InsufficientPrivilege",
  "55P03": "LockNotAvailable",
  "57014": "QueryCanceled",
};

const pymysql = (host: string, why: string): string =>
  `pymysql.err.OperationalError: (2003, "Can't connect to MySQL server on '${host}' (${why})")`;

const LEVELS = { info: "INFO", warn: "WARNING", error: "ERROR" } as const;

const pool = (host: string, port: number): string => `HTTPConnectionPool(host='${host}', port=${port}): Max retries exceeded`;

/** `2026-11-25 05:48:03,123`. */
const pythonTime = (atMs: number): string => toMicroTimestamp(atMs).slice(0, 23).replace("T", " ").replace(".", ",");
