import type { ConnectionOutcome } from "#sim/network/connections/connection.ts";
import type { CacheFailure, Target } from "#sim/programs/languages/language.ts";

/** Time for which a client waits for a connection, ms: as long as it takes to report that nobody answers. */
export const patienceOf = (describe: (outcome: ConnectionOutcome, target: Target) => CacheFailure): number =>
  describe({ kind: "dropped", address: "" }, { host: "", port: 0 }).afterMs;

/** A connection to something that speaks another protocol, or that ended before its answer. */
export const SOMETHING_ELSE: ConnectionOutcome = { kind: "connected", process: "", podIP: "", port: 0, serves: "" };
