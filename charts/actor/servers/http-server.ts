import type { IncomingMessage, ServerResponse } from "node:http";
import type { SocketServer } from "../network/open-socket.ts";

/** Answer to an HTTP request; undefined: none, and the connection ends. */
export interface HttpReply {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
}

/** Serves HTTP on a socket. */
export const serveHttp = (answer: (request: HttpAsked) => Promise<HttpReply> | HttpReply): SocketServer => {
  // Most components speak no HTTP, and the module takes a few MiB.
  const { createServer } = process.getBuiltinModule("node:http");
  const server = createServer((request, response) => void respond(request, response, answer));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return { connected: (socket) => void server.emit("connection", socket) };
};

export interface HttpAsked {
  readonly method: string;
  /** Path with the query. */
  readonly path: string;
  readonly body: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** False once the client has closed the connection. */
  readonly isWaiting: () => boolean;
}

const KEEP_ALIVE_MS = 60_000;

const respond = async (
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: HttpAsked) => Promise<HttpReply> | HttpReply,
): Promise<void> => {
  let body = "";
  request.setEncoding("utf8");
  for await (const part of request) if (body.length < BODY_MAX) body += part;
  const reply = await answer({
    method: request.method ?? "GET",
    path: request.url ?? "/",
    body,
    headers: request.headers,
    isWaiting: () => !response.destroyed && !request.socket.destroyed,
  });
  response.writeHead(reply.status, { "Content-Type": reply.type ?? typeOf(reply.body), "Content-Length": Buffer.byteLength(reply.body) });
  response.end(request.method === "HEAD" ? "" : reply.body);
};

const BODY_MAX = 2 ** 20;

/** Guesses the content type as Go's servers do. */
const typeOf = (body: string): string =>
  /^\s*[{["]/.test(body) ? "application/json" : /^\s*</.test(body) ? "text/html; charset=utf-8" : "text/plain; charset=utf-8";
