import type { ServiceCall } from "#kube/app/behaviour.ts";
import type { AppProgram } from "#sim/processes/app-program.ts";
import type { KnownAddress } from "#sim/programs/behaviour/registration.ts";
import type { CallWords, Target } from "#sim/programs/languages/language.ts";
import type { Failure } from "./failure.ts";
import type { ChannelFailure } from "./rpc-channels.ts";
import type { SpanContext } from "./tracer.ts";

/** A call on its way. */
export interface OutgoingCall {
  readonly app: AppProgram;
  readonly call: ServiceCall;
  readonly span: SpanContext;
  /** Words of the caller's library. */
  readonly words: CallWords;
  /** At least one. */
  readonly addresses: readonly KnownAddress[];
  /** Host and port at which the caller believes the callee to be. */
  readonly target: Target;
}

/** Failure of a call whose connection did not come about. */
export const unconnected = (words: CallWords, failure: ChannelFailure, target: Target): Failure =>
  failure.kind === "wrong-protocol"
    ? { text: words.wrongProtocol, cause: "reset" }
    : { text: words.dialFailed(failure, target), cause: failure.kind === "dropped" ? "timed-out" : failure.kind };

/** The code sets no deadline; nothing is waited for longer than this. */
export const CALL_MAX_MS = 120_000;
