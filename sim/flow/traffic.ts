import type { AppProgram } from "../processes/app-program.ts";
import { componentOf } from "../processes/component-of.ts";
import type { Process } from "../processes/process.ts";
import type { AppInstall } from "../programs/catalogue/app-install.ts";
import { installedApps } from "../programs/catalogue/app-install.ts";
import { LANGUAGES } from "../programs/languages/languages.ts";
import { backlogOf } from "./evaluation/backlogs.ts";
import type { Leg } from "./evaluation/call-legs.ts";
import { capacityOf } from "./evaluation/capacity.ts";
import { quantise, type Spread } from "./evaluation/distribution.ts";
import { evaluateCall } from "./evaluation/evaluate-operation.ts";
import type { Demand, Evaluation } from "./evaluation/evaluation.ts";
import { INSTANT, mixture, type Outcome, okShare, timeTaken, withTimeout } from "./evaluation/outcome.ts";
import type { EdgeFlow, ErrorShare, FlowRow, OperationFlow, RequestFlow, ServerFlow } from "./flow-history.ts";
import { loadFactor } from "./load.ts";
import { loadLegs } from "./load-legs.ts";
import { deliveries, polls } from "./read-topics.ts";

/** Traffic of the load's requests through every process that they reach. */
export interface Traffic {
  readonly operations: readonly OperationFlow[];
  readonly servers: readonly ServerFlow[];
  readonly edges: readonly EdgeFlow[];
  readonly demand: ReadonlyMap<string, Demand>;
}

/** Follows the load of every installed application. */
export const followLoad = (evaluation: Evaluation): Traffic => {
  const flow = walk(evaluation);
  return {
    operations: flow.operations.map(describeOperation),
    servers: [...flow.servers.values()].map(describeServer),
    edges: [...(flow.edges?.values() ?? [])].map(describeEdge),
    demand: sumDemand(flow),
  };
};

/** Demand of the load on each process. */
export const demandOf = (evaluation: Evaluation): ReadonlyMap<string, Demand> => sumDemand(walk(evaluation, false));

/** The part of a row that the traffic fills. */
export const toRow = ({ operations, servers, edges }: Traffic, fromMs: number): FlowRow => ({ fromMs, operations, servers, edges });

interface Flow {
  readonly evaluation: Evaluation;
  readonly operations: { readonly app: AppInstall; readonly name: string; readonly rate: number; readonly outcome: Outcome }[];
  readonly servers: Map<string, Served>;
  readonly edges: Map<string, Edge> | undefined;
}

interface Edge {
  readonly from: Process | undefined;
  readonly leg: Leg;
  readonly origin: Origin;
  rate: number;
}

interface Served {
  readonly process: Process;
  readonly operation: string;
  readonly outcome: Outcome;
  rate: number;
  /** Time that the most patient of its callers waits, ms. */
  patienceMs: number;
}

interface Origin {
  readonly root: string;
  readonly namespace: string;
  /** Time that is left of the caller's own, where it stops with that, ms; missing: it goes on. */
  readonly leftMs?: number;
}

/** @param notesEdges false where only the servers' part is asked for */
const walk = (evaluation: Evaluation, notesEdges = true): Flow => {
  const flow: Flow = { evaluation, operations: [], servers: new Map(), edges: notesEdges ? new Map() : undefined };
  for (const app of installedApps(evaluation.world)) {
    const perS = app.record.load.rps * loadFactor(evaluation.world);
    for (const operation of app.record.operations) {
      const rate = perS * operation.share;
      const legs = loadLegs(evaluation, app, operation);
      flow.operations.push({
        app,
        name: operation.name,
        rate,
        outcome: mixture(legs.map((leg) => ({ share: leg.rate, outcome: leg.outcome }))),
      });
      for (const leg of legs) follow(flow, undefined, leg, rate, { root: operation.name, namespace: app.namespace });
    }
  }
  for (const { process, leg } of polls(evaluation.world))
    follow(flow, process, leg, 1, { root: leg.operation, namespace: process.start.pod.metadata.namespace ?? "" });
  return flow;
};

/** Adds a leg that `calls` calls a second take, and follows it into the server. */
const follow = (flow: Flow, from: Process | undefined, leg: Leg, calls: number, origin: Origin): void => {
  const rate = leg.rate * calls;
  if (rate < RATE_MIN) return;
  addEdge(flow, from, leg, rate, origin);
  const { server, operation } = leg;
  if (server === undefined || isLostOnTheWay(leg)) return;
  const patienceMs = Math.min(leg.patienceMs ?? Number.POSITIVE_INFINITY, origin.leftMs ?? Number.POSITIVE_INFINITY);
  addServer(flow, server, leg, { rate, patienceMs });
  if (leg.topic !== undefined)
    for (const delivery of deliveries(flow.evaluation, server, leg.topic)) follow(flow, from, delivery, rate, origin);
  if (server.app === undefined || isUnimplemented(leg)) return;
  const onward = LANGUAGES[server.app.behaviour.language].stopsWithCaller ? { ...origin, leftMs: patienceMs } : withoutEnd(origin);
  let reached = rate * workedOnShare(flow.evaluation, server, server.app);
  for (const call of server.app.behaviour.operations[operation]?.calls ?? []) {
    let succeeded = reached;
    for (const one of "parallel" in call ? call.parallel : [call]) {
      const { legs, outcome } = evaluateCall(flow.evaluation, server, server.app, one);
      for (const next of legs) follow(flow, server, next, reached, onward);
      succeeded *= okShare(outcome);
    }
    reached = succeeded;
  }
};

const withoutEnd = ({ root, namespace }: Origin): Origin => ({ root, namespace });

/** Requests that a process works on for each that arrives: less than one while a backlog grows, more while it shrinks. */
const workedOnShare = ({ demand, backlogs }: Evaluation, process: Process, app: AppProgram): number => {
  const asked = demand.get(process.key);
  if (asked === undefined || asked.rate <= 0) return 1;
  const waiting = backlogOf(backlogs, process);
  const { perS } = capacityOf(process, app, asked, waiting);
  return waiting > 0 || asked.rate > perS ? perS / asked.rate : 1;
};

/** Below this nothing flows. */
const RATE_MIN = 1e-6;

/** A server that speaks something else takes no requests. */
const isLostOnTheWay = ({ outcome }: Leg): boolean =>
  outcome.errors.some(({ share, cause }) => share === 1 && (cause === "wrong-server" || cause === "reset"));

/** A server that lacks the operation calls nobody for it, even where it has another of that name, as a proxy before itself does. */
const isUnimplemented = ({ outcome }: Leg): boolean => outcome.errors.some(({ share, cause }) => share === 1 && cause === "unimplemented");

const addEdge = ({ edges }: Flow, from: Process | undefined, leg: Leg, rate: number, origin: Origin): void => {
  if (edges === undefined) return;
  const key = `${from?.key ?? ""} ${leg.server?.key ?? leg.to} ${leg.protocol} ${leg.operation} ${origin.namespace} ${origin.root}`;
  const known = edges.get(key);
  if (known === undefined) edges.set(key, { from, leg, origin, rate });
  else known.rate += rate;
};

const addServer = (
  { servers, evaluation }: Flow,
  process: Process,
  { operation, outcome }: Leg,
  { rate, patienceMs }: Pick<Served, "rate" | "patienceMs">,
): void => {
  const key = `${process.key} ${operation}`;
  const known = servers.get(key);
  if (known !== undefined) {
    known.rate += rate;
    known.patienceMs = Math.max(known.patienceMs, patienceMs);
  } else
    servers.set(key, {
      process,
      operation,
      rate,
      patienceMs,
      outcome: process.app === undefined ? outcome : evaluation.outcomeOf(process, operation),
    });
};

const describeOperation = ({ app, name, rate, outcome }: Flow["operations"][number]): OperationFlow => ({
  operation: name,
  app: app.record.name,
  namespace: app.namespace,
  ...describeFlow(rate, outcome),
});

const describeFlow = (rate: number, outcome: Outcome, message = "{error}"): RequestFlow => ({
  rate: quantise(rate),
  errors: outcome.errors.map(
    ({ share, cause, text, afterMs }): ErrorShare => ({
      share: quantise(share),
      cause,
      message: message.replace("{error}", () => text),
      afterMs: quantise(afterMs),
    }),
  ),
  meanMs: quantise(outcome.meanMs),
  deviationMs: quantise(Math.sqrt(outcome.variance)),
});

const describeServer = ({ process, operation, outcome, rate }: Served): ServerFlow => ({
  process: process.key,
  namespace: process.start.pod.metadata.namespace ?? "default",
  component: componentOf(process.start.pod),
  operation,
  cpuCores: quantise((rate * cpuMsOf(process, operation)) / 1000),
  ...describeFlow(rate, outcome),
});

const cpuMsOf = ({ program, app }: Process, operation: string): number =>
  app?.behaviour.operations[operation]?.cpuMs ?? PRODUCT_CPU_MS[program] ?? STORE_CPU_MS;

/** CPU time of one request to a product, ms, by program. */
const PRODUCT_CPU_MS: Readonly<Record<string, number>> = {
  memcached: 0.05,
  "redis-entrypoint": 0.1,
  "redis-server": 0.1,
  "kafka-run": 0.3,
  rabbitmq: 0.5,
};
const STORE_CPU_MS = 0.6;

const describeEdge = ({ from, leg, origin, rate }: Edge): EdgeFlow => ({
  namespace: origin.namespace,
  fromProcess: from?.key,
  from: from === undefined ? "client" : componentOf(from.start.pod),
  to: leg.to,
  operation: leg.operation,
  root: origin.root,
  protocol: leg.protocol,
  ...describeFlow(rate, leg.outcome, leg.message),
});

const sumDemand = ({ servers, evaluation }: Flow): ReadonlyMap<string, Demand> => {
  const demand = new Map<string, Demand>();
  for (const served of servers.values()) {
    const { process, operation, rate } = served;
    const known = demand.get(process.key);
    const work = timeTaken(workOf(evaluation, served));
    const cpuCores = (rate * cpuMsOf(process, operation)) / 1000;
    demand.set(process.key, known === undefined ? { rate, cpuCores, work } : addDemand(known, { rate, cpuCores, work }));
  }
  return demand;
};

/** What a request holds its worker for: all of it, or as long as anybody waits for the answer. */
const workOf = ({ found }: Evaluation, { process, operation, patienceMs }: Served): Outcome => {
  const work = found.works.get(process)?.get(operation) ?? INSTANT;
  return process.app !== undefined && LANGUAGES[process.app.behaviour.language].stopsWithCaller ? withTimeout(work, patienceMs, "") : work;
};

const addDemand = (a: Demand, b: Demand): Demand => {
  const rate = a.rate + b.rate;
  const mean = (a.rate * a.work.meanMs + b.rate * b.work.meanMs) / rate;
  const square = (a.rate * squareOf(a.work) + b.rate * squareOf(b.work)) / rate;
  return { rate, cpuCores: a.cpuCores + b.cpuCores, work: { meanMs: mean, variance: Math.max(0, square - mean * mean) } };
};

const squareOf = ({ meanMs, variance }: Spread): number => variance + meanMs * meanMs;
