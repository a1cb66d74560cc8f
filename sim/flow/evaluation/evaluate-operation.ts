import type { CallBehaviour, OperationBehaviour, ServiceCall } from "#kube/app/behaviour.ts";
import { isServiceCall } from "#kube/app/call-kinds.ts";
import { milliValue } from "#kube/objects/quantity.ts";
import type { World } from "../../kernel/world.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import type { Process } from "../../processes/process.ts";
import { amountOf } from "../../programs/behaviour/settings.ts";
import { LANGUAGES } from "../../programs/languages/languages.ts";
import { askKeyValues } from "./ask-key-values.ts";
import { askStore } from "./ask-store.ts";
import type { Call } from "./call-legs.ts";
import { lognormal, queueWaitMs, throttledShare } from "./distribution.ts";
import { evaluateCachedStore } from "./evaluate-cached-store.ts";
import { evaluateServiceCall } from "./evaluate-service-call.ts";
import { createFindings, type Demand, type Evaluation, type Findings, findOnce } from "./evaluation.ts";
import { fails, INSTANT, inParallel, inSequence, type Outcome, succeeds } from "./outcome.ts";
import { publishMessage } from "./publish-message.ts";

/** Begins an evaluation. */
export const createEvaluation = (
  world: World,
  demand: ReadonlyMap<string, Demand> = new Map(),
  found: Findings = createFindings(),
): Evaluation => {
  const evaluation: Evaluation = {
    world,
    demand,
    found,
    outcomeOf: (process, operation) => evaluateOperation(evaluation, process, operation),
  };
  return evaluation;
};

/** Outcome of requests for one operation of a process, with all that it calls. */
export const evaluateOperation = (evaluation: Evaluation, process: Process, name: string): Outcome => {
  const outcomes = ofProcess(evaluation.found.outcomes, process);
  const known = outcomes.get(name);
  if (known !== undefined) return known;
  // A call graph with a ring would not end: the ring's closing call counts as free.
  outcomes.set(name, INSTANT);
  const { app } = process;
  const operation = app?.behaviour.operations[name];
  const outcome = app === undefined || operation === undefined ? unimplemented(app, name) : evaluate(evaluation, process, app, operation);
  outcomes.set(name, outcome);
  return outcome;
};

const ofProcess = <T>(found: Map<Process, Map<string, T>>, process: Process): Map<string, T> => {
  let own = found.get(process);
  if (own === undefined) {
    own = new Map();
    found.set(process, own);
  }
  return own;
};

/** One of the calls that an operation makes. */
export const evaluateCall = (evaluation: Evaluation, process: Process, app: AppProgram, call: CallBehaviour): Call =>
  isServiceCall(call)
    ? findOnce(evaluation.found.calls, process, `${call.to}/${call.operation}`, () => evaluateServiceCall(evaluation, process, app, call))
    : findOnce(evaluation.found.wiring.stores, process, keyOf(call), () => evaluateProduct(evaluation.world, process, app, call));

const evaluateProduct = (world: World, process: Process, app: AppProgram, call: Exclude<CallBehaviour, ServiceCall>): Call => {
  if (call.kind === "cache") return evaluateCachedStore(world, process, app, call);
  if (call.kind === "publish") return publishMessage(world, process, app, call);
  const leg = call.kind === "store" ? askStore(world, process, { app, call, rate: 1 }) : askKeyValues(world, process, app, call);
  return { outcome: leg.outcome, legs: [leg] };
};

const keyOf = (call: Exclude<CallBehaviour, ServiceCall>): string => {
  if (call.kind === "store") return call.command;
  if (call.kind === "publish") return `${call.address} publish ${call.topic}`;
  return call.kind === "cache" ? `${call.address} ${call.mode} ${call.store}` : `${call.address} ${call.command}`;
};

/** CPU limit of a process in cores; a process without one has its node's. */
export const cpuLimitOf = ({ start }: Process): number => {
  const limit = start.container.resources?.limits?.["cpu"];
  return limit === undefined ? NODE_CORES : milliValue(limit) / 1000;
};

const NODE_CORES = 4;

const unimplemented = (app: AppProgram | undefined, name: string): Outcome =>
  fails("unimplemented", LANGUAGES[app?.behaviour.language ?? "go"].calls.unknownMethod(name), 1);

const evaluate = (evaluation: Evaluation, process: Process, app: AppProgram, operation: OperationBehaviour): Outcome => {
  const outcomeOf = (call: CallBehaviour) => evaluateCall(evaluation, process, app, call).outcome;
  let outcome = succeeds(lognormal(operation.medianMs, operation.p99Ms));
  for (const call of operation.calls)
    outcome = inSequence(outcome, "parallel" in call ? inParallel(call.parallel.map(outcomeOf)) : outcomeOf(call));
  const demand = evaluation.demand.get(process.key);
  return demand === undefined ? outcome : inSequence(admission(process, app, demand, outcome), outcome);
};

/** Waiting for a worker, for the processor, and for the program's own limits. */
const admission = (process: Process, { behaviour }: AppProgram, { rate, cpuCores }: Demand, outcome: Outcome): Outcome => {
  const { workers, rateLimit } = behaviour;
  const cores = cpuLimitOf(process);
  const cpuMs = rate === 0 ? 0 : (cpuCores * 1000) / rate;
  const throttleMs = throttledShare(rate, cpuMs, cores) * THROTTLED_WAIT_MS;
  const waitMs = queueWaitMs(rate, outcome.meanMs, workers) + queueWaitMs(rate, cpuMs / Math.max(cores, 0.001), 1) + throttleMs;
  const waits: Outcome = { errors: overload(behaviour, cpuCores, cores), meanMs: waitMs, variance: waitMs * waitMs };
  return rateLimit === undefined ? waits : inSequence(waits, limitRate(process, rateLimit, rate));
};

/** Average wait of a throttled request: half a CFS period, ms. */
const THROTTLED_WAIT_MS = 50;

/** Errors of requests beyond the CPU limit, which time out. */
const overload = ({ language }: AppProgram["behaviour"], cpuCores: number, limit: number): Outcome["errors"] =>
  cpuCores <= limit
    ? []
    : [{ share: 1 - limit / cpuCores, cause: "timed-out", text: LANGUAGES[language].calls.deadline, afterMs: OVERLOAD_WAIT_MS }];

const OVERLOAD_WAIT_MS = 60_000;

/** A program that bounds its own back end: requests a second, and a queue before it. */
const limitRate = (process: Process, limit: NonNullable<AppProgram["behaviour"]["rateLimit"]>, rate: number): Outcome => {
  const perS = amountOf(process, limit.perS);
  const capacity = amountOf(process, limit.queue);
  if (rate < perS) return succeeds({ meanMs: queueWaitMs(rate, 1000 / perS, 1), variance: 0 });
  const waitMs = (capacity * 1000) / perS;
  return { errors: [{ share: 1 - perS / rate, cause: "rejected", text: limit.error, afterMs: 1 }], meanMs: waitMs, variance: 0 };
};
