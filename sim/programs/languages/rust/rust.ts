import { toMicroTimestamp } from "#core/timestamp.ts";
import { httpWords } from "../http-words.ts";
import type { Language } from "../language.ts";

/** Programs in Rust: lines of tracing-subscriber, and the client of reqwest. */
export const RUST: Language = {
  line: (level, message) => (atMs) => `${toMicroTimestamp(atMs)} ${LEVELS[level]} ${message}`,
  panic: (text) => [
    `thread 'main' panicked at src/main.rs:64:10:`,
    text,
    "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
  ],
  panicExitCode: 101,
  notFound: "",
  waitsWithoutWorker: true,
  calls: httpWords({
    refused: (_, { host, port }) => `${sending(host, port)}: Connect`,
    dropped: (_, { host, port }) => `${sending(host, port)}: TimedOut`,
    unknown: (host, why) =>
      `${sending(host, 80)}: dns error: failed to lookup address information: ${why === "unknown" ? "Name or service not known" : "Temporary failure in name resolution"}`,
    wrong: ({ host, port }) => `${sending(host, port)}: connection closed before message completed`,
    timeoutMs: 30_000,
    deadline: "operation timed out",
    cutOff: "connection closed before message completed",
    noAddress: "builder error: relative URL without a base",
    answered: (text) => `HTTP status server error (500 Internal Server Error): ${text}`,
  }),
};

const LEVELS = { info: " INFO", warn: " WARN", error: "ERROR" } as const;

const sending = (host: string, port: number): string => `error sending request for url (http://${host}:${port}/)`;
