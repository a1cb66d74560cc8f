import {
  CUT_OFF,
  DEADLINE,
  DIAL_TIMEOUT_MS,
  dialFailed,
  NOT_GRPC,
  noAddresses,
  passUp,
  unknownService,
} from "../apps/programs/hotel/grpc-errors.ts";
import { type HotelCall, hotelServiceOf } from "../apps/programs/hotel/hotel-services.ts";
import { type KnownAddress, knownAddresses } from "../apps/programs/hotel/registration.ts";
import { ONCE, ratePolicy } from "../apps/programs/hotel/service-limits.ts";
import { componentOf } from "../apps/runtime/component-of.ts";
import type { Process } from "../apps/runtime/process.ts";
import { dial } from "../apps/runtime/process-caller.ts";
import { findProcess } from "../apps/runtime/process-keys.ts";
import type { World } from "../kernel/world.ts";
import type { ConnectionOutcome } from "../network/network.ts";
import type { Call, Leg } from "./call-legs.ts";
import { type Evaluation, findOnce, type Way } from "./evaluation.ts";
import { hop } from "./network-hop.ts";
import { attemptsPerCall, fails, inSequence, mapFailures, mixture, type Outcome, succeeds, withRetries, withTimeout } from "./outcome.ts";

/** A gRPC call by the addresses that the client learnt from the registry, spread over those that it could connect to. */
export const evaluateGrpc = (evaluation: Evaluation, process: Process, call: Extract<HotelCall, { kind: "grpc" }>): Call => {
  const policy = call.retries === undefined ? ONCE : ratePolicy(process.start.env);
  const ways = findOnce(evaluation.found.wiring.ways, process, call.service, () => findWays(evaluation.world, process, call.service));
  const outcomes = ways.map((way) => {
    const outcome = endOf(evaluation, way, call.method);
    return policy.timeoutMs === undefined ? outcome : withTimeout(outcome, policy.timeoutMs, DEADLINE);
  });
  const attempt = mixture(ways.map(({ share }, i) => ({ share, outcome: outcomes[i] as Outcome })));
  const attempts = attemptsPerCall(attempt, policy.attempts);
  const legs = ways.map(({ share, server, to }, i): Leg => {
    const leg = { to, operation: call.method, protocol: "grpc", prefix: `${call.method} failed: `, rate: share * attempts } as const;
    const outcome = outcomes[i] as Outcome;
    return server === undefined ? { ...leg, outcome } : { ...leg, outcome, server };
  });
  return { outcome: passAllUp(withRetries(attempt, policy.attempts, policy.backoffMs)), legs };
};

const passAllUp = (outcome: Outcome): Outcome => mapFailures(outcome, (error) => ({ ...error, text: passUp(error.text) }));

/** How calls of a method end that go one way. */
const endOf = (evaluation: Evaluation, { server, hop: way, failure }: Way, method: string): Outcome =>
  server === undefined || way === undefined ? (failure as Outcome) : inSequence(way, hideCause(evaluation.outcomeOf(server, method)));

const findWays = (world: World, process: Process, service: string): readonly Way[] => {
  const addresses = knownAddresses(world, process, `srv-${service}`);
  if (addresses.length === 0) {
    return [{ share: 1, to: service, failure: fails("no-addresses", noAddresses(service), 1) }];
  }
  const dialled = addresses.map((address) => dialAddress(world, process, address));
  const live = dialled.filter((outcome) => outcome.kind === "connected");
  if (live.length > 0) return live.map((outcome) => ({ share: 1 / live.length, ...wayTo(world, process, service, outcome) }));
  return [{ share: 1, to: service, failure: dialFailure(dialled[0] as Exclude<ConnectionOutcome, { kind: "connected" }>) }];
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
  service: string,
  { process: key, serves }: Extract<ConnectionOutcome, { kind: "connected" }>,
): Omit<Way, "share"> => {
  const server = findProcess(world, key);
  if (server === undefined) return { to: service, failure: fails("reset", CUT_OFF, 1) };
  const to = componentOf(server.start.pod);
  if (serves !== `grpc/${service}`) return { to, server, failure: wrongServer(service, server, serves) };
  return { to, server, hop: succeeds(hop(world, process, server)) };
};

const wrongServer = (service: string, server: Process, serves: string): Outcome =>
  serves.startsWith("grpc/") && hotelServiceOf(server.program) !== undefined
    ? fails("unimplemented", unknownService(service), 1)
    : fails("reset", NOT_GRPC, 1);

/** What went wrong further down is an internal error of the server to its caller. */
const hideCause = (outcome: Outcome): Outcome =>
  mapFailures(outcome, (error) => (HIDDEN_CAUSES.has(error.cause) ? { ...error, cause: "internal" } : error));

const HIDDEN_CAUSES = new Set(["refused", "no-such-host", "no-addresses", "unimplemented", "reset", "unauthorized"]);
