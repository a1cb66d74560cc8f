import type { AppProgram } from "#sim/processes/app-program.ts";
import { routeOf } from "#sim/programs/behaviour/route-of.ts";
import { usualAnswer } from "#sim/programs/behaviour/usual-answer.ts";
import { LANGUAGES } from "#sim/programs/languages/languages.ts";
import type { Stage } from "../network/create-network.ts";
import type { SocketServer } from "../network/open-socket.ts";
import { type HttpAsked, type HttpReply, serveHttp } from "../servers/http-server.ts";
import { type AppRuntime, runtimeOf } from "./app-runtime.ts";
import { readTrace } from "./http-calls.ts";
import { renderMetrics } from "./metrics-page.ts";
import { type IncomingCall, isRpc, type RpcAnswer, serveRpc } from "./rpc-protocol.ts";

/** Server of one of an application's own programs for one of its sockets. */
export const createAppServer = (stage: Stage, app: AppProgram, serves: string): SocketServer => {
  const runtime = runtimeOf(stage, app);
  const [protocol = ""] = serves.split("/");
  if (isRpc(protocol)) return serveRpc(protocol, (call) => answerCall(runtime, call));
  if (protocol === "metrics") return serveHttp(({ path }) => (path === "/metrics" ? metricsPage(runtime) : NOT_FOUND));
  return serveHttp((request) => answerRequest(runtime, request));
};

const NOT_FOUND: HttpReply = { status: 404, body: "404 page not found\n" };

const metricsPage = (runtime: AppRuntime): HttpReply => ({
  status: 200,
  body: renderMetrics(runtime),
  type: "text/plain; version=0.0.4; charset=utf-8",
});

const answerCall = async ({ app, perform }: AppRuntime, call: IncomingCall): Promise<RpcAnswer> => {
  if (call.service !== app.name) return { kind: "unknown-service" };
  const failure = await perform(call.method, { span: call.span });
  return failure === undefined ? { kind: "done" } : { kind: "failed", error: failure.text };
};

const answerRequest = async ({ app, perform }: AppRuntime, { method, path, headers, isWaiting }: HttpAsked): Promise<HttpReply> => {
  const routed = routeOf(app, method, path);
  if ("page" in routed) return { status: routed.status, body: routed.page };
  const failure = await perform(routed.operation, { span: readTrace(headers), isWaiting });
  if (failure === undefined)
    return { status: 200, body: routed.body.replace("{answer}", usualAnswer(app.app, app.name, routed.operation)) };
  return { status: LANGUAGES[app.behaviour.language].httpStatus?.(failure.cause) ?? 500, body: `${failure.text}\n` };
};
