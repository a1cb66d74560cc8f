import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { SessionFacts } from "#pool/cluster-api.ts";
import type { KubeMessage } from "../../host/kube-protocol.ts";
import { unpackBytes } from "../../host/kube-streams/kube-bytes.ts";
import { linkOfSocket, linkOfWebSocket } from "./byte-link.ts";
import { carryWatch, type WatchCarrier } from "./carry-watch.ts";
import { type Carrier, carryCommand, carryTunnels } from "./channel-session.ts";
import type { Upgrade } from "./gate.ts";
import { requestHeaders } from "./request-headers.ts";
import { carrySpdyCommand, carrySpdyTunnels } from "./spdy/spdy-session.ts";
import { type Refusal, UNAVAILABLE, UPGRADE_REQUIRED } from "./statuses.ts";
import type { Tenant, TenantStream } from "./tenant.ts";

/** Requests a session or a watch from a tenant and carries it over the connection: a WebSocket, SPDY in a WebSocket, or SPDY. */
export const serveUpgrade = (tenant: Tenant, upgrade: Upgrade): void => {
  const { request, socket, target, isKnown } = upgrade;
  let carrier: Carrier | undefined;
  let watch: WatchCarrier | undefined;
  socket.on("error", () => socket.destroy());
  const stream = tenant.request(
    { method: request.method ?? "GET", ...target, headers: requestHeaders(request), body: { text: "" }, isKnown },
    {
      answer: (message) => refuseUpgrade(socket, refusalOf(message)),
      open: () => {
        // A log that grows is not carried in a WebSocket here.
        const opened = target.path.endsWith("/log") ? UPGRADE_REQUIRED : carryWatch(upgrade);
        if ("data" in opened) {
          watch = opened;
          return;
        }
        stream.leave();
        refuseUpgrade(socket, opened);
      },
      data: (data) => watch?.data(data),
      session: (facts) => {
        carrier = carry(upgrade, stream, facts);
        if (carrier !== undefined) return;
        stream.leave();
        refuseUpgrade(socket, UPGRADE_REQUIRED);
      },
      output: (output) => carrier?.output(output),
      over: () => (carrier ?? watch)?.over(),
      fail: () => ((carrier ?? watch) === undefined ? refuseUpgrade(socket, UNAVAILABLE) : (carrier ?? watch)?.over()),
    },
  );
  socket.on("close", stream.leave);
};

/** Answers with an HTTP error and closes the connection. */
export const refuseUpgrade = (socket: Duplex, { status, headers = {}, body }: Refusal): void => {
  const lines = Object.entries({
    "content-type": "application/json",
    ...headers,
    "content-length": `${Buffer.byteLength(body)}`,
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${status === 401 ? "Unauthorized" : "Refused"}\r\n${lines.join("")}\r\n${body}`);
};

const refusalOf = ({ status, headers, body }: Extract<KubeMessage, { kind: "response" }>): Refusal => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))),
  body: unpackBytes(body).toString("utf8"),
});

const carry = ({ request, socket, head }: Upgrade, stream: TenantStream, facts: SessionFacts): Carrier | undefined => {
  const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  if (request.headers.upgrade?.toLowerCase() === "spdy/3.1") return carryInSpdy(request, socket, head, stream, facts);
  const protocols = facts.of === "port-forward" ? FORWARD_PROTOCOLS : COMMAND_PROTOCOLS;
  const chosen = protocols.find((name) => offered.includes(name));
  if (chosen === undefined) return undefined;
  let carrier: Carrier | undefined;
  const server = new WebSocketServer({ noServer: true, handleProtocols: () => chosen, maxPayload: MESSAGE_BYTES_MAX });
  // The handshake is answered at once, in this call.
  server.handleUpgrade(request, socket, head, (webSocket) => {
    webSocket.on("error", () => webSocket.terminate());
    if (chosen === SPDY_TUNNEL) carrier = carrySpdyTunnels(linkOfWebSocket(webSocket), stream);
    else carrier = facts.of === "port-forward" ? carryTunnels(webSocket, stream, facts) : carryCommand(webSocket, stream, facts);
  });
  return carrier;
};

const SPDY_TUNNEL = "SPDY/3.1+portforward.k8s.io";
const COMMAND_PROTOCOLS = ["v5.channel.k8s.io", "v4.channel.k8s.io", "v3.channel.k8s.io", "v2.channel.k8s.io", "channel.k8s.io"];
const FORWARD_PROTOCOLS = [SPDY_TUNNEL, "v4.channel.k8s.io"];
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;

const carryInSpdy = (request: IncomingMessage, socket: Duplex, head: Buffer, stream: TenantStream, facts: SessionFacts): Carrier => {
  const protocol = facts.of === "port-forward" ? "portforward.k8s.io" : "v4.channel.k8s.io";
  const named = request.headers["x-stream-protocol-version"] === undefined ? "" : `X-Stream-Protocol-Version: ${protocol}\r\n`;
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n${named}\r\n`);
  const link = linkOfSocket(socket, head);
  return facts.of === "port-forward" ? carrySpdyTunnels(link, stream) : carrySpdyCommand(link, stream, facts);
};
