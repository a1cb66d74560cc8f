import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { Agent, request } from "node:https";
import type { Duplex } from "node:stream";
import type { LiveAnswer, LiveApi, LiveRequest } from "../live-api.ts";
import { credentialsOf } from "./credentials.ts";
import { passedHeaders, passedPairs } from "./forwarded-headers.ts";
import type { ResolvedContext } from "./kubeconfig.ts";
import { unreachable } from "./unreachable.ts";

/** Limits of an agent's connections and of waiting for the server. */
export interface ForwardLimits {
  /** Maximum number of connections to the API server. */
  readonly connectionsMax: number;
  /** Timeout until the head of an answer, ms: somewhat longer than the API server's own minute. */
  readonly answerTimeoutMs: number;
}

const LIMITS: ForwardLimits = Object.freeze({ connectionsMax: 128, answerTimeoutMs: 90_000 });

/**
 * Forwards requests to the API server of a context, with its credential in place of the client's own.
 *
 * Bytes are passed on as they are, both ways: watches, logs, upgraded connections.
 * @throws DrillError BACKEND_DOWN if there is no answer
 */
export const forwardRequests = (context: ResolvedContext, limits: ForwardLimits = LIMITS): Pick<LiveApi, "send" | "close"> => {
  const server = String(context.cluster["server"]).replace(/\/$/, "");
  const secure = server.startsWith("https:");
  const { headers, tls } = credentialsOf(context) ?? { headers: {}, tls: {} };
  const wire: Wire = {
    server,
    send: secure ? request : httpRequest,
    agent: new (secure ? Agent : HttpAgent)({ ...tls, keepAlive: true, maxSockets: limits.connectionsMax }),
    own: headers,
    limits,
    open: new Set(),
  };
  return {
    send: (call) => forward(wire, call),
    close: () => {
      for (const end of wire.open) end();
      wire.agent.destroy();
    },
  };
};

interface Wire {
  readonly server: string;
  readonly send: typeof request;
  readonly agent: HttpAgent;
  /** Headers with the agent's credentials. */
  readonly own: Readonly<Record<string, string>>;
  readonly limits: ForwardLimits;
  /** Functions that close the open connections. */
  readonly open: Set<() => void>;
}

const forward = (wire: Wire, call: LiveRequest): Promise<LiveAnswer> =>
  new Promise((resolve, reject) => {
    const outgoing = prepare(wire, call);
    trackConnection(wire, outgoing, call.signal);
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer within ${wire.limits.answerTimeoutMs} ms`)));
    outgoing.on("error", (cause: NodeJS.ErrnoException) => {
      // The server closed a kept-alive connection before this request got there: once more, on another.
      if (outgoing.reusedSocket && cause.code === "ECONNRESET" && !call.signal.aborted) forward(wire, call).then(resolve, reject);
      else reject(unreachable(wire.server, cause));
    });
    outgoing.on("response", (answer) => {
      outgoing.setTimeout(0); // silence of a watch is no failure
      resolve(ofResponse(answer));
    });
    outgoing.on("upgrade", (answer, socket: Duplex, head: Buffer) => {
      socket.on("error", () => socket.destroy());
      trackConnection(wire, socket, call.signal);
      resolve({ kind: "upgrade", headers: answer.rawHeaders, socket, head });
    });
    outgoing.end(call.body);
  });

const prepare = ({ server, send, agent, own, limits }: Wire, { method, target, headers, body }: LiveRequest): ClientRequest => {
  const { protocol, hostname, port, pathname } = new URL(server);
  const isUpgrade = headers["upgrade"] !== undefined;
  // Node sends no length with the body of a DELETE by itself, and the server would take the body for the next request.
  const length: OutgoingHttpHeaders = body.length > 0 || !BODILESS.has(method) ? { "content-length": body.length } : {};
  return send({
    agent,
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port,
    // As it came: a URL would be put in order on the way, and then somebody else would be asked than was looked at.
    path: `${pathname === "/" ? "" : pathname}${target}`,
    method,
    headers: { ...passedHeaders(headers, isUpgrade), ...length, ...own },
    timeout: limits.answerTimeoutMs,
  });
};

const BODILESS = new Set(["GET", "HEAD", "DELETE", "OPTIONS"]);

/** Tracks a connection, which ends with the client and when all are closed. */
const trackConnection = ({ open }: Wire, stream: ClientRequest | Duplex, signal: AbortSignal): void => {
  const end = (): void => void stream.destroy();
  open.add(end);
  signal.addEventListener("abort", end, { once: true });
  stream.once("close", () => {
    open.delete(end);
    signal.removeEventListener("abort", end);
  });
};

const ofResponse = (answer: IncomingMessage): LiveAnswer => ({
  kind: "response",
  status: answer.statusCode ?? 502,
  reason: answer.statusMessage ?? "",
  headers: passedPairs(answer.rawHeaders),
  body: answer,
});
