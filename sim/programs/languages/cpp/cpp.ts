import type { Language } from "../language.ts";
import { boostLines, cppPanic, failedCallLines } from "./boost-log.ts";
import { describeCacheFailure, describeDocumentFailure, describeKeyValueFailure, STORE_SELECTION_MS } from "./store-clients.ts";
import { CUT_OFF, describeDialFailure, passUp, TIMED_OUT } from "./thrift-client.ts";

/** Programs in C++: Boost.Log, Thrift with framed transport, libmemcached, redis-plus-plus and the MongoDB C driver. */
export const CPP = {
  line: boostLines,
  failed: failedCallLines,
  panic: (text) => cppPanic(text),
  panicExitCode: 134,
  missingAddress: "[json.exception.type_error.302] type must be string, but is null",
  notFound: "404 Not Found\n",
  calls: {
    deadline: TIMED_OUT,
    cutOff: CUT_OFF,
    wrongProtocol: CUT_OFF,
    noAddresses: (service) => `Failed to connect to ${service}`,
    dialFailed: describeDialFailure,
    dialTimeoutMs: 10_000,
    unknownService: (service) => `Invalid method name: '${service}'`,
    unknownMethod: (name) => `Invalid method name: '${name}'`,
    passUp,
  },
  caches: {
    noServer: { message: "Failed to pop a client from memcached pool", afterMs: 0, cause: "refused" },
    describe: describeCacheFailure,
  },
  keyValues: { describe: describeKeyValueFailure, refused: (error) => error },
  documents: {
    noHost: "Failed to parse MongoDB URI",
    selectionMs: STORE_SELECTION_MS,
    describe: describeDocumentFailure,
    refusal: ({ message }) => message,
    signInFailure: ({ message }) => message,
  },
} satisfies Language;
