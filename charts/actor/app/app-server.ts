import type { AppProgram } from "#sim/processes/app-program.ts";
import { routeOf } from "#sim/programs/behaviour/route-of.ts";
import { unknownService } from "#sim/programs/languages/go/grpc-client.ts";
import type { Stage } from "../network/create-network.ts";
import type { SocketServer } from "../network/open-socket.ts";
import { type HttpReply, serveHttp } from "../servers/http-server.ts";
import { type AppRuntime, runtimeOf } from "./app-runtime.ts";
import { type IncomingCall, serveGrpc } from "./grpc-protocol.ts";
import { renderMetrics } from "./metrics-page.ts";

/** Server of one of an application's own programs for one of its sockets. */
export const createAppServer = (stage: Stage, app: AppProgram, serves: string): SocketServer => {
  const runtime = runtimeOf(stage, app);
  if (serves.startsWith("grpc/")) return serveGrpc((call) => answerCall(runtime, call));
  if (serves.startsWith("metrics/")) return serveHttp(({ path }) => (path === "/metrics" ? metricsPage(runtime) : NOT_FOUND));
  return serveHttp(({ method, path }) => answerUser(runtime, method, path));
};

const NOT_FOUND: HttpReply = { status: 404, body: "404 page not found\n" };

const metricsPage = (runtime: AppRuntime): HttpReply => ({
  status: 200,
  body: renderMetrics(runtime),
  type: "text/plain; version=0.0.4; charset=utf-8",
});

const answerCall = async ({ app, perform }: AppRuntime, call: IncomingCall): Promise<string | undefined> =>
  call.service === app.name ? await perform(call.method, call.span) : unknownService(call.service);

const answerUser = async ({ app, perform }: AppRuntime, method: string, path: string): Promise<HttpReply> => {
  const routed = routeOf(app, method, path);
  if ("page" in routed) return { status: routed.status, body: routed.page };
  const error = await perform(routed.operation);
  return error === undefined ? { status: 200, body: routed.body } : { status: 500, body: `${error}\n` };
};
