import type { ConnectionOutcome } from "../../../network/connections/connection.ts";
import type { CacheFailure } from "../language.ts";
import { dialError } from "./dial-error.ts";

/** Error of a client without a server's address. */
export const NO_CACHE: CacheFailure = { message: "memcache: no servers configured or available", afterMs: 0, cause: "refused" };

/** Error of a connection to a cache that did not come about, or that something else answered. */
export const describeCacheFailure = (outcome: ConnectionOutcome): CacheFailure => {
  if (outcome.kind === "connected") return { message: 'memcache: unexpected response line: ""', afterMs: 1, cause: "refused" };
  if (outcome.kind === "dropped")
    return { message: `memcache: connect timeout to ${outcome.address}`, afterMs: CACHE_TIMEOUT_MS, cause: "timed-out" };
  return { message: dialError(outcome), afterMs: outcome.kind === "refused" ? 1 : 5, cause: outcome.kind };
};

/** Patience of the client library with a cache, in ms. */
export const CACHE_TIMEOUT_MS = 100;
