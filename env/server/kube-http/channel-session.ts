import type { WebSocket } from "ws";
import type { SessionFacts } from "#pool/cluster-api.ts";
import type { KubeOutput } from "../../host/kube-protocol.ts";
import { packBytes, unpackBytes } from "../../host/kube-streams/kube-bytes.ts";
import { NORMAL_CLOSURE } from "./byte-link.ts";
import { renderExit } from "./exit-status.ts";
import type { TenantStream } from "./tenant.ts";

/** Receiver of a session's output for one protocol. */
export interface Carrier {
  output(output: KubeOutput): void;
  over(): void;
}

/** Carries a command's streams in the messages of a WebSocket: the first byte of each is its channel. */
export const carryCommand = (socket: WebSocket, stream: TenantStream, facts: SessionFacts): Carrier => {
  const isTranslated = socket.protocol === "v5.channel.k8s.io";
  const send = (channel: number, bytes: Buffer): void => socket.send(Buffer.concat([Buffer.of(channel), bytes]));
  socket.on("message", (data: Buffer) => {
    const channel = data[0];
    if (channel === STDIN && facts.stdin) stream.send({ kind: "data", channel: STDIN, bytes: packBytes(data.subarray(1)) });
    if (channel === RESIZE) resize(stream, data.subarray(1));
    if (channel === CLOSE && data[1] === STDIN) stream.send({ kind: "end", channel: STDIN });
  });
  // An empty message tells the client that it is connected.
  send(facts.stdout ? STDOUT : facts.stderr ? STDERR : ERROR, Buffer.alloc(0));
  return {
    output: (output) => {
      if (output.kind === "data") send(output.channel, unpackBytes(output.bytes));
      if (output.kind === "exit" || output.kind === "failed") send(ERROR, Buffer.from(renderExit(output, isTranslated)));
    },
    over: () => socket.close(NORMAL_CLOSURE),
  };
};

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const ERROR = 3;
const RESIZE = 4;
const CLOSE = 255;

/** Sends the size of the client's terminal to a session; invalid sizes are ignored. */
export const resize = (stream: TenantStream, data: Buffer): void => {
  try {
    const { Width, Height } = JSON.parse(data.toString("utf8")) as { readonly Width?: unknown; readonly Height?: unknown };
    if (Number.isInteger(Width) && Number.isInteger(Height))
      stream.send({ kind: "resize", columns: Width as number, rows: Height as number });
  } catch {
    return;
  }
};

/** Carries the tunnels of a port-forward in the same way: two channels for each port of the request, for data and for errors. */
export const carryTunnels = (socket: WebSocket, stream: TenantStream, { ports }: SessionFacts): Carrier => {
  const send = (channel: number, bytes: Buffer): void => socket.send(Buffer.concat([Buffer.of(channel), bytes]));
  for (const [i, port] of ports.entries()) {
    const name = Buffer.alloc(2);
    name.writeUInt16LE(port);
    for (const channel of [2 * i, 2 * i + 1]) send(channel, name);
    stream.send({ kind: "connect", channel: 2 * i, port });
  }
  socket.on("message", (data: Buffer) => {
    const channel = data[0];
    if (channel !== undefined && data.length > 1) stream.send({ kind: "data", channel, bytes: packBytes(data.subarray(1)) });
  });
  let open = ports.length;
  const end = (): void => {
    open -= 1;
    if (open === 0) socket.close(NORMAL_CLOSURE);
  };
  return {
    output: (output) => {
      if (output.kind === "data") send(output.channel, unpackBytes(output.bytes));
      if (output.kind === "error") send(output.channel + 1, Buffer.from(output.message));
      if (output.kind === "end" || output.kind === "error") end();
    },
    over: () => socket.close(NORMAL_CLOSURE),
  };
};
