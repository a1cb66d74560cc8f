import type { Socket } from "node:net";
import { createLineClient, type LineClient, serveLines } from "../network/line-protocol.ts";
import type { SocketServer } from "../network/open-socket.ts";
import { ownNamespace } from "../network/own-namespace.ts";
import type { SpanContext } from "./tracer.ts";

/**
 * Calls between the hotel programs.
 *
 * A connection begins as one of HTTP/2 does, so that whoever speaks something else sees what a gRPC server would send; the calls
 * themselves are lines of JSON. The first tells the caller's namespace: a cluster gives the address of a pod that died to another one,
 * and callers who still know it as theirs must not be served by the same program of another namespace.
 */
export const serveGrpc = (
  answer: (call: IncomingCall) => Promise<string | undefined>,
  namespace: string = ownNamespace(),
): SocketServer => ({
  connected: (socket) => {
    socket.write(SETTINGS);
    socket.on("error", () => socket.destroy());
    socket.once("data", (first: Buffer) => {
      if (!first.subarray(0, PREFACE.length).equals(PREFACE)) return socket.destroy();
      serveLines(socket, async ({ from, service, method, span }) => {
        if (from !== undefined) return { ok: from === namespace };
        const error = await answer({ service: `${service}`, method: `${method}`, span: span as SpanContext | undefined });
        return error === undefined ? { ok: true } : { ok: false, error };
      });
      if (first.length > PREFACE.length) socket.emit("data", first.subarray(PREFACE.length).toString("utf8"));
    });
  },
});

export interface IncomingCall {
  readonly service: string;
  readonly method: string;
  /** The caller's span; missing: the caller has none. */
  readonly span: SpanContext | undefined;
}

/** Greets a server; undefined when what answers speaks something else. */
export const greetGrpc = (socket: Socket): Promise<LineClient | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), GREETING_MS);
    socket.once("close", () => resolve(undefined));
    socket.once("data", (first: Buffer) => {
      clearTimeout(timer);
      if (!first.subarray(0, SETTINGS.length).equals(SETTINGS)) return socket.destroy();
      const client = createLineClient(socket);
      void client.ask({ from: ownNamespace() }, GREETING_MS).then((reply) => (reply?.["ok"] === true ? resolve(client) : client.close()));
    });
    socket.write(PREFACE);
  });

const GREETING_MS = 5000;

const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** A SETTINGS frame with the largest frame size of 16384, as Go's gRPC server opens with. */
const SETTINGS = Buffer.from([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0x40, 0]);
