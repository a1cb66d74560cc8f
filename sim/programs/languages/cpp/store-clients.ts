import type { ConnectionOutcome } from "../../../network/connections/connection.ts";
import type { CacheFailure } from "../language.ts";
import { lookupError } from "./thrift-client.ts";

/** Error of libmemcached's pool. */
export const describeCacheFailure = (outcome: ConnectionOutcome): CacheFailure => {
  const message = "Failed to pop a client from memcached pool";
  if (outcome.kind === "connected") return { message, afterMs: 1, cause: "reset" };
  return outcome.kind === "dropped"
    ? { message, afterMs: CACHE_TIMEOUT_MS, cause: "timed-out" }
    : { message, afterMs: outcome.kind === "refused" ? 1 : 5, cause: outcome.kind };
};

/** Error of redis-plus-plus for a connection that did not come about, or that something else answered. */
export const describeKeyValueFailure = (outcome: ConnectionOutcome): CacheFailure => {
  if (outcome.kind === "connected") return { message: "Server closed the connection", afterMs: 1, cause: "reset" };
  if (outcome.kind === "refused") return { message: "Failed to connect to Redis: Connection refused", afterMs: 1, cause: "refused" };
  if (outcome.kind === "dropped")
    return { message: "Failed to connect to Redis: Connection timed out", afterMs: SOCKET_TIMEOUT_MS, cause: "timed-out" };
  return { message: `Failed to connect to Redis: ${lookupError(outcome.why)}`, afterMs: 5, cause: "no-such-host" };
};

/** Error of the MongoDB C driver that found no server at an address. */
export const describeDocumentFailure = (host: string, port: number, outcome: ConnectionOutcome): string => {
  const why = {
    connected: `connection closed calling hello on '${host}:${port}'`,
    refused: `connection refused calling hello on '${host}:${port}'`,
    dropped: `connection timeout calling hello on '${host}:${port}'`,
    "no-such-host": `Failed to resolve '${host}'`,
  }[outcome.kind];
  return `No suitable servers found: \`serverSelectionTimeoutMS\` expired: [${why}]`;
};

/** Time for which the MongoDB driver looks for a server, ms. */
export const STORE_SELECTION_MS = 30_000;

const CACHE_TIMEOUT_MS = 4000;
const SOCKET_TIMEOUT_MS = 10_000;
