import type { World } from "../kernel/world.ts";
import type { HttpAnswer, HttpRequest } from "../network/http/answer-http.ts";
import type { AppProgram } from "../processes/app-program.ts";
import type { Process } from "../processes/process.ts";
import { routeOf } from "../programs/behaviour/route-of.ts";
import { currentOutcome } from "./current-traffic.ts";
import type { Outcome } from "./evaluation/outcome.ts";
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
  const error = outcome.errors.length === 0 ? undefined : failureAt(outcome, fateOf(world, process, request));
  if (error !== undefined) return page(httpStatus(app, error.cause), `${error.text}\n`, error.afterMs);
  return page(200, routed.body, outcome.meanMs);
};

const fateOf = (world: World, process: Process, request: HttpRequest): number =>
  world.rng(`flow/request/${world.nowMs()}/${process.key}/${request.path}`).fraction();

const page = (status: number, body: string, afterMs = 1): HttpAnswer => ({ kind: "answer", status, body, afterMs });

const failureAt = ({ errors }: Outcome, fate: number) => {
  let sum = 0;
  return errors.find(({ share }) => {
    sum += share;
    return sum > fate;
  });
};
