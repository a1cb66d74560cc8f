import { randomBytes } from "node:crypto";
import type { ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import { DrillError } from "#core/drill-error.ts";
import type { LeaseRules } from "#pool/leases/lease-book.ts";
import type { Catalogue } from "../../catalogue/catalogue-protocol.ts";
import type { ServerLog } from "../../observability/server-log.ts";
import type { EpisodeService } from "../episodes/create-episode-service.ts";
import type { Caller } from "../episodes/episode-orders.ts";
import type { ServerFacts } from "../episodes/server-facts.ts";
import type { WallClock } from "../episodes/wall-clock.ts";
import type { KubeAccess } from "../kube-http/kube-access.ts";
import type { OrderReaders } from "./read-orders.ts";
import type { WireErrors } from "./wire-error.ts";

/** State that the handlers of all RPCs share. */
export interface RpcContext {
  readonly service: EpisodeService;
  readonly catalogue: Catalogue;
  readonly facts: ServerFacts;
  readonly rules: LeaseRules;
  readonly slots: SlotFigures;
  readonly clock: WallClock;
  readonly log: ServerLog;
  readonly read: OrderReaders;
  /** Access to Kubernetes APIs; missing: agents have none of their own here. */
  readonly kube?: KubeAccess;
  readonly errors: WireErrors;
  /** Scopes of all callers. */
  readonly scopes: ReadonlySet<string>;
  readonly messageBytesMax: number;
}

/** Numbers of slots and of waiting requests. */
export interface SlotFigures {
  readonly slots: number;
  readonly depthMax: number;
  free(): number;
  depth(): number;
}

/** Creates a gRPC handler from a function: a failure becomes a status; the reply to a caller who disconnected stays with the service. */
export const unary =
  <Reply>(context: RpcContext, run: (message: object, caller: Caller) => Promise<Reply> | Reply) =>
  (call: ServerUnaryCall<object, Reply>, callback: sendUnaryData<Reply>): void => {
    void answer(context, call, run).then(
      (reply) => callback(null, reply),
      (cause) => callback(context.errors.toServiceError(toDrillError(cause))),
    );
  };

const answer = async <Reply>(
  context: RpcContext,
  call: ServerUnaryCall<object, Reply>,
  run: (message: object, caller: Caller) => Promise<Reply> | Reply,
): Promise<Reply> => {
  const gone = new AbortController();
  call.once("cancelled", () => gone.abort());
  const deadline = call.getDeadline();
  const timeLeftMs = Number(deadline) - Date.now();
  const caller: Caller = {
    client: call.getPeer(),
    signal: gone.signal,
    ...(Number.isFinite(timeLeftMs) ? { timeLeftMs: Math.max(0, timeLeftMs) } : {}),
  };
  try {
    return await run(call.request, caller);
  } catch (cause) {
    throw reportUnexpected(context, cause, call.getPath());
  }
};

/** Logs an unexpected failure: the service throws DrillErrors only, so anything else is a bug of a handler. */
export const reportUnexpected = ({ log }: Pick<RpcContext, "log">, cause: unknown, where: string): DrillError => {
  if (cause instanceof DrillError) return cause;
  const incident = randomBytes(6).toString("hex");
  log.error("bug", { incident_id: incident, rpc: where }, cause);
  return new DrillError("BUG", `${where} failed`, { metadata: { incident_id: incident }, cause });
};

const toDrillError = (cause: unknown): DrillError => DrillError.from(cause, { boundary: "the gRPC server", fallback: "BUG" });

/** Rejects a caller who lacks a scope. @throws DrillError SCOPE_MISSING */
export const requireScope = ({ scopes }: RpcContext, scope: string, what: string): void => {
  if (!scopes.has(scope)) throw new DrillError("SCOPE_MISSING", `${what} needs scope ${scope}`, { metadata: { scope } });
};
