import type { SessionFacts } from "#pool/cluster-api.ts";
import { packBytes, unpackBytes } from "../../../host/kube-streams/kube-bytes.ts";
import type { ByteLink } from "../byte-link.ts";
import { type Carrier, resize } from "../channel-session.ts";
import { renderExit } from "../exit-status.ts";
import type { TenantStream } from "../tenant.ts";
import { serveSpdy } from "./spdy-connection.ts";

/** Carries the tunnels of a port-forward over SPDY: each connection is a pair of streams, one for data and one for errors. */
export const carrySpdyTunnels = (link: ByteLink, stream: TenantStream): Carrier => {
  const errorStreams = new Map<string, number>();
  const requests = new Map<number, string>();
  const spdy = serveSpdy(link, {
    opened: (id, headers) => {
      const request = headers.get("requestid") ?? `${id}`;
      if (headers.get("streamtype") === "error") return void errorStreams.set(request, id);
      requests.set(id, request);
      stream.send({ kind: "connect", channel: id, port: Number(headers.get("port")) });
    },
    data: (id, bytes) => {
      if (requests.has(id)) stream.send({ kind: "data", channel: id, bytes: packBytes(bytes) });
    },
    ended: (id) => {
      if (requests.has(id)) stream.send({ kind: "end", channel: id });
    },
    reset: (id) => {
      if (requests.delete(id)) stream.send({ kind: "end", channel: id });
    },
    closed: () => stream.leave(),
  });
  const finish = (id: number, message: string): void => {
    const request = requests.get(id);
    const errorStream = request === undefined ? undefined : errorStreams.get(request);
    if (request !== undefined) errorStreams.delete(request);
    requests.delete(id);
    if (errorStream !== undefined) spdy.send(errorStream, Buffer.from(message), true);
    spdy.send(id, Buffer.alloc(0), true);
  };
  return {
    output: (output) => {
      if (output.kind === "data" && requests.has(output.channel)) spdy.send(output.channel, unpackBytes(output.bytes), false);
      if (output.kind === "end") finish(output.channel, "");
      if (output.kind === "error") finish(output.channel, output.message);
    },
    over: () => spdy.close(),
  };
};

/** Carries a command's streams over SPDY, for clients before version 1.31: one stream each, by name. */
export const carrySpdyCommand = (link: ByteLink, stream: TenantStream, facts: SessionFacts): Carrier => {
  const ids = new Map<string, number>();
  const names = new Map<number, string>();
  const early: (() => void)[] = [];
  const expected = 1 + [facts.stdin, facts.stdout, facts.stderr, facts.tty].filter(Boolean).length;
  const whenReady = (run: () => void): void => void (ids.size < expected ? early.push(run) : run());
  const spdy = serveSpdy(link, {
    opened: (id, headers) => {
      const name = headers.get("streamtype") ?? "";
      ids.set(name, id);
      names.set(id, name);
      if (ids.size === expected) for (const run of early.splice(0)) run();
    },
    data: (id, bytes) => {
      if (names.get(id) === "stdin") stream.send({ kind: "data", channel: 0, bytes: packBytes(bytes) });
      if (names.get(id) === "resize") resize(stream, bytes);
    },
    ended: (id) => {
      if (names.get(id) === "stdin") stream.send({ kind: "end", channel: 0 });
    },
    reset: () => undefined,
    closed: () => stream.leave(),
  });
  const send = (name: string, bytes: Buffer, isLast: boolean): void => {
    const id = ids.get(name);
    if (id !== undefined) spdy.send(id, bytes, isLast);
  };
  return {
    output: (output) =>
      whenReady(() => {
        if (output.kind === "data") send(output.channel === 1 ? "stdout" : "stderr", unpackBytes(output.bytes), false);
        if (output.kind === "exit" || output.kind === "failed") send("error", Buffer.from(renderExit(output, false)), true);
      }),
    over: () =>
      whenReady(() => {
        for (const name of ["stdout", "stderr"]) send(name, Buffer.alloc(0), true);
        setTimeout(() => spdy.close(), LINGER_MS).unref();
      }),
  };
};

/** Time until the server closes the connection of a client that does not, ms. */
const LINGER_MS = 5_000;
