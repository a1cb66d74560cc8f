import type { ProbeResult } from "#kube/ports/probe.ts";
import type { World } from "../../kernel/world.ts";
import { connect } from "../connections/connect.ts";
import type { Caller, ConnectionOutcome, ConnectionTarget } from "../connections/connection.ts";
import type { HttpRequest } from "./answer-http.ts";
import { answerHttp } from "./answer-http.ts";

/** One HTTP request as a caller inside the network makes it. */
export interface HttpCall extends HttpRequest {
  readonly host: string;
  readonly port: number;
  readonly timeoutMs: number;
}

/** Makes one HTTP request at this instant. Draws nothing: asking twice at one instant gives the same answer. */
export const httpGet = (world: World, caller: Caller, call: HttpCall): ProbeResult => {
  const outcome = chooseOutcome(world, caller, call, connect(world, caller, call.host, call.port));
  if (outcome.kind !== "connected") return describeFailure(outcome, call);
  const answer = answerHttp(world, outcome, call);
  if (answer.kind === "reset") return { kind: "reset", latencyMs: 1, detail: answer.detail };
  if (answer.afterMs >= call.timeoutMs)
    return { kind: "timed-out", latencyMs: call.timeoutMs, detail: `${outcome.podIP}:${outcome.port}: no answer` };
  return { kind: "response", status: answer.status, body: answer.body, latencyMs: Math.max(1, Math.round(answer.afterMs)) };
};

/** Opens a TCP connection at this instant and closes it. */
export const tcpConnect = (world: World, caller: Caller, call: Pick<HttpCall, "host" | "port" | "timeoutMs">): ProbeResult => {
  const outcome = chooseOutcome(world, caller, call, connect(world, caller, call.host, call.port));
  return outcome.kind === "connected" ? { kind: "connected", latencyMs: 1 } : describeFailure(outcome, call);
};

/** Chooses one of several endpoints, as a function of the instant and the caller. */
const chooseOutcome = (
  world: World,
  caller: Caller,
  { host, port }: Pick<HttpCall, "host" | "port">,
  targets: readonly ConnectionTarget[],
): ConnectionOutcome => {
  const last = targets[targets.length - 1] as ConnectionTarget;
  if (targets.length === 1) return last.outcome;
  let draw = world.rng(`network/endpoint/${world.nowMs()}/${caller.namespace}/${caller.podName ?? ""}/${host}:${port}`).fraction();
  for (const { share, outcome } of targets) {
    draw -= share;
    if (draw < 0) return outcome;
  }
  return last.outcome;
};

const describeFailure = (
  outcome: Exclude<ConnectionOutcome, { kind: "connected" }>,
  { host, timeoutMs }: Pick<HttpCall, "host" | "timeoutMs">,
): ProbeResult => {
  if (outcome.kind === "refused") return { kind: "refused", latencyMs: 1, detail: outcome.address };
  if (outcome.kind === "dropped") return { kind: "timed-out", latencyMs: timeoutMs, detail: outcome.address };
  if (outcome.why === "server-timeout") return { kind: "timed-out", latencyMs: timeoutMs, detail: `lookup ${host}: i/o timeout` };
  return {
    kind: "no-such-host",
    latencyMs: 5,
    detail: `lookup ${host}${outcome.server === undefined ? "" : ` on ${outcome.server}:53`}: ${outcome.why === "server-refused" ? "connection refused" : "no such host"}`,
  };
};
