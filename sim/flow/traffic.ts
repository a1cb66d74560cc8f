import { componentOf } from "../processes/component-of.ts";
import type { Process } from "../processes/process.ts";
import type { AppInstall } from "../programs/catalogue/app-install.ts";
import { installedApps } from "../programs/catalogue/app-install.ts";
import type { Leg } from "./evaluation/call-legs.ts";
import { quantise } from "./evaluation/distribution.ts";
import { evaluateCall } from "./evaluation/evaluate-operation.ts";
import type { Demand, Evaluation } from "./evaluation/evaluation.ts";
import { mixture, type Outcome, okShare } from "./evaluation/outcome.ts";
import type { EdgeFlow, ErrorShare, FlowRow, OperationFlow, RequestFlow, ServerFlow } from "./flow-history.ts";
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
}

interface Origin {
  readonly root: string;
  readonly namespace: string;
}

/** @param notesEdges false where only the servers' part is asked for */
const walk = (evaluation: Evaluation, notesEdges = true): Flow => {
  const flow: Flow = { evaluation, operations: [], servers: new Map(), edges: notesEdges ? new Map() : undefined };
  for (const app of installedApps(evaluation.world)) {
    for (const operation of app.record.operations) {
      const rate = app.record.load.rps * operation.share;
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
  addServer(flow, server, leg, rate);
  if (leg.topic !== undefined)
    for (const delivery of deliveries(flow.evaluation, server, leg.topic)) follow(flow, from, delivery, rate, origin);
  if (server.app === undefined || isUnimplemented(leg)) return;
  let reached = rate;
  for (const call of server.app.behaviour.operations[operation]?.calls ?? []) {
    let succeeded = reached;
    for (const one of "parallel" in call ? call.parallel : [call]) {
      const { legs, outcome } = evaluateCall(flow.evaluation, server, server.app, one);
      for (const next of legs) follow(flow, server, next, reached, origin);
      succeeded *= okShare(outcome);
    }
    reached = succeeded;
  }
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

const addServer = ({ servers, evaluation }: Flow, process: Process, { operation, outcome }: Leg, rate: number): void => {
  const key = `${process.key} ${operation}`;
  const known = servers.get(key);
  if (known !== undefined) known.rate += rate;
  else
    servers.set(key, {
      process,
      operation,
      rate,
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

const sumDemand = ({ servers }: Flow): ReadonlyMap<string, Demand> => {
  const demand = new Map<string, Demand>();
  for (const { process, operation, rate } of servers.values()) {
    const known = demand.get(process.key) ?? { rate: 0, cpuCores: 0 };
    demand.set(process.key, { rate: known.rate + rate, cpuCores: known.cpuCores + (rate * cpuMsOf(process, operation)) / 1000 });
  }
  return demand;
};
