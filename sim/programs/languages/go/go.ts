import { fillTemplate } from "../../behaviour/fill-template.ts";
import { httpWords } from "../http-words.ts";
import type { Language } from "../language.ts";
import { describeSocketFailure } from "../socket-error.ts";
import { describeCacheFailure, NO_CACHE } from "./cache-client.ts";
import { describeDocumentFailure, describeRefusal, describeSignInFailure, NO_HOST, STORE_SELECTION_MS } from "./document-client.ts";
import { goLines, goPanic } from "./go-log.ts";
import {
  CUT_OFF,
  DEADLINE,
  DIAL_TIMEOUT_MS,
  dialFailed,
  NOT_GRPC,
  noAddresses,
  passUp,
  receive,
  unknownMethod,
  unknownService,
} from "./grpc-client.ts";
import { describeKeyValueFailure } from "./key-value-client.ts";
import { slogLines } from "./slog.ts";

/** Programs in Go: zerolog, gRPC, gomemcache, go-redis and the MongoDB driver. */
export const GO: Language = {
  line: goLines,
  panic: (text, { name, behaviour }) =>
    goPanic(text, { source: fillTemplate(behaviour.source, (key) => (key === "program" ? name : undefined)), program: name }),
  panicExitCode: 2,
  notFound: "404 page not found\n",
  waitsWithoutWorker: true,
  calls: {
    deadline: DEADLINE,
    cutOff: CUT_OFF,
    wrongProtocol: NOT_GRPC,
    noAddresses,
    dialFailed,
    dialTimeoutMs: DIAL_TIMEOUT_MS,
    unknownService,
    unknownMethod,
    receive,
    passUp,
  },
  http: httpWords({
    refused: (address, { host, port }) => `Post "http://${host}:${port}": dial tcp ${address}: connect: connection refused`,
    dropped: (address, { host, port }) => `Post "http://${host}:${port}": dial tcp ${address}: i/o timeout`,
    unknown: (host, why) => `Post "http://${host}": dial tcp: lookup ${host}: ${why === "unknown" ? "no such host" : "i/o timeout"}`,
    wrong: ({ host, port }) => `Post "http://${host}:${port}": EOF`,
    timeoutMs: 30_000,
    deadline: "context deadline exceeded (Client.Timeout exceeded while awaiting headers)",
    cutOff: "EOF",
    noAddress: 'Post "": unsupported protocol scheme ""',
    answered: (text) => `expected 200, got 500: ${text}`,
    passUp,
  }),
  caches: { noServer: NO_CACHE, describe: describeCacheFailure },
  keyValues: { describe: describeKeyValueFailure, refused: (error) => error },
  documents: {
    noHost: NO_HOST,
    selectionMs: STORE_SELECTION_MS,
    describe: describeDocumentFailure,
    refusal: describeRefusal,
    signInFailure: describeSignInFailure,
  },
  sql: {
    describe: describeSocketFailure({
      refused: (address) => `dial tcp ${address}: connect: connection refused`,
      dropped: (address) => `dial tcp ${address}: i/o timeout`,
      unknown: (host, why) => `dial tcp: lookup ${host}: ${why === "unknown" ? "no such host" : "i/o timeout"}`,
      wrong: () => "pq: unexpected response to SSL request",
      timeoutMs: 30_000,
    }),
    signInFailure: (text) => `pq: ${text}`,
    refusal: (text) => `pq: ${text}`,
  },
  messages: {
    describe: describeSocketFailure({
      refused: (address) => `${NO_BROKERS} dial tcp ${address}: connect: connection refused`,
      dropped: (address) => `${NO_BROKERS} dial tcp ${address}: i/o timeout`,
      unknown: (host, why) => `${NO_BROKERS} dial tcp: lookup ${host}: ${why === "unknown" ? "no such host" : "i/o timeout"}`,
      wrong: () => `${NO_BROKERS} EOF`,
      timeoutMs: 30_000,
    }),
  },
};

/** Error of Sarama's producer. */
const NO_BROKERS = "kafka: client has run out of available brokers to talk to:";

/** The same with the standard library's slog. */
export const GO_SLOG: Language = { ...GO, line: slogLines };
