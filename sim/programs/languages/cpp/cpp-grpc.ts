import { grpcWords } from "../grpc/grpc-words.ts";
import type { Language } from "../language.ts";
import { cppPanic } from "./boost-log.ts";
import { lookupError } from "./thrift-client.ts";

/** Programs in C++ with gRPC, which write plain lines. */
export const CPP_GRPC: Language = {
  line: (level, message) => () => (level === "info" ? message : `${level.toUpperCase()}: ${message}`),
  panic: (text) => cppPanic(text),
  panicExitCode: 134,
  notFound: "",
  calls: grpcWords({
    write: ({ code, detail }) => `${code}: ${detail}`,
    dialDetail: (outcome, { host, port }) =>
      outcome.kind === "no-such-host"
        ? `DNS resolution failed for ${host}:${port}: ${lookupError(outcome.why)}`
        : `failed to connect to all addresses; last error: UNKNOWN: ipv4:${outcome.address}: Failed to connect to remote host`,
    dropped: "Socket closed",
    deadline: "Deadline Exceeded",
    noTarget: "DNS resolution failed for :",
  }),
};
