import type { ConnectionOutcome } from "../../../network/network.ts";
import { dialError, goPanic } from "../go-log.ts";
import type { HotelService } from "./hotel-services.ts";

/** What a look-up in a cache fails with, and when the caller knows. */
export interface CacheFailure {
  readonly message: string;
  readonly afterMs: number;
}

/** No cache is configured. */
export const NO_CACHE: CacheFailure = { message: "memcache: no servers configured or available", afterMs: 0 };

/** What the client library says of a connection to a cache that did not come about, or that something else answered. */
export const describeCacheFailure = (outcome: ConnectionOutcome): CacheFailure => {
  if (outcome.kind === "connected") return { message: 'memcache: unexpected response line: ""', afterMs: 1 };
  if (outcome.kind === "dropped") return { message: `memcache: connect timeout to ${outcome.address}`, afterMs: CACHE_TIMEOUT_MS };
  return { message: dialError(outcome), afterMs: outcome.kind === "refused" ? 1 : 5 };
};

/** How long the client library waits for a cache. */
export const CACHE_TIMEOUT_MS = 100;

/** The last words of a program whose code panics at a cache error. */
export const cachePanic = ({ name }: HotelService, why: string): readonly string[] =>
  goPanic(`Tried to get memc_id [4_2015-04-09_2015-04-10], but got memmory error = ${why}`, name);
