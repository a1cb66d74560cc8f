import type { ConnectionOutcome } from "../../../network/connections/connection.ts";
import type { CacheFailure } from "../language.ts";
import { dialError } from "./dial-error.ts";

/** Error of go-redis for a connection that did not come about, or that something else answered. */
export const describeKeyValueFailure = (outcome: ConnectionOutcome): CacheFailure => {
  if (outcome.kind === "connected") return { message: 'redis: can\'t parse "": EOF', afterMs: 1, cause: "reset" };
  if (outcome.kind === "dropped") return { message: dialError(outcome), afterMs: DIAL_TIMEOUT_MS, cause: "timed-out" };
  return { message: dialError(outcome), afterMs: outcome.kind === "refused" ? 1 : 5, cause: outcome.kind };
};

/** Patience of the client library with a connection, ms. */
const DIAL_TIMEOUT_MS = 5000;
