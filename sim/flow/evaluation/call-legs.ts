import type { Process } from "../../processes/process.ts";
import type { Pool } from "../../programs/behaviour/pool-of.ts";
import type { EdgeFlow } from "../flow-history.ts";
import type { Outcome } from "./outcome.ts";

/** One way that a call takes: to which server, how often per call, and how it ends there. */
export interface Leg {
  /** Component that is called; for an unreachable one, the caller's name of it. */
  readonly to: string;
  /** Missing: the call arrives nowhere. */
  readonly server?: Process;
  readonly operation: string;
  readonly protocol: EdgeFlow["protocol"];
  /** Requests on this leg per call, attempts included. */
  readonly rate: number;
  /** Line of the caller's log about an error, `{error}` in it. */
  readonly message: string;
  readonly outcome: Outcome;
  /** Pool that a connection is taken from; missing: it is made for the call. */
  readonly pool?: Pool;
  /** Requests per call that would be sent if none failed for want of a connection; missing: its rate. */
  readonly wanted?: number;
  /** Topic to which it brings a message. */
  readonly topic?: string | undefined;
  /** Topic and group of readers for which it brings one from there. */
  readonly reads?: { readonly topic: string; readonly group: string };
}

/** A call with everything that it touches. */
export interface Call {
  readonly outcome: Outcome;
  readonly legs: readonly Leg[];
}
