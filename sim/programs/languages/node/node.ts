import { toMicroTimestamp } from "#core/timestamp.ts";
import { grpcWords } from "../grpc/grpc-words.ts";
import { STATUS_CODES, statusOf } from "../grpc/status.ts";
import { httpWords } from "../http-words.ts";
import type { Language, LogLine } from "../language.ts";

/** Programs in Node: pino's JSON lines, grpc-js whose errors come with their stack, and fetch. */
export const NODE: Language = {
  line: (level, message) => {
    const quoted = JSON.stringify(message);
    return (atMs) => `{"level":"${level}","time":${Math.floor(atMs)},"msg":${quoted}}`;
  },
  failed: (message) => errorLines(message),
  panic: (text) => [
    "node:internal/process/promises:394",
    "      triggerUncaughtException(err, true /* fromPromise */);",
    "      ^",
    "",
    `Error: ${text}`,
    "    at Object.<anonymous> (/usr/src/app/index.js:12:9)",
    "",
    "Node.js v22.20.0",
  ],
  panicExitCode: 1,
  notFound: "<!DOCTYPE html><html><head><title>404: This page could not be found</title></head></html>\n",
  waitsWithoutWorker: true,
  calls: grpcWords({
    write: ({ code, detail }) => `${STATUS_CODES[code]} ${code}: ${detail}`,
    dialDetail: (outcome, { host, port }) =>
      outcome.kind === "no-such-host"
        ? `Name resolution failed for target dns:${host}:${port}`
        : `No connection established. Last error: connect ${outcome.kind === "refused" ? "ECONNREFUSED" : "ETIMEDOUT"} ${outcome.address}`,
    dropped: "Connection dropped",
    deadline: "Deadline exceeded",
    noTarget: "Name resolution failed for target dns:undefined",
  }),
  http: httpWords({
    refused: (address) => `TypeError: fetch failed: connect ECONNREFUSED ${address}`,
    dropped: (address) => `TypeError: fetch failed: connect ETIMEDOUT ${address}`,
    unknown: (host, why) => `TypeError: fetch failed: getaddrinfo ${why === "unknown" ? "ENOTFOUND" : "EAI_AGAIN"} ${host}`,
    wrong: () => "TypeError: fetch failed: other side closed",
    timeoutMs: 10_000,
    deadline: "TypeError: fetch failed: Headers Timeout Error",
    cutOff: "TypeError: fetch failed: other side closed",
    noAddress: "TypeError: Failed to parse URL from undefined/get-quote",
    answered: (text) => `Request failed with status code 500: ${text}`,
  }),
};

/** An error of grpc-js with its stack and its fields; any other on one line. */
const errorLines = (message: string): readonly LogLine[] => {
  const { code, detail } = statusOf(message);
  if (!message.startsWith(`${STATUS_CODES[code]} ${code}`)) return [NODE.line("error", message)];
  return [
    (atMs) => `Error: ${message} (${toMicroTimestamp(atMs).slice(0, 23)}Z)`,
    () => "    at callErrorFromStatus (/app/node_modules/@grpc/grpc-js/build/src/call.js:32:19)",
    () => "    at Object.onReceiveStatus (/app/node_modules/@grpc/grpc-js/build/src/client.js:193:76)",
    () => `{ code: ${STATUS_CODES[code]}, details: '${detail}', metadata: Metadata { internalRepr: Map(0) {}, options: {} } }`,
  ];
};
