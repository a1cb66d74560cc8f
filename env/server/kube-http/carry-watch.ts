import { WebSocketServer } from "ws";
import { NORMAL_CLOSURE } from "./byte-link.ts";
import type { Upgrade } from "./gate.ts";
import { BAD_HANDSHAKE, NO_ORIGIN, type Refusal } from "./statuses.ts";

/** A watch in the messages of a WebSocket. */
export interface WatchCarrier {
  /** Sends new lines, each as a message. */
  data(lines: string): void;
  over(): void;
}

/** Answers the handshake of a watch, or returns a refusal: it requires an origin and at most one protocol of any name. */
export const carryWatch = ({ request, socket, head }: Upgrade): WatchCarrier | Refusal => {
  const offered = request.headers["sec-websocket-protocol"] ?? "";
  if (request.headers.origin === undefined) return NO_ORIGIN;
  if (offered.includes(",")) return BAD_HANDSHAKE;
  let carrier: WatchCarrier | undefined;
  const server = new WebSocketServer({ noServer: true, handleProtocols: () => offered || false });
  // The handshake is answered at once, in this call.
  server.handleUpgrade(request, socket, head, (webSocket) => {
    webSocket.on("error", () => webSocket.terminate());
    carrier = {
      data: (lines) => {
        for (const line of lines.split("\n")) if (line !== "") webSocket.send(`${line}\n`);
      },
      over: () => webSocket.close(NORMAL_CLOSURE),
    };
  });
  return carrier ?? BAD_HANDSHAKE;
};
