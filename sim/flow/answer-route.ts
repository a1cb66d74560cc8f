import type { World } from "../kernel/world.ts";
import type { HttpAnswer, HttpRequest } from "../network/http/answer-http.ts";
import type { AppProgram } from "../processes/app-program.ts";
import type { Process } from "../processes/process.ts";
import { routeOf } from "../programs/behaviour/route-of.ts";
import { answerText } from "./answer-text.ts";
import { currentOutcome } from "./current-traffic.ts";
import { failureOf } from "./failure-of.ts";
import { httpStatus } from "./http-status.ts";

/**
 * Answer of an application's HTTP server at this instant: one request out of the traffic's own distribution.
 *
 * Draws nothing: the request's fate is a function of the instant and the path.
 */
export const answerRoute = (world: World, process: Process, app: AppProgram, request: HttpRequest): HttpAnswer => {
  const routed = routeOf(app, request.method, request.path);
  if ("page" in routed) return page(routed.status, routed.page);
  const outcome = currentOutcome(world, process, routed.operation);
  const error = failureOf(world, process, outcome, request.path);
  if (error !== undefined) return page(httpStatus(app, error.cause), `${error.text}\n`, error.afterMs);
  const body = routed.body.includes(ANSWER) ? routed.body.replace(ANSWER, answerText(world, process, routed.operation)) : routed.body;
  return page(200, body, outcome.meanMs);
};

const ANSWER = "{answer}";

const page = (status: number, body: string, afterMs = 1): HttpAnswer => ({ kind: "answer", status, body, afterMs });
