import { routeOf } from "#sim/apps/programs/hotel/frontend-routes.ts";
import { unknownService } from "#sim/apps/programs/hotel/grpc-errors.ts";
import type { Stage } from "../network/create-network.ts";
import type { SocketServer } from "../network/open-socket.ts";
import { type HttpReply, serveHttp } from "../servers/http-server.ts";
import { type IncomingCall, serveGrpc } from "./grpc-protocol.ts";
import { type HotelRuntime, runtimeOf } from "./hotel-runtime.ts";
import { renderMetrics } from "./metrics-page.ts";

/** What one of the hotel programs serves on one of its sockets. */
export const createHotelServer = (stage: Stage, serves: string): SocketServer => {
  const runtime = runtimeOf(stage);
  if (serves.startsWith("grpc/")) return serveGrpc((call) => answerCall(runtime, call));
  if (serves.startsWith("metrics/")) return serveHttp(({ path }) => (path === "/metrics" ? metricsPage(runtime) : NOT_FOUND));
  return serveHttp(({ path }) => answerUser(runtime, path));
};

const NOT_FOUND: HttpReply = { status: 404, body: "404 page not found\n" };

const metricsPage = (runtime: HotelRuntime): HttpReply => ({
  status: 200,
  body: renderMetrics(runtime),
  type: "text/plain; version=0.0.4; charset=utf-8",
});

const answerCall = async ({ service, perform }: HotelRuntime, call: IncomingCall): Promise<string | undefined> =>
  call.service === service.name ? await perform(call.method, call.span) : unknownService(call.service);

const answerUser = async ({ perform }: HotelRuntime, path: string): Promise<HttpReply> => {
  const routed = routeOf(path);
  if ("page" in routed) return { status: routed.status, body: routed.page };
  const error = await perform(routed.route.operation);
  return error === undefined ? { status: 200, body: routed.route.body(routed.query) } : { status: 500, body: `${error}\n` };
};
