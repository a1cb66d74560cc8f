import type { CachedCall, CallBehaviour, OperationBehaviour, ServiceCall } from "#kube/app/behaviour.ts";
import { isServiceCall } from "#kube/app/call-kinds.ts";
import type { World } from "../../kernel/world.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import type { Process } from "../../processes/process.ts";
import { LANGUAGES } from "../../programs/languages/languages.ts";
import { createProcessors } from "../processors/processors.ts";
import { admit } from "./admission.ts";
import { askKeyValues } from "./ask-key-values.ts";
import { askStore } from "./ask-store.ts";
import { BACKLOGS } from "./backlogs.ts";
import type { Call, Leg } from "./call-legs.ts";
import { cpuLimitOf } from "./capacity.ts";
import { commandUnderLoad } from "./command-under-load.ts";
import { lognormal } from "./distribution.ts";
import type { Effects } from "./effects.ts";
import { evaluateCachedStore, lookInCache } from "./evaluate-cached-store.ts";
import { evaluateServiceCall } from "./evaluate-service-call.ts";
import { createFindings, type Demand, type Evaluation, type Findings, findOnce, type ProductWiring } from "./evaluation.ts";
import type { Amounts } from "./kept-amounts.ts";
import { LAGS } from "./lags.ts";
import { operationEffects } from "./operation-effects.ts";
import { fails, INSTANT, inParallel, inSequence, type Outcome, succeeds } from "./outcome.ts";
import { lostMs } from "./processor-wait.ts";
import { publishMessage } from "./publish-message.ts";

/** Begins an evaluation. */
export const createEvaluation = (
  world: World,
  demand: ReadonlyMap<string, Demand> = new Map(),
  found: Findings = createFindings(),
  backlogs: Amounts = BACKLOGS.of(world),
): Evaluation => {
  const evaluation: Evaluation = {
    world,
    demand,
    backlogs,
    lags: LAGS.of(world),
    processors: createProcessors(world, demand, backlogs),
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
  const outcome = app === undefined || operation === undefined ? unimplemented(app, name) : evaluate(evaluation, process, app, name);
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

/** Effects of flags and of the program's build on an operation. */
export const effectsOn = ({ found, world }: Evaluation, process: Process, app: AppProgram, operation: string): Effects =>
  findOnce(found.wiring.effects, process, operation, () => operationEffects(world, process, app, operation));

/** One of the calls that an operation makes. */
export const evaluateCall = (evaluation: Evaluation, process: Process, app: AppProgram, call: CallBehaviour): Call =>
  isServiceCall(call)
    ? findOnce(evaluation.found.calls, process, `${call.to}/${call.operation}`, () => evaluateServiceCall(evaluation, process, app, call))
    : findOnce(evaluation.found.calls, process, keyOf(call), () => evaluateProduct(evaluation, process, app, call));

const evaluateProduct = (evaluation: Evaluation, process: Process, app: AppProgram, call: Exclude<CallBehaviour, ServiceCall>): Call => {
  const { publishes, look, command } = findOnce(evaluation.found.wiring.stores, process, keyOf(call), () =>
    wireProduct(evaluation.world, process, app, call),
  );
  if (publishes !== undefined) return publishes;
  const stored = commandUnderLoad(evaluation, process, app, command as Leg);
  return look === undefined ? stored : evaluateCachedStore(call as CachedCall, look, stored);
};

const wireProduct = (world: World, process: Process, app: AppProgram, call: Exclude<CallBehaviour, ServiceCall>): ProductWiring => {
  if (call.kind === "publish") return { publishes: publishMessage(world, process, app, call) };
  if (call.kind === "key-value") return { command: askKeyValues(world, process, app, call) };
  if (call.kind === "store") return { command: askStore(world, process, { app, call, rate: 1 }) };
  const look = lookInCache(world, process, app, call);
  return { look, command: askStore(world, process, { app, call: { command: call.store }, rate: 1 - look.hitRatio }) };
};

const keyOf = (call: Exclude<CallBehaviour, ServiceCall>): string => {
  if (call.kind === "store") return call.command;
  if (call.kind === "publish") return `${call.address} publish ${call.topic}`;
  return call.kind === "cache" ? `${call.address} ${call.mode} ${call.store}` : `${call.address} ${call.command}`;
};

const unimplemented = (app: AppProgram | undefined, name: string): Outcome =>
  fails("unimplemented", LANGUAGES[app?.behaviour.language ?? "go"].calls.unknownMethod(name), 1);

const ownWork = ({ fails: failures, addedMs }: Effects, { medianMs, p99Ms }: OperationBehaviour): Outcome => {
  const work = succeeds(lognormal(medianMs, p99Ms));
  const slowed = addedMs === 0 ? work : inSequence(work, succeeds({ meanMs: addedMs, variance: 0 }));
  if (failures.length === 0) return slowed;
  return {
    ...slowed,
    errors: failures.map(({ share, error }) => ({ share, cause: "internal", text: error, afterMs: slowed.meanMs })),
  };
};

const evaluate = (evaluation: Evaluation, process: Process, app: AppProgram, name: string): Outcome => {
  const operation = app.behaviour.operations[name] as OperationBehaviour;
  const outcomeOf = (call: CallBehaviour) => evaluateCall(evaluation, process, app, call).outcome;
  const demand = evaluation.demand.get(process.key);
  const effects = effectsOn(evaluation, process, app, name);
  const undisturbed = ownWork(effects, operation);
  const own = demand === undefined ? undisturbed : slowed(undisturbed, lost(evaluation, process, operation.cpuMs + effects.addedCpuMs));
  let outcome = own;
  for (const call of operation.calls)
    outcome = inSequence(outcome, "parallel" in call ? inParallel(call.parallel.map(outcomeOf)) : outcomeOf(call));
  ofProcess(evaluation.found.works, process).set(name, LANGUAGES[app.behaviour.language].waitsWithoutWorker ? own : outcome);
  return demand === undefined ? outcome : inSequence(admit(evaluation, process, app, demand), outcome);
};

/** Time by which a request's work takes longer, as others use its processor meanwhile, ms. */
const lost = ({ processors }: Evaluation, process: Process, cpuMs: number): number =>
  lostMs(cpuMs, { limit: cpuLimitOf(process), cores: processors.coresOf(process) });

const slowed = (work: Outcome, byMs: number): Outcome =>
  byMs === 0 ? work : inSequence(work, succeeds({ meanMs: byMs, variance: byMs * byMs }));
