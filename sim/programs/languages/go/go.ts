import { fillTemplate } from "../../behaviour/fill-template.ts";
import type { Language } from "../language.ts";
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
  calls: {
    deadline: DEADLINE,
    cutOff: CUT_OFF,
    wrongProtocol: NOT_GRPC,
    noAddresses,
    dialFailed,
    dialTimeoutMs: DIAL_TIMEOUT_MS,
    unknownService,
    unknownMethod,
    passUp,
  },
  caches: { noServer: NO_CACHE, describe: describeCacheFailure },
  keyValues: { describe: describeKeyValueFailure, refused: (error) => error },
  documents: {
    noHost: NO_HOST,
    selectionMs: STORE_SELECTION_MS,
    describe: describeDocumentFailure,
    refusal: describeRefusal,
    signInFailure: describeSignInFailure,
  },
};

/** The same with the standard library's slog. */
export const GO_SLOG: Language = { ...GO, line: slogLines };
