import { createServer, type Socket } from "node:net";
import type { Process } from "#sim/processes/process.ts";

/** Handlers for the connections of a TCP port, or the datagrams of a UDP port. */
export interface SocketServer {
  connected?(socket: Socket): void;
  received?(message: Buffer): void;
}

/** Opens a socket on all addresses; false if the port is in use. */
export const openSocket = ({ port, protocol }: Process["ports"][number], server: SocketServer): Promise<boolean> =>
  new Promise((resolve) => {
    if (protocol === "UDP") {
      const socket = process.getBuiltinModule("node:dgram").createSocket("udp4", (message) => server.received?.(message));
      socket.once("error", () => resolve(false));
      socket.bind(port, () => resolve(true));
      return;
    }
    const listener = createServer((socket) => {
      socket.setNoDelay(true);
      if (server.connected === undefined) {
        socket.on("error", () => socket.destroy());
        socket.resume();
      } else server.connected(socket);
    });
    listener.once("error", () => resolve(false));
    listener.listen(port, () => resolve(true));
  });
