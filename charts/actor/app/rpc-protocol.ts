import type { Socket } from "node:net";
import { createLineClient, type LineClient, serveLines } from "../network/line-protocol.ts";
import type { SocketServer } from "../network/open-socket.ts";
import { ownNamespace } from "../network/own-namespace.ts";
import type { SpanContext } from "./tracer.ts";

/** Beginning of a connection, by which the two ends know that they speak the same protocol. */
interface Opening {
  /** First bytes of the client. */
  readonly preface: Buffer;
  /** First bytes of the server. */
  readonly greeting: Buffer;
  /** True if the server does not wait for the preface. */
  readonly greetsFirst: boolean;
}

/**
 * Protocols of calls between programs.
 *
 * A connection begins as one of the original does, so that whoever speaks something else sees what such a server would send; the calls
 * themselves are lines of JSON. The first tells the caller's namespace: a cluster gives the address of a pod that died to another one,
 * and callers who still know it as theirs must not be served by the same program of another namespace.
 */
const OPENINGS = {
  grpc: {
    preface: Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    // A SETTINGS frame with the largest frame size of 16384, as Go's gRPC server opens with.
    greeting: Buffer.from([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0x40, 0]),
    greetsFirst: true,
  },
  thrift: {
    // Heads of a call and of a reply in the strict binary protocol.
    preface: Buffer.from([0x80, 1, 0, 1]),
    greeting: Buffer.from([0x80, 1, 0, 2]),
    greetsFirst: false,
  },
} satisfies Readonly<Record<string, Opening>>;

export type RpcProtocol = keyof typeof OPENINGS;

/** True for what is spoken on a socket that serves calls. */
export const isRpc = (protocol: string): protocol is RpcProtocol => Object.hasOwn(OPENINGS, protocol);

export interface IncomingCall {
  readonly service: string;
  readonly method: string;
  /** The caller's span; missing: the caller has none. */
  readonly span: SpanContext | undefined;
}

/** Answer to a call: it went well, it failed, or the server is another program than the one that is called. */
export type RpcAnswer =
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly error: string }
  | { readonly kind: "unknown-service" };

/** Serves calls. */
export const serveRpc = (
  protocol: RpcProtocol,
  answer: (call: IncomingCall) => Promise<RpcAnswer>,
  namespace: string = ownNamespace(),
): SocketServer => {
  const { preface, greeting, greetsFirst } = OPENINGS[protocol];
  return {
    connected: (socket) => {
      if (greetsFirst) socket.write(greeting);
      socket.on("error", () => socket.destroy());
      socket.once("data", (first: Buffer) => {
        if (!first.subarray(0, preface.length).equals(preface)) return socket.destroy();
        if (!greetsFirst) socket.write(greeting);
        serveLines(socket, async ({ from, service, method, span }) =>
          from === undefined
            ? await answer({ service: `${service}`, method: `${method}`, span: span as SpanContext | undefined })
            : { isWelcome: from === namespace },
        );
        if (first.length > preface.length) socket.emit("data", first.subarray(preface.length).toString("utf8"));
      });
    },
  };
};

/** Greets a server; undefined when what answers speaks something else. */
export const greetRpc = (protocol: RpcProtocol, socket: Socket): Promise<LineClient | undefined> => {
  const { preface, greeting } = OPENINGS[protocol];
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), GREETING_MS);
    socket.once("close", () => resolve(undefined));
    socket.once("data", (first: Buffer) => {
      clearTimeout(timer);
      if (!first.subarray(0, greeting.length).equals(greeting)) return socket.destroy();
      const client = createLineClient(socket);
      void client
        .ask({ from: ownNamespace() }, GREETING_MS)
        .then((reply) => (reply?.["isWelcome"] === true ? resolve(client) : client.close()));
    });
    socket.write(preface);
  });
};

const GREETING_MS = 5000;

/** Makes a call; undefined: the connection ended before the answer. */
export const callRpc = async (client: LineClient, call: IncomingCall, timeoutMs: number): Promise<RpcAnswer | undefined> =>
  (await client.ask(call, timeoutMs)) as RpcAnswer | undefined;
