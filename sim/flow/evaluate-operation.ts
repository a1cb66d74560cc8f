import { milliValue } from "#kube/objects/quantity.ts";
import { DEADLINE, QUEUE_FULL, unknownMethod } from "../apps/programs/hotel/grpc-errors.ts";
import { type HotelCall, type HotelOperation, type HotelService, hotelServiceOf } from "../apps/programs/hotel/hotel-services.ts";
import { rateLimits } from "../apps/programs/hotel/service-limits.ts";
import type { Process } from "../apps/runtime/process.ts";
import type { World } from "../kernel/world.ts";
import type { Call } from "./call-legs.ts";
import { lognormal, queueWaitMs, throttledShare } from "./distribution.ts";
import { evaluateCachedStore } from "./evaluate-cached-store.ts";
import { evaluateGrpc } from "./evaluate-grpc.ts";
import { createFindings, type Demand, type Evaluation, type Findings, findOnce } from "./evaluation.ts";
import { fails, INSTANT, inSequence, type Outcome, succeeds } from "./outcome.ts";

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

/** How requests for one operation of a process end, with all that it calls. */
export const evaluateOperation = (evaluation: Evaluation, process: Process, name: string): Outcome => {
  const outcomes = ofProcess(evaluation.found.outcomes, process);
  const known = outcomes.get(name);
  if (known !== undefined) return known;
  // A call graph with a ring would not end: the ring's closing call counts as free.
  outcomes.set(name, INSTANT);
  const service = hotelServiceOf(process.program);
  const operation = service?.operations[name];
  const outcome =
    service === undefined || operation === undefined ? unimplemented(name) : evaluate(evaluation, process, service, operation);
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
export const evaluateCall = (evaluation: Evaluation, process: Process, call: HotelCall): Call =>
  call.kind === "grpc"
    ? findOnce(evaluation.found.calls, process, `${call.service}/${call.method}`, () => evaluateGrpc(evaluation, process, call))
    : findOnce(evaluation.found.wiring.stores, process, `${call.cacheSetting} ${call.command}`, () =>
        evaluateCachedStore(evaluation.world, process, call),
      );

/** CPU limit of a process in cores; a process without one has its node's. */
export const cpuLimitOf = ({ start }: Process): number => {
  const limit = start.container.resources?.limits?.["cpu"];
  return limit === undefined ? NODE_CORES : milliValue(limit) / 1000;
};

const NODE_CORES = 4;

const unimplemented = (name: string): Outcome => fails("unimplemented", unknownMethod(name), 1);

const evaluate = (evaluation: Evaluation, process: Process, service: HotelService, operation: HotelOperation): Outcome => {
  let outcome = succeeds(lognormal(operation.selfMedianMs, operation.selfP99Ms));
  for (const call of operation.calls) outcome = inSequence(outcome, evaluateCall(evaluation, process, call).outcome);
  const demand = evaluation.demand.get(process.key);
  return demand === undefined ? outcome : inSequence(admission(process, service, demand, outcome), outcome);
};

/** Waiting for a worker, for the processor, and for the program's own limits. */
const admission = (process: Process, { name, workers }: HotelService, { rate, cpuCores }: Demand, outcome: Outcome): Outcome => {
  const cores = cpuLimitOf(process);
  const cpuMs = rate === 0 ? 0 : (cpuCores * 1000) / rate;
  const throttleMs = throttledShare(rate, cpuMs, cores) * THROTTLED_WAIT_MS;
  const waitMs = queueWaitMs(rate, outcome.meanMs, workers) + queueWaitMs(rate, cpuMs / Math.max(cores, 0.001), 1) + throttleMs;
  const waits: Outcome = { errors: overload(cpuCores, cores), meanMs: waitMs, variance: waitMs * waitMs };
  return name === "rate" ? inSequence(waits, rateLimit(process, rate)) : waits;
};

/** Half of a CFS period is what a held-back request waits on average. */
const THROTTLED_WAIT_MS = 50;

/** Work beyond the processor's limit is never done in time. */
const overload = (cpuCores: number, limit: number): Outcome["errors"] =>
  cpuCores <= limit ? [] : [{ share: 1 - limit / cpuCores, cause: "timed-out", text: DEADLINE, afterMs: OVERLOAD_WAIT_MS }];

const OVERLOAD_WAIT_MS = 60_000;

/** rate bounds its own back end: requests a second, and a queue before it. */
const rateLimit = ({ start }: Process, rate: number): Outcome => {
  const { perS, capacity } = rateLimits(start.env);
  if (rate < perS) return succeeds({ meanMs: queueWaitMs(rate, 1000 / perS, 1), variance: 0 });
  const waitMs = (capacity * 1000) / perS;
  return { errors: [{ share: 1 - perS / rate, cause: "rejected", text: QUEUE_FULL, afterMs: 1 }], meanMs: waitMs, variance: 0 };
};
