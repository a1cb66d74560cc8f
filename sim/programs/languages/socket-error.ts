import type { ConnectionOutcome } from "../../network/connections/connection.ts";
import type { CacheFailure, Target } from "./language.ts";

/** Texts of one client library for a connection that did not come about, or that something else answered. */
export interface SocketTexts {
  readonly refused: (address: string, target: Target) => string;
  readonly dropped: (address: string, target: Target) => string;
  readonly unknown: (host: string, why: "unknown" | "temporary", target: Target) => string;
  /** The server speaks another protocol. */
  readonly wrong: (target: Target) => string;
  /** Patience with a connection, ms. */
  readonly timeoutMs: number;
}

/** A failed connection in the words of a client library. */
export const describeSocketFailure =
  (texts: SocketTexts) =>
  (outcome: ConnectionOutcome, target: Target): CacheFailure => {
    switch (outcome.kind) {
      case "connected":
        return { message: texts.wrong(target), afterMs: 1, cause: "reset" };
      case "refused":
        return { message: texts.refused(outcome.address, target), afterMs: 1, cause: "refused" };
      case "dropped":
        return { message: texts.dropped(outcome.address, target), afterMs: texts.timeoutMs, cause: "timed-out" };
      case "no-such-host":
        return { message: texts.unknown(outcome.host, lookupOf(outcome.why), target), afterMs: 5, cause: "no-such-host" };
    }
  };

/** Answer of the resolver about a name that it did not find: there is none, or it could not be asked. */
export const lookupOf = (why: Extract<ConnectionOutcome, { kind: "no-such-host" }>["why"]): "unknown" | "temporary" =>
  why === undefined || why === "nxdomain" ? "unknown" : "temporary";
