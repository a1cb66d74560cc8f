import type { ConnectionOutcome } from "../../../network/connections/connection.ts";

/** Error of Go's net package for a connection that failed. */
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
