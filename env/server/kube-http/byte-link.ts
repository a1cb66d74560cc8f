import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";

/** A connection that carries bytes both ways. */
export interface ByteLink {
  send(bytes: Buffer): void;
  close(): void;
  onData(listener: (bytes: Buffer) => void): void;
  onClose(listener: () => void): void;
}

/**
 * Wraps a socket.
 * @param head bytes that were read already
 */
export const linkOfSocket = (socket: Duplex, head: Buffer): ByteLink => {
  if (head.length > 0) socket.unshift(head);
  return {
    send: (bytes) => void socket.write(bytes),
    close: () => void socket.end(),
    onData: (listener) => void socket.on("data", listener),
    onClose: (listener) => void socket.on("close", listener),
  };
};

/** Wraps the binary messages of a WebSocket, whose boundaries have no meaning. */
export const linkOfWebSocket = (socket: WebSocket): ByteLink => ({
  send: (bytes) => socket.send(bytes),
  close: () => socket.close(NORMAL_CLOSURE),
  onData: (listener) => void socket.on("message", (data: Buffer) => listener(data)),
  onClose: (listener) => void socket.on("close", listener),
});

/** Close code of a WebSocket for a normal end. */
export const NORMAL_CLOSURE = 1_000;
