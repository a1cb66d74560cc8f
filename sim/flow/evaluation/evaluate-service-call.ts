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
import { addressOf, amountOf, attemptsOf, settingOf } from "../../programs/behaviour/settings.ts";
import type { CallWords, Target } from "../../programs/languages/language.ts";
import { LANGUAGES } from "../../programs/languages/languages.ts";
import type { Call, Leg } from "./call-legs.ts";
import { type Evaluation, findOnce, type Way } from "./evaluation.ts";
import { hop } from "./network-hop.ts";
import {
  attemptsPerCall,
  fails,
  inSequence,
  mapFailures,
  mixture,
  type Outcome,
  succeeds,
  type Tries,
  withRetries,
  withTimeout,
} from "./outcome.ts";

/** A call of another program of the application, by the addresses that the caller knows, spread over those that it can connect to. */
export const evaluateServiceCall = (evaluation: Evaluation, process: Process, app: AppProgram, call: ServiceCall): Call => {
  const ways = findOnce(evaluation.found.wiring.ways, process, `${call.address ?? ""} ${call.to}`, () =>
    findWays(evaluation.world, process, app, call),
  );
  const words = wordsOf(app, call);
  const timeoutMs = call.timeoutMs === undefined ? undefined : amountOf(process, call.timeoutMs);
  const tries = triesOf(process, call);
  const outcomes = ways.map((way) => {
    const outcome = endOf(evaluation, way, call.operation, words);
    return timeoutMs === undefined ? outcome : withTimeout(outcome, timeoutMs, words.deadline);
  });
  const attempt = mixture(ways.map(({ share }, i) => ({ share, outcome: outcomes[i] as Outcome })));
  const attempts = attemptsPerCall(attempt, tries);
  const message = fillTemplate(call.failed ?? app.behaviour.log.callFailed[call.kind], (name) =>
    name === "operation" ? call.operation : undefined,
  );
  const legs = ways.map(({ share, server, to }, i): Leg => {
    const leg = { to, operation: call.operation, protocol: call.kind, message, rate: share * attempts } as const;
    const outcome = outcomes[i] as Outcome;
    return server === undefined ? { ...leg, outcome } : { ...leg, outcome, server };
  });
  return { outcome: toCaller(withRetries(attempt, tries), call, words), legs };
};

const triesOf = (process: Process, call: ServiceCall): Tries => ({
  attempts: attemptsOf(process, call),
  backoffMs: call.backoffMs === undefined ? 0 : amountOf(process, call.backoffMs),
  multiplier: call.backoffMultiplier === undefined ? 1 : amountOf(process, call.backoffMultiplier),
  budget: call.retryBudget === undefined ? Number.POSITIVE_INFINITY : amountOf(process, call.retryBudget),
});

/** The outcome of a call as the operation sees it that made it. */
const toCaller = (outcome: Outcome, { onError }: ServiceCall, { passUp }: CallWords): Outcome =>
  onError === "degrade" ? { ...outcome, errors: [] } : mapFailures(outcome, (error) => ({ ...error, text: passUp(error.text) }));

const wordsOf = ({ behaviour }: AppProgram, { kind }: ServiceCall): CallWords => {
  const { calls, http } = LANGUAGES[behaviour.language];
  return kind === "http" && http !== undefined ? http : calls;
};

/** Outcome of calls of an operation that go one way. */
const endOf = (evaluation: Evaluation, { server, hop: way, failure }: Way, operation: string, words: CallWords): Outcome =>
  server === undefined || way === undefined
    ? (failure as Outcome)
    : inSequence(way, received(words, hideCause(evaluation.outcomeOf(server, operation))));

/** Errors of a callee as the caller's library words them. */
const received = ({ receive }: CallWords, outcome: Outcome): Outcome =>
  receive === undefined ? outcome : mapFailures(outcome, (error) => ({ ...error, text: receive(error.text) }));

const findWays = (world: World, process: Process, app: AppProgram, call: ServiceCall): readonly Way[] => {
  const { to } = call;
  const words = wordsOf(app, call);
  const targets = targetsOf(world, process, app, call);
  if (targets.length === 0) return [{ share: 1, to, failure: fails("no-addresses", words.noAddresses(serviceName(app, to)), 1) }];
  const live = targets.filter(({ outcome }) => outcome.kind === "connected");
  if (live.length === 0)
    return [
      {
        share: 1,
        to,
        failure: dialFailure(words, targets[0]?.outcome as Exclude<ConnectionOutcome, { kind: "connected" }>, hostOf(process, call)),
      },
    ];
  const total = live.reduce((sum, { share }) => sum + share, 0);
  return live.map(({ share, outcome }) => ({
    share: share / total,
    ...wayTo(world, process, { call, words }, outcome as Extract<ConnectionOutcome, { kind: "connected" }>),
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

/** Host and port at which a caller believes the callee to be. */
const hostOf = (process: Process, { to, address }: ServiceCall): Target =>
  address === undefined ? { host: to, port: 0 } : addressOf(process, address, 80);

const dialFailure = (words: CallWords, outcome: Exclude<ConnectionOutcome, { kind: "connected" }>, target: Target): Outcome => {
  const text = words.dialFailed(outcome, target);
  return outcome.kind === "dropped" ? fails("timed-out", text, words.dialTimeoutMs) : fails(outcome.kind, text, 1);
};

const wayTo = (
  world: World,
  process: Process,
  { call: { kind, to: program }, words }: { readonly call: ServiceCall; readonly words: CallWords },
  { process: key, serves }: Extract<ConnectionOutcome, { kind: "connected" }>,
): Omit<Way, "share"> => {
  const server = findProcess(world, key);
  if (server === undefined) return { to: program, failure: fails("reset", words.cutOff, 1) };
  const to = componentOf(server.start.pod);
  if (serves !== `${kind}/${program}`) return { to, server, failure: wrongServer(words, { kind, program }, server, serves) };
  return { to, server, hop: succeeds(hop(world, process, server)) };
};

const wrongServer = (
  words: CallWords,
  { kind, program }: { readonly kind: ServiceCall["kind"]; readonly program: string },
  server: Process,
  serves: string,
): Outcome =>
  serves.startsWith(`${kind}/`) && server.app !== undefined
    ? fails("unimplemented", words.unknownService(program), 1)
    : fails("reset", words.wrongProtocol, 1);

/** Outcome as the caller of a server sees it: errors further down become internal errors. */
const hideCause = (outcome: Outcome): Outcome =>
  mapFailures(outcome, (error) => (HIDDEN_CAUSES.has(error.cause) ? { ...error, cause: "internal" } : error));

const HIDDEN_CAUSES = new Set(["refused", "no-such-host", "no-addresses", "unimplemented", "reset", "unauthorized"]);
