import type { ServiceCall } from "#kube/app/behaviour.ts";
import type { World } from "../../kernel/world.ts";
import type { ConnectionOutcome, ConnectionTarget } from "../../network/connections/connection.ts";
import { dial } from "../../network/connections/process-caller.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import { componentOf } from "../../processes/component-of.ts";
import type { Process } from "../../processes/process.ts";
import { findProcess } from "../../processes/process-keys.ts";
import { fillTemplate } from "../../programs/behaviour/fill-template.ts";
import { type KnownAddress, knownAddresses, serviceName } from "../../programs/behaviour/registration.ts";
import { addressOf, amountOf, settingOf } from "../../programs/behaviour/settings.ts";
import {
  CUT_OFF,
  DEADLINE,
  DIAL_TIMEOUT_MS,
  dialFailed,
  NOT_GRPC,
  noAddresses,
  passUp,
  unknownService,
} from "../../programs/languages/go/grpc-client.ts";
import type { Call, Leg } from "./call-legs.ts";
import { type Evaluation, findOnce, type Way } from "./evaluation.ts";
import { hop } from "./network-hop.ts";
import { attemptsPerCall, fails, inSequence, mapFailures, mixture, type Outcome, succeeds, withRetries, withTimeout } from "./outcome.ts";

/** A call of another program of the application, by the addresses that the caller knows, spread over those that it can connect to. */
export const evaluateServiceCall = (evaluation: Evaluation, process: Process, app: AppProgram, call: ServiceCall): Call => {
  const ways = findOnce(evaluation.found.wiring.ways, process, `${call.address ?? ""} ${call.to}`, () =>
    findWays(evaluation.world, process, app, call),
  );
  const timeoutMs = call.timeoutMs === undefined ? undefined : amountOf(process, call.timeoutMs);
  const tries = call.attempts === undefined ? 1 : Math.round(amountOf(process, call.attempts));
  const backoffMs = call.backoffMs === undefined ? 0 : amountOf(process, call.backoffMs);
  const outcomes = ways.map((way) => {
    const outcome = endOf(evaluation, way, call.operation);
    return timeoutMs === undefined ? outcome : withTimeout(outcome, timeoutMs, DEADLINE);
  });
  const attempt = mixture(ways.map(({ share }, i) => ({ share, outcome: outcomes[i] as Outcome })));
  const attempts = attemptsPerCall(attempt, tries);
  const message = fillTemplate(app.behaviour.log.callFailed[call.kind], (name) => (name === "operation" ? call.operation : undefined));
  const legs = ways.map(({ share, server, to }, i): Leg => {
    const leg = { to, operation: call.operation, protocol: call.kind, message, rate: share * attempts } as const;
    const outcome = outcomes[i] as Outcome;
    return server === undefined ? { ...leg, outcome } : { ...leg, outcome, server };
  });
  return { outcome: toCaller(withRetries(attempt, tries, backoffMs), call), legs };
};

/** The outcome of a call as the operation sees it that made it. */
const toCaller = (outcome: Outcome, { onError }: ServiceCall): Outcome =>
  onError === "degrade" ? { ...outcome, errors: [] } : mapFailures(outcome, (error) => ({ ...error, text: passUp(error.text) }));

/** Outcome of calls of an operation that go one way. */
const endOf = (evaluation: Evaluation, { server, hop: way, failure }: Way, operation: string): Outcome =>
  server === undefined || way === undefined ? (failure as Outcome) : inSequence(way, hideCause(evaluation.outcomeOf(server, operation)));

const findWays = (world: World, process: Process, app: AppProgram, call: ServiceCall): readonly Way[] => {
  const { to } = call;
  const targets = targetsOf(world, process, app, call);
  if (targets.length === 0) return [{ share: 1, to, failure: fails("no-addresses", noAddresses(serviceName(app, to)), 1) }];
  const live = targets.filter(({ outcome }) => outcome.kind === "connected");
  if (live.length === 0)
    return [{ share: 1, to, failure: dialFailure(targets[0]?.outcome as Exclude<ConnectionOutcome, { kind: "connected" }>) }];
  const total = live.reduce((sum, { share }) => sum + share, 0);
  return live.map(({ share, outcome }) => ({
    share: share / total,
    ...wayTo(world, process, call, outcome as Extract<ConnectionOutcome, { kind: "connected" }>),
  }));
};

/** Targets of a service call: one for each address from the registry, or those of the host that a setting names. */
const targetsOf = (world: World, process: Process, app: AppProgram, { to, address }: ServiceCall): readonly ConnectionTarget[] => {
  if (address === undefined)
    return knownAddresses(world, process, serviceName(app, to)).map((known) => ({ share: 1, outcome: dialAddress(world, process, known) }));
  if (settingOf(process, address) === "") return [];
  const { host, port } = addressOf(process, address, 80);
  return dial(world, process, host, port);
};

const dialAddress = (world: World, process: Process, { address, port }: KnownAddress): ConnectionOutcome =>
  dial(world, process, address, port)[0]?.outcome ?? { kind: "dropped", address: `${address}:${port}` };

const dialFailure = (outcome: Exclude<ConnectionOutcome, { kind: "connected" }>): Outcome => {
  const text = dialFailed(outcome);
  return outcome.kind === "dropped" ? fails("timed-out", text, DIAL_TIMEOUT_MS) : fails(outcome.kind, text, 1);
};

const wayTo = (
  world: World,
  process: Process,
  { kind, to: program }: ServiceCall,
  { process: key, serves }: Extract<ConnectionOutcome, { kind: "connected" }>,
): Omit<Way, "share"> => {
  const server = findProcess(world, key);
  if (server === undefined) return { to: program, failure: fails("reset", CUT_OFF, 1) };
  const to = componentOf(server.start.pod);
  if (serves !== `${kind}/${program}`) return { to, server, failure: wrongServer(program, server, serves) };
  return { to, server, hop: succeeds(hop(world, process, server)) };
};

const wrongServer = (program: string, server: Process, serves: string): Outcome =>
  serves.startsWith("grpc/") && server.app !== undefined ? fails("unimplemented", unknownService(program), 1) : fails("reset", NOT_GRPC, 1);

/** Outcome as the caller of a server sees it: errors further down become internal errors. */
const hideCause = (outcome: Outcome): Outcome =>
  mapFailures(outcome, (error) => (HIDDEN_CAUSES.has(error.cause) ? { ...error, cause: "internal" } : error));

const HIDDEN_CAUSES = new Set(["refused", "no-such-host", "no-addresses", "unimplemented", "reset", "unauthorized"]);
