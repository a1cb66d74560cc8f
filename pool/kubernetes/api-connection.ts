import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent, type RequestOptions, request } from "node:https";
import type { Readable } from "node:stream";
import { DrillError } from "#core/drill-error.ts";
import { type Credentials, credentialsOf } from "./credentials.ts";
import { type ResolvedContext, readKubeconfig, resolveContext } from "./kubeconfig.ts";
import { unreachable } from "./unreachable.ts";

/** Connection to one API server as one identity. */
export interface ApiConnection {
  /** Address of the API server, for messages. */
  readonly server: string;
  /** Sends one HTTP request; every status is an answer. Throws DrillError BACKEND_DOWN if there is none. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Opens a streamed answer, such as a watch. Throws DrillError BACKEND_DOWN if there is none. */
  stream(request: HttpRequest): Promise<HttpStream>;
  /**
   * Runs a command over a WebSocket; undefined if the server refuses to upgrade. Throws DrillError BACKEND_DOWN if it
   * cannot be reached.
   */
  exec(request: ExecCall): Promise<ExecOutcome | undefined>;
  /** Starts an interactive command; fails like `exec`. */
  talk(place: ExecPlace): Promise<RemoteCommand | undefined>;
  /** Closes kept-alive connections. */
  close(): void;
}

/** An HTTP request; `path` includes the query. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Timeout of the whole answer, ms; missing: none, as long as it is not silent for a minute. */
  readonly timeoutMs?: number;
  /** Maximum size of the answer, bytes; a longer one counts as none. Missing: unlimited. */
  readonly maxBytes?: number;
}

/** An HTTP answer with its body as text. */
export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  /** Raw `Warning` headers. */
  readonly warnings: readonly string[];
  readonly text: string;
  /** Delay that the server asks for before a retry, ms; undefined: none. */
  readonly retryAfterMs: number | undefined;
}

/** A streamed HTTP answer. */
export interface HttpStream {
  readonly status: number;
  /** Chunks of the body. Ends when the server ends it; throws if the connection breaks. */
  readonly pieces: AsyncIterable<Buffer>;
  close(): void;
}

/** A command for one container. */
export interface ExecPlace {
  readonly namespace: string;
  readonly pod: string;
  /** Name of the container; empty: the pod's default container. */
  readonly container: string;
  /** Command; missing: attaches to the container's main process. */
  readonly command?: readonly string[];
}

/** A command for one container, with its input and timeout. */
export interface ExecCall extends ExecPlace {
  /** Standard input; missing: none. */
  readonly stdin?: string;
  /** True: leaves standard input open after the text, like a terminal. */
  readonly keepsStdinOpen?: boolean;
  readonly timeoutMs: number;
}

/** A running command. */
export interface RemoteCommand {
  write(text: string): void;
  /** Standard output as it arrives. */
  readonly output: Readable;
  /** Resolves when the command or its connection has ended. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Outcome of a command; `status` is the kubelet's final status, undefined after a timeout or a broken connection. */
export interface ExecOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: ExecStatus | undefined;
  readonly timedOut: boolean;
}

/** The part of `metav1.Status` that describes how a command ended. */
export interface ExecStatus {
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly message?: string }[] };
}

/** Reads the current context of a kubeconfig. Throws DrillError BACKEND_DOWN if the file cannot be read. */
export const loadContext = (kubeconfigPath: string): ResolvedContext => {
  try {
    return resolveContext(readKubeconfig(kubeconfigPath));
  } catch (cause) {
    throw new DrillError("BACKEND_DOWN", `the kubeconfig ${kubeconfigPath} cannot be read`, { cause });
  }
};

/**
 * Creates the connection of a context; nothing is sent yet.
 *
 * @param extraHeaders sent with every request, for impersonation
 * @throws DrillError BACKEND_DOWN if the context names no server
 */
export const openConnection = (
  context: ResolvedContext,
  extraHeaders: Readonly<Record<string, string | readonly string[]>> = {},
): ApiConnection => {
  const { server } = context.cluster;
  if (typeof server !== "string" || server === "")
    throw new DrillError("BACKEND_DOWN", "the kubeconfig names no cluster in its current context");
  const secure = server.startsWith("https:");
  const agent = new (secure ? Agent : HttpAgent)({ keepAlive: true, maxSockets: SOCKETS_MAX });
  const wire: Wire = { context, server, agent, send: secure ? request : httpRequest, extraHeaders };
  return {
    server,
    send: (call) => sendRequest(wire, call),
    stream: (call) => openStream(wire, call),
    // The library takes half a second to load, so only commands that are run in containers pay for it.
    exec: async (call) => (await import("./client-node.ts")).execOverWebSocket({ context, extraHeaders }, call),
    talk: async (place) => (await import("./client-node.ts")).talkOverWebSocket({ context, extraHeaders }, place),
    close: () => agent.destroy(),
  };
};

const SOCKETS_MAX = 16;
const ANSWER_TIMEOUT_MS = 60_000;

interface Wire {
  readonly context: ResolvedContext;
  readonly server: string;
  readonly agent: HttpAgent;
  readonly send: typeof request;
  readonly extraHeaders: Readonly<Record<string, string | readonly string[]>>;
}

/** Request options of a user with certificates or tokens; other users are left to the client library. */
const optionsOf = async (context: ResolvedContext): Promise<RequestOptions> => {
  const known: Credentials | undefined = credentialsOf(context);
  if (known !== undefined) return { ...known.tls, headers: known.headers };
  return (await import("./client-node.ts")).requestOptions(context);
};

const sendRequest = async (wire: Wire, call: HttpRequest): Promise<HttpAnswer> => {
  const { timeoutMs, maxBytes = Number.POSITIVE_INFINITY } = call;
  const outgoing = await prepareRequest(wire, call, {
    agent: wire.agent,
    timeout: ANSWER_TIMEOUT_MS,
    ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
  });
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void => {
      // The other end closed a kept-alive connection before this request got there: once more, on another.
      if (outgoing.reusedSocket && cause.code === "ECONNRESET") sendRequest(wire, call).then(resolve, reject);
      else reject(unreachable(wire.server, cause));
    };
    outgoing.on("response", (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (bytes > maxBytes) outgoing.destroy(new Error(`the answer is longer than ${maxBytes} bytes`));
        else chunks.push(chunk);
      });
      answer.on("error", fail);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          contentType: answer.headers["content-type"] ?? "",
          warnings: answer.headersDistinct.warning ?? [],
          text: Buffer.concat(chunks).toString("utf8"),
          retryAfterMs: secondsToMs(answer.headers["retry-after"]),
        }),
      );
    });
    outgoing.on("error", fail);
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer within ${ANSWER_TIMEOUT_MS} ms`)));
    outgoing.end(call.body);
  });
};

/** Opens a stream on a connection of its own, which cannot be shared while it lasts. */
const openStream = async (wire: Wire, call: HttpRequest): Promise<HttpStream> => {
  const outgoing = await prepareRequest(wire, call, { agent: false, timeout: ANSWER_TIMEOUT_MS });
  return new Promise((resolve, reject) => {
    outgoing.on("error", (cause) => reject(unreachable(wire.server, cause)));
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer within ${ANSWER_TIMEOUT_MS} ms`)));
    outgoing.on("response", (answer) => {
      outgoing.setTimeout(0); // from here on silence is for the reader to judge
      resolve({ status: answer.statusCode ?? 0, pieces: answer, close: () => outgoing.destroy() });
    });
    outgoing.end(call.body);
  });
};

const prepareRequest = async (
  { context, server, send, extraHeaders }: Wire,
  call: HttpRequest,
  own: Pick<RequestOptions, "agent" | "timeout" | "signal">,
): Promise<ClientRequest> => {
  const options = await optionsOf(context);
  const url = new URL(server.replace(/\/$/, "") + call.path);
  // Node sends no length with the body of a DELETE by itself, and the server would take the body for the next request.
  const length = call.body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(call.body)) };
  const headers = { ...(options.headers as Record<string, string>), ...extraHeaders, ...call.headers, ...length };
  return send(url, { ...own, ...options, headers, method: call.method });
};

/** Converts a Retry-After header, in seconds, to milliseconds. */
const secondsToMs = (header: string | undefined): number | undefined =>
  header !== undefined && /^\d+$/.test(header) ? Number(header) * 1_000 : undefined;
