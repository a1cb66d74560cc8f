import type { ConnectionOutcome } from "../../../network/connections/connection.ts";
import { dialError } from "./dial-error.ts";

/** Error of a look-up in a cache, and when the caller knows of it. */
export interface CacheFailure {
  readonly message: string;
  readonly afterMs: number;
}

/** Error of a client without a server's address. */
export const NO_CACHE: CacheFailure = { message: "memcache: no servers configured or available", afterMs: 0 };

/** Error of a connection to a cache that did not come about, or that something else answered. */
export const describeCacheFailure = (outcome: ConnectionOutcome): CacheFailure => {
  if (outcome.kind === "connected") return { message: 'memcache: unexpected response line: ""', afterMs: 1 };
  if (outcome.kind === "dropped") return { message: `memcache: connect timeout to ${outcome.address}`, afterMs: CACHE_TIMEOUT_MS };
  return { message: dialError(outcome), afterMs: outcome.kind === "refused" ? 1 : 5 };
};

/** Patience of the client library with a cache, in ms. */
export const CACHE_TIMEOUT_MS = 100;

/** Port of memcached where an address names none. */
export const CACHE_PORT = 11211;
