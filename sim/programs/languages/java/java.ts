import { toMicroTimestamp } from "#core/timestamp.ts";
import { grpcWords } from "../grpc/grpc-words.ts";
import type { Language } from "../language.ts";
import { describeSocketFailure } from "../socket-error.ts";

/** Programs on the JVM: Spring's log format, grpc-java, and the Kafka client. */
export const JAVA: Language = {
  line: (level, message) => (atMs) => `${toMicroTimestamp(atMs).slice(0, 23)}Z ${LEVELS[level]} 1 --- [           main] ${message}`,
  panic: (text) => [
    `Exception in thread "main" java.lang.IllegalStateException: ${text}`,
    "\tat java.base/java.lang.Thread.run(Thread.java:1583)",
  ],
  panicExitCode: 1,
  notFound: '{"status":404,"error":"Not Found"}\n',
  calls: grpcWords({
    write: ({ code, detail }) => `${code}: ${detail}`,
    dialDetail: (outcome, { host }) =>
      outcome.kind === "no-such-host"
        ? `Unable to resolve host ${host}`
        : outcome.kind === "refused"
          ? `io exception; finishConnect(..) failed with error(-111): Connection refused: /${outcome.address}`
          : `io exception; connection timed out: /${outcome.address}`,
    dropped: "Network closed for unknown reason",
    deadline: "CallOptions deadline exceeded",
    noTarget: "Unable to resolve host null",
  }),
  messages: {
    describe: describeSocketFailure({
      refused: (address, { node = -1 }) => `Connection to node ${node} (/${address}) could not be established. Node may not be available.`,
      dropped: (address, { node = -1 }) => `Disconnecting from node ${node} (/${address}) due to socket connection setup timeout.`,
      unknown: (host, why, { node, port }) =>
        node !== undefined
          ? `Error connecting to node ${host}:${port} (id: ${node} rack: null): java.net.UnknownHostException: ${host}`
          : `Couldn't resolve server ${host} from bootstrap.servers as DNS resolution failed for ${host}${why === "unknown" ? "" : ": Temporary failure in name resolution"}`,
      wrong: ({ host, port, node = -1 }) =>
        `Cancelled in-flight API_VERSIONS request with correlation id 1 due to node ${node} being disconnected (${host}:${port})`,
      timeoutMs: 10_000,
    }),
  },
};

const LEVELS = { info: " INFO", warn: " WARN", error: "ERROR" } as const;
