import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";

/** A connection that carries bytes both ways. */
export interface ByteLink {
  send(bytes: Buffer): void;
  close(): void;
  onData(listener: (bytes: Buffer) => void): void;
  onClose(listener: () => void): void;
}

/** A socket as such a connection. @param head what came before */
export const linkOfSocket = (socket: Duplex, head: Buffer): ByteLink => {
  if (head.length > 0) socket.unshift(head);
  return {
    send: (bytes) => void socket.write(bytes),
    close: () => void socket.end(),
    onData: (listener) => void socket.on("data", listener),
    onClose: (listener) => void socket.on("close", listener),
  };
};

/** The binary messages of a WebSocket as such a connection; their borders mean nothing. */
export const linkOfWebSocket = (socket: WebSocket): ByteLink => ({
  send: (bytes) => socket.send(bytes),
  close: () => socket.close(NORMAL_CLOSURE),
  onData: (listener) => void socket.on("message", (data: Buffer) => listener(data)),
  onClose: (listener) => void socket.on("close", listener),
});

/** The code with which a WebSocket ends well. */
export const NORMAL_CLOSURE = 1_000;
