import { toTimestamp } from "#core/timestamp.ts";
import type { ConnectionOutcome } from "../../network/network.ts";

/** A line as Go's zerolog writes it. */
export const goLine = (atMs: number, level: GoLevel, message: string): string => goLines(level, message)(atMs);

/** The same line at other times: its message is quoted once. */
export const goLines = (level: GoLevel, message: string): ((atMs: number) => string) => {
  const quoted = JSON.stringify(message);
  return (atMs) => `{"level":"${level}","time":"${toTimestamp(atMs)}","message":${quoted}}`;
};

type GoLevel = "info" | "warn" | "error";

/** A Go panic with the frames of the main goroutine. */
export const goPanic = (text: string, program: string): readonly string[] => {
  const source = `\t/workspace/cmd/${program}/main.go`;
  const line = 40 + (program.length % 9);
  return [
    `panic: ${text}`,
    "",
    "goroutine 1 [running]:",
    "main.must(...)",
    `${source}:27`,
    "main.run(0xc0000b2000)",
    `${source}:${line + 21} +0x2a5`,
    "main.main()",
    `${source}:${line} +0x5a5`,
    "runtime.main()",
    "\t/usr/local/go/src/runtime/proc.go:271 +0x29d",
  ];
};

/** What Go's net package says of a connection that did not come about. */
export const dialError = (outcome: Exclude<ConnectionOutcome, { kind: "connected" }>): string => {
  if (outcome.kind === "refused") return `dial tcp ${outcome.address}: connect: connection refused`;
  if (outcome.kind === "dropped") return `dial tcp ${outcome.address}: i/o timeout`;
  return `dial tcp: lookup ${outcome.host}${outcome.server === undefined ? "" : ` on ${outcome.server}:53`}: ${LOOKUP_ERRORS[outcome.why ?? "nxdomain"]}`;
};

const LOOKUP_ERRORS = {
  nxdomain: "no such host",
  "server-refused": "read: connection refused",
  "server-timeout": "i/o timeout",
} as const;
