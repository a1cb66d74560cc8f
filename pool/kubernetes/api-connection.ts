import { Agent, request } from "node:https";
import { PassThrough, type Readable } from "node:stream";
import { Exec, KubeConfig, type V1Status } from "@kubernetes/client-node";
import { WebSocketHandler } from "@kubernetes/client-node/dist/web-socket-handler.js";
import { DrillError } from "#core/drill-error.ts";

/** The wire to one API server as one identity. The only file that knows @kubernetes/client-node. */
export interface ApiConnection {
  /** Address of the API server, for messages. */
  readonly server: string;
  /** Sends one HTTP request; every status is an answer. Throws DrillError BACKEND_DOWN when there is none. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Runs a command over a web socket; undefined when the server refuses to upgrade. Throws DrillError BACKEND_DOWN when it cannot be reached. */
  exec(request: ExecCall): Promise<ExecOutcome | undefined>;
  /** Closes kept-alive connections. */
  close(): void;
}

/** An HTTP request; `path` includes the query. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An HTTP answer with its body as text. */
export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  /** Raw `Warning` headers. */
  readonly warnings: readonly string[];
  readonly text: string;
}

/** A command for one container, all told. */
export interface ExecCall {
  readonly namespace: string;
  readonly pod: string;
  /** Empty: the pod's default container. */
  readonly container: string;
  readonly command: readonly string[];
  /** Missing: no standard input. */
  readonly stdin?: string;
  /** Leaves standard input open after the text, as somebody at a terminal does. */
  readonly keepsStdinOpen?: boolean;
  readonly timeoutMs: number;
}

/** What came of a command; `status` is the last word of the kubelet, undefined when time ran out or the connection broke. */
export interface ExecOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: ExecStatus | undefined;
  readonly timedOut: boolean;
}

/** The part of `metav1.Status` that tells how a command ended. */
export interface ExecStatus {
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly message?: string }[] };
}

/** Connects to the current context of a kubeconfig. Nothing is sent yet. Throws DrillError BACKEND_DOWN when the file names no cluster. */
export const openConnection = (kubeconfigPath: string): ApiConnection => {
  const config = loadConfig(kubeconfigPath);
  const server = config.getCurrentCluster()?.server;
  if (server === undefined) throw new DrillError("BACKEND_DOWN", `${kubeconfigPath} names no cluster in its current context`);
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });
  return {
    server,
    send: (call) => sendRequest(config, agent, server, call),
    exec: (call) => execOverWebSocket(config, server, call),
    close: () => agent.destroy(),
  };
};

const SOCKETS_MAX = 16;
const ANSWER_TIMEOUT_MS = 60_000;

const loadConfig = (path: string): KubeConfig => {
  const config = new KubeConfig();
  try {
    config.loadFromFile(path);
  } catch (cause) {
    throw new DrillError("BACKEND_DOWN", `the kubeconfig ${path} cannot be read`, { cause });
  }
  return config;
};

const sendRequest = async (config: KubeConfig, agent: Agent, server: string, call: HttpRequest): Promise<HttpAnswer> => {
  const options: Parameters<KubeConfig["applyToHTTPSOptions"]>[0] = { headers: {} };
  await config.applyToHTTPSOptions(options);
  const isProxied = config.getCurrentCluster()?.proxyUrl !== undefined;
  const url = new URL(server.replace(/\/$/, "") + call.path);
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => reject(unreachable(server, cause));
    // Node sends no length with the body of a DELETE by itself, and the server would take the body for the next request.
    const length = call.body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(call.body)) };
    const headers = { ...(options.headers as Record<string, string>), ...call.headers, ...length };
    const outgoing = request(
      url,
      { ...options, ...(isProxied ? {} : { agent }), headers, method: call.method, timeout: ANSWER_TIMEOUT_MS },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", fail);
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            contentType: answer.headers["content-type"] ?? "",
            warnings: answer.headersDistinct.warning ?? [],
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    outgoing.on("error", fail);
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer within ${ANSWER_TIMEOUT_MS} ms`)));
    outgoing.end(call.body);
  });
};

const unreachable = (server: string, cause: unknown): DrillError =>
  new DrillError("BACKEND_DOWN", `the API server ${server} does not answer`, { cause, metadata: { boundary: "kubernetes" } });

const execOverWebSocket = async (config: KubeConfig, server: string, call: ExecCall): Promise<ExecOutcome | undefined> => {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const stdin = call.stdin === undefined ? null : new PassThrough();
  const output = Promise.all([readAll(stdout), readAll(stderr)]);
  // Streams of its own: the handler's default would close those of this process when the server says so.
  const handler = new WebSocketHandler(config, undefined, {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  });
  const ended = Promise.withResolvers<V1Status | undefined>();
  const open = new Exec(config, handler).exec(
    call.namespace,
    call.pod,
    call.container,
    [...call.command],
    stdout,
    stderr,
    stdin,
    false,
    ended.resolve,
  );
  const socket = await open.catch((cause: unknown) => explainRefusal(server, cause));
  if (socket === undefined) return undefined;
  socket.addEventListener("close", () => ended.resolve(undefined));
  if (stdin !== null) stdin.write(call.stdin ?? "");
  if (stdin !== null && !call.keepsStdinOpen) stdin.end();
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), call.timeoutMs);
  const end = await Promise.race([ended.promise, late.promise]);
  clearTimeout(timer);
  socket.close();
  stdout.end();
  stderr.end();
  const [stdoutText, stderrText] = await output;
  return {
    stdout: stdoutText,
    stderr: stderrText,
    status: end === "late" ? undefined : (end as ExecStatus | undefined),
    timedOut: end === "late",
  };
};

/** An answer that is no upgrade is the server's refusal; anything else means that there is no server. */
const explainRefusal = (server: string, cause: unknown): undefined => {
  const message = (cause as { readonly message?: string }).message ?? "";
  if (/Unexpected server response: \d+/.test(message)) return undefined;
  throw unreachable(server, cause);
};

const readAll = async (stream: Readable): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
};
