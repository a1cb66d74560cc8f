import { randomBytes } from "node:crypto";
import type { ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import { DrillError } from "#core/drill-error.ts";
import type { LeaseRules } from "#pool/leases/lease-book.ts";
import type { Catalogue } from "../../catalogue/catalogue-protocol.ts";
import type { ServerLog } from "../../observability/server-log.ts";
import type { AgentAccess } from "../agent-http/agent-access.ts";
import type { DatasetMaker } from "../datasets/dataset-maker.ts";
import type { EpisodeService } from "../episodes/create-episode-service.ts";
import type { Caller } from "../episodes/episode-orders.ts";
import type { ServerFacts } from "../episodes/server-facts.ts";
import type { WallClock } from "../episodes/wall-clock.ts";
import type { KubeAccess } from "../kube-http/kube-access.ts";
import type { Access, Admitted } from "../trust/create-access.ts";
import { type Rpc, splitsOfCaller } from "../trust/scopes.ts";
import type { ServerIdentity } from "../trust/server-identity.ts";
import { admitCall } from "./admit-request.ts";
import type { OrderReaders } from "./read-orders.ts";
import type { WireErrors } from "./wire-error.ts";

/** State that the handlers of all RPCs share. */
export interface RpcContext extends ServerIdentity {
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
  readonly agents: AgentAccess;
  /** Generates datasets; missing: this server does not. */
  readonly datasets?: DatasetMaker;
  readonly errors: WireErrors;
  readonly access: Access;
  readonly messageBytesMax: number;
}

/** State of the handlers for one caller. */
export interface CallContext extends RpcContext {
  /** Scopes of the caller. */
  readonly scopes: ReadonlySet<string>;
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
  <Reply>(context: RpcContext, rpc: Rpc, run: RunCall<Reply>) =>
  (call: ServerUnaryCall<object, Reply>, callback: sendUnaryData<Reply>): void => {
    void answer(context, rpc, call, run).then(
      (reply) => callback(null, reply),
      (cause) => callback(context.errors.toServiceError(toDrillError(cause))),
    );
  };

type RunCall<Reply> = (context: CallContext, message: object, caller: Caller) => Promise<Reply> | Reply;

/** Admits the caller of a call. @throws DrillError TOKEN_MISSING */
export const admitCaller = ({ access }: RpcContext, call: Pick<ServerUnaryCall<object, object>, "metadata" | "getPeer">): Admitted =>
  access.admit(call.metadata.get("authorization")[0]?.toString(), call.getPeer());

const answer = async <Reply>(context: RpcContext, rpc: Rpc, call: ServerUnaryCall<object, Reply>, run: RunCall<Reply>): Promise<Reply> => {
  const gone = new AbortController();
  call.once("cancelled", () => gone.abort());
  const deadline = call.getDeadline();
  const timeLeftMs = Number(deadline) - Date.now();
  const signals = {
    signal: gone.signal,
    ...(Number.isFinite(timeLeftMs) ? { timeLeftMs: Math.max(0, timeLeftMs) } : {}),
  };
  try {
    const { client, scopes } = admitCaller(context, call as ServerUnaryCall<object, object>);
    admitCall({ scopes }, rpc, call.request);
    return await run({ ...context, scopes }, call.request, { client, ...splitsOfCaller(scopes), ...signals });
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
