import { toMicroTimestamp } from "#core/timestamp.ts";
import { grpcWords } from "../grpc/grpc-words.ts";
import { STATUS_CODES } from "../grpc/status.ts";
import type { Language } from "../language.ts";

/** Programs in Ruby: the standard Logger, and the grpc gem. */
export const RUBY: Language = {
  line: (level, message) => (atMs) =>
    `${LEVELS[level].slice(0, 1)}, [${toMicroTimestamp(atMs).slice(0, 26)} #1] ${LEVELS[level].padStart(5)} -- : ${message}`,
  panic: (text) => [`server.rb:14:in '<main>': ${text} (RuntimeError)`],
  panicExitCode: 1,
  notFound: "<h1>Not Found</h1>",
  calls: grpcWords({
    write: ({ code, detail }) => `${STATUS_CODES[code]}:${detail}`,
    dialDetail: (outcome, { host, port }) =>
      outcome.kind === "no-such-host"
        ? `DNS resolution failed for ${host}:${port}`
        : `failed to connect to all addresses; last error: UNKNOWN: ipv4:${outcome.address}: ${outcome.kind === "refused" ? "Connection refused" : "connect timed out"}`,
    dropped: "Socket closed",
    deadline: "Deadline Exceeded",
    noTarget: "DNS resolution failed for :",
  }),
};

const LEVELS = { info: "INFO", warn: "WARN", error: "ERROR" } as const;
