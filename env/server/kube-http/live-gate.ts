import { DrillError } from "#core/drill-error.ts";
import type { LiveAnswer, LiveRequest } from "#pool/live-api.ts";
import { askTelemetry } from "../../host/kube-streams/ask-telemetry.ts";
import type { OpenLive } from "../episodes/live-episode.ts";
import type { Exchange, Gate, Upgrade } from "./gate.ts";
import { readBody } from "./read-body.ts";
import { type RequestBounds, refuseRequest } from "./serve-request.ts";
import { refuseUpgrade } from "./serve-upgrade.ts";
import { tooLarge, UNAUTHORIZED } from "./statuses.ts";

/** Limits of one connection to a real cluster. */
export interface LiveBounds extends Pick<RequestBounds, "bodyBytesMax"> {
  /** Time without data after which a stream is closed, ms. */
  readonly idleMaxMs: number;
}

/**
 * Creates the gate to a real cluster: requests and answers are passed on unchanged.
 *
 * A failure of the cluster closes the connection and ends the episode without a score: no answer of ours may look like
 * one of the world.
 * @param find returns the episode's cluster, at each request; throws if the episode is over
 */
export const createLiveGate = (find: () => OpenLive, bounds: LiveBounds): Gate => {
  const open = new Set<AbortController>();
  /** Forwards a request until its client disconnects. */
  const send = async (request: Omit<LiveRequest, "signal">, client: Client): Promise<LiveAnswer | "over" | undefined> => {
    if (client.destroyed) return undefined;
    const disconnected = new AbortController();
    open.add(disconnected);
    client.once("close", () => {
      disconnected.abort();
      open.delete(disconnected);
    });
    let live: OpenLive | undefined;
    try {
      live = find();
      return await live.api.send({ ...request, signal: disconnected.signal });
    } catch (cause) {
      if (disconnected.signal.aborted) return undefined;
      if (cause instanceof DrillError && cause.code === "EPISODE_ENDED") return "over";
      live?.fail(cause);
      client.destroy();
      return undefined;
    }
  };
  return {
    serve: async (exchange) => {
      const { request, response } = exchange;
      const body = await readBody(request, bounds.bodyBytesMax);
      if (body === undefined) return refuseRequest(response, tooLarge(bounds.bodyBytesMax));
      if (!exchange.isKnown) return refuseRequest(response, UNAUTHORIZED);
      const answer = await send({ ...lineOf(exchange), body }, response);
      if (answer === "over") return refuseRequest(response, UNAUTHORIZED);
      if (answer !== undefined) writeAnswer(exchange, answer, bounds);
    },
    upgrade: (upgrade) => {
      const { socket } = upgrade;
      socket.on("error", () => socket.destroy());
      if (!upgrade.isKnown) return refuseUpgrade(socket, UNAUTHORIZED);
      void send({ ...lineOf(upgrade), body: Buffer.alloc(0) }, socket).then((answer) => {
        if (answer === "over") refuseUpgrade(socket, UNAUTHORIZED);
        else if (answer !== undefined) joinConnections(upgrade, answer, bounds);
      });
    },
    query: async (request) => {
      const live = find();
      try {
        return await askTelemetry(live.query, request, 0);
      } catch (cause) {
        live.fail(cause);
        throw cause;
      }
    },
    streams: () => open.size,
    close: () => {
      for (const disconnected of open) disconnected.abort();
    },
  };
};

type Client = Exchange["response"] | Upgrade["socket"];

const lineOf = ({ request, target: { path, query } }: Exchange | Upgrade): Pick<LiveRequest, "method" | "target" | "headers"> => ({
  method: request.method ?? "GET",
  target: query === "" ? path : `${path}?${query}`,
  headers: request.headersDistinct as LiveRequest["headers"],
});

const writeAnswer = ({ response }: Exchange, answer: LiveAnswer, { idleMaxMs }: LiveBounds): void => {
  if (answer.kind === "upgrade") {
    // The client asked for nothing of the kind.
    answer.socket.destroy();
    return void response.destroy();
  }
  response.writeHead(answer.status, answer.reason, [...answer.headers]);
  response.flushHeaders();
  response.setTimeout(idleMaxMs, () => response.destroy());
  answer.body.on("error", () => response.destroy());
  answer.body.on("close", () => {
    if (!response.writableEnded) response.destroy();
  });
  answer.body.pipe(response);
};

const joinConnections = ({ socket, head }: Upgrade, answer: LiveAnswer, { idleMaxMs }: LiveBounds): void => {
  const isUpgraded = answer.kind === "upgrade";
  const status = isUpgraded ? "101 Switching Protocols" : `${answer.status} ${answer.reason}`;
  const headers = isUpgraded ? answer.headers : [...answer.headers, "Connection", "close"];
  const lines = headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}\r\n`] : []));
  socket.write(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`);
  if (!isUpgraded) return void answer.body.on("error", () => socket.destroy()).pipe(socket);
  socket.write(answer.head);
  answer.socket.write(head);
  socket.pipe(answer.socket).pipe(socket);
  answer.socket.on("close", () => socket.destroy());
  if ("setTimeout" in socket) (socket as Upgrade["request"]["socket"]).setTimeout(idleMaxMs, () => socket.destroy());
};
