import { randomUUID } from "node:crypto";
import type { ServerDuplexStream } from "@grpc/grpc-js";
import { DrillError } from "#core/drill-error.ts";
import type { ClientFrame__Output } from "#proto/gen/kubedrill/v1/ClientFrame.ts";
import type { ServerFrame } from "#proto/gen/kubedrill/v1/ServerFrame.ts";
import type { EpisodeEvent } from "../../episodes/episode-orders.ts";
import type { Admitted } from "../../trust/create-access.ts";
import { type Rpc, splitsOfCaller } from "../../trust/scopes.ts";
import { admitCall } from "../admit-request.ts";
import { toTimestamp } from "../load-proto.ts";
import { admitCaller, type CallContext, type RpcContext, reportUnexpected } from "../unary.ts";
import { close, fork, heartbeat, observe, reset, reward, step } from "./episode-calls.ts";

/** Maximum number of frames of one session in flight. */
export const SESSION_WINDOW_MAX = 256;

/** Time for which an episode survives the end of its stream without another call, ms. */
const GRACE_MS = 30_000;

type SessionCall = ServerDuplexStream<ClientFrame__Output, ServerFrame>;

interface Session {
  readonly call: SessionCall;
  readonly client: string;
  window: number;
  closeOnDisconnect: boolean;
  /** Requests in flight, with controllers to abort them. */
  readonly inFlight: Map<string, AbortController>;
  /** Ids of the episodes started here, whose events are sent here. */
  readonly episodes: Set<string>;
  open: boolean;
}

/** Handles Session: each frame is answered once, in order within an episode, as ready between episodes. */
export const serveSession = (rpc: RpcContext, call: SessionCall): void => {
  let admitted: Admitted;
  try {
    admitted = admitCaller(rpc, call);
    admitCall(admitted, "Session", {});
  } catch (cause) {
    call.destroy(rpc.errors.toServiceError(reportUnexpected(rpc, cause, "Session")));
    return;
  }
  const context: CallContext = { ...rpc, scopes: admitted.scopes };
  const session: Session = {
    call,
    client: admitted.client,
    window: SESSION_WINDOW_MAX,
    closeOnDisconnect: false,
    inFlight: new Map(),
    episodes: new Set(),
    open: true,
  };
  const unlisten = context.service.listen((event) => tell(session, event));
  call.on("data", (frame: ClientFrame__Output | DrillError) => take(context, session, frame));
  call.on("drain", () => call.resume());
  call.on("end", () => void finish(context, session));
  call.on("error", () => leave());
  call.on("cancelled", () => leave());
  call.on("close", () => leave());
  const leave = (): void => {
    if (!session.open) return;
    session.open = false;
    unlisten();
    for (const request of session.inFlight.values()) request.abort();
    if (session.closeOnDisconnect) closeLater(context, session.episodes);
  };
};

/** Answers what is still in flight after the client has ended its side. */
const finish = async (context: CallContext, session: Session): Promise<void> => {
  while (session.inFlight.size > 0 && session.open) await new Promise((resolve) => void context.clock.after(10, () => resolve(undefined)));
  session.call.end();
};

const closeLater = (context: CallContext, episodes: ReadonlySet<string>): void => {
  const sinceMs = context.clock.nowMs();
  context.clock.after(GRACE_MS, () => {
    for (const id of episodes) context.service.closeAbandoned(id, sinceMs).catch(() => undefined);
  });
};

/** Sends a frame; reading pauses while the client reads too slowly. */
const send = ({ call, open }: Session, frame: ServerFrame): void => {
  if (open && !call.write(frame)) call.pause();
};

const tell = (session: Session, { kind, episodeId, deadlineMs }: EpisodeEvent): void => {
  if (episodeId !== undefined && !session.episodes.has(episodeId)) return;
  const deadline = deadlineMs === undefined ? {} : { deadline: toTimestamp(deadlineMs) };
  send(session, { requestId: "0", event: { kind: `KIND_${kind}`, episodeId: episodeId ?? "", ...deadline } });
};

const take = (context: CallContext, session: Session, frame: ClientFrame__Output | DrillError): void => {
  if (frame instanceof DrillError) {
    send(session, { requestId: "0", error: context.errors.toStatus(frame) });
    return;
  }
  const requestId = frame.requestId ?? "0";
  const refusal = refuse(session, requestId);
  if (refusal !== undefined) {
    send(session, { requestId, error: context.errors.toStatus(refusal) });
    return;
  }
  if (frame.cancel !== undefined) {
    session.inFlight.get(frame.cancel?.requestId ?? "")?.abort();
    return;
  }
  const abort = new AbortController();
  session.inFlight.set(requestId, abort);
  void answer(context, session, frame, abort.signal)
    .then(
      (reply) => send(session, { requestId, ...reply }),
      (cause) => send(session, { requestId, error: context.errors.toStatus(reportUnexpected(context, cause, "Session")) }),
    )
    .finally(() => session.inFlight.delete(requestId));
};

const refuse = ({ inFlight, window }: Session, requestId: string): DrillError | undefined => {
  if (requestId === "0" || inFlight.has(requestId)) {
    const description = requestId === "0" ? "is 0; give one above 0" : `is ${requestId}, which is in flight; give one of its own`;
    return new DrillError("FIELD_INVALID", `request_id ${description}`, { violations: [{ field: "request_id", description }] });
  }
  return inFlight.size >= window
    ? new DrillError("SESSION_WINDOW_FULL", `${inFlight.size} frames are in flight`, { retryAfterMs: 50 })
    : undefined;
};

/** Answers a frame. Not an async function, so that calls enter their episode's turn in the order of the frames. */
const answer = (context: CallContext, session: Session, frame: ClientFrame__Output, signal: AbortSignal): Promise<ServerFrame> => {
  const refusal = refuseFrame(context, frame);
  if (refusal !== undefined) return Promise.reject(refusal);
  const caller = { client: session.client, ...splitsOfCaller(context.scopes), signal };
  const { hello } = frame;
  if (hello) return Promise.resolve({ hello: greet(session, hello) });
  if (frame.reset) return follow(session, [frame.reset.episodeId], reset(context, frame.reset, caller)).then((reply) => ({ reset: reply }));
  if (frame.step) return follow(session, [frame.step.episodeId], step(context, frame.step)).then((reply) => ({ step: reply }));
  if (frame.observe) return observe(context, frame.observe).then((reply) => ({ observe: reply }));
  if (frame.reward) return reward(context, frame.reward).then((reply) => ({ reward: reply }));
  if (frame.heartbeat) return Promise.resolve(frame.heartbeat).then((message) => ({ heartbeat: heartbeat(context, message) }));
  if (frame.close) return close(context, frame.close).then((reply) => ({ close: reply }));
  if (frame.fork)
    return follow(session, frame.fork.childEpisodeIds ?? [], fork(context, frame.fork, caller)).then((reply) => ({ fork: reply }));
  return Promise.reject(
    new DrillError("FIELD_INVALID", "the frame has no body", {
      violations: [{ field: "body", description: "is missing; give one request" }],
    }),
  );
};

/** Kinds of frames that are calls of their own. */
const RPC_OF_FRAME = {
  reset: "Reset",
  step: "Step",
  observe: "Observe",
  reward: "Reward",
  heartbeat: "Heartbeat",
  close: "Close",
  fork: "Fork",
} as const satisfies Readonly<Record<string, Rpc>>;

const refuseFrame = (context: CallContext, frame: ClientFrame__Output): unknown => {
  try {
    for (const [kind, rpc] of Object.entries(RPC_OF_FRAME)) {
      const message = frame[kind as keyof typeof RPC_OF_FRAME];
      if (message) admitCall(context, rpc, message);
    }
    return undefined;
  } catch (cause) {
    return cause;
  }
};

const follow = <T>(session: Session, ids: readonly (string | undefined)[], reply: Promise<T>): Promise<T> => {
  for (const id of ids) if (id !== undefined) session.episodes.add(id);
  return reply;
};

const greet = (session: Session, { closeOnDisconnect = false, window = 0 }: NonNullable<ClientFrame__Output["hello"]>) => {
  session.closeOnDisconnect = closeOnDisconnect;
  if (window > 0) session.window = Math.min(window, SESSION_WINDOW_MAX);
  return { sessionId: randomUUID(), window: session.window };
};
