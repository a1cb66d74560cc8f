import type { AppProgram } from "../processes/app-program.ts";
import { componentOf } from "../processes/component-of.ts";
import { homeOf, type MessageClient, type MessageGroup } from "../processes/message-groups.ts";
import type { Process } from "../processes/process.ts";
import { amountOf } from "../programs/behaviour/settings.ts";
import { installedApps } from "../programs/catalogue/app-install.ts";
import { describeProcessors, type ProcessorUse } from "./describe-processors.ts";
import {
  describeEdge,
  describeOperation,
  describeServer,
  type Edge,
  isLostOnTheWay,
  type Origin,
  type Wished,
} from "./describe-traffic.ts";
import type { Leg } from "./evaluation/call-legs.ts";
import { capacityOf } from "./evaluation/capacity.ts";
import { effectsOn, evaluateCall } from "./evaluation/evaluate-operation.ts";
import { circumstancesOf, type Demand, type Evaluation } from "./evaluation/evaluation.ts";
import { lagOf } from "./evaluation/lags.ts";
import { mixture, okShare } from "./evaluation/outcome.ts";
import { floodOf } from "./flood.ts";
import type { EdgeFlow, FlowRow, OperationFlow, QueueFlow, ServerFlow } from "./flow-history.ts";
import { loadFactor } from "./load.ts";
import { loadLegs } from "./load-legs.ts";
import { deliveries, polls, type Readers, readers } from "./read-topics.ts";
import { readingRate } from "./reading-rate.ts";
import { createStoreUse, noteCommand, noteRequests, type StoreUse } from "./store-use.ts";
import { type Served, sumDemand } from "./sum-demand.ts";

/** Traffic of the load's requests through every process that they reach. */
export interface Traffic extends ProcessorUse {
  readonly operations: readonly OperationFlow[];
  readonly servers: readonly ServerFlow[];
  readonly edges: readonly EdgeFlow[];
  readonly demand: ReadonlyMap<string, Demand>;
  /** Messages that come to each topic of a broker's home, per second. */
  readonly published: ReadonlyMap<string, number>;
  /** Senders of these messages. */
  readonly senders: ReadonlyMap<string, readonly MessageClient[]>;
  readonly messages: readonly MessageFlow[];
  /** Brokers by their homes. */
  readonly brokers: ReadonlyMap<string, { readonly broker: string; readonly namespace: string }>;
}

/** Work of a group of readers on the messages of a topic. */
export interface MessageFlow extends Pick<MessageGroup, "product" | "topic" | "group" | "members"> {
  readonly home: string;
  /** Messages per second that are done for good. */
  readonly donePerS: number;
  /** Messages up to which what it does depends on how many there are. */
  readonly batch: number;
}

/** Follows the load of every installed application. */
export const followLoad = (evaluation: Evaluation): Traffic => {
  const flow = walk(evaluation);
  return {
    operations: flow.operations.map(describeOperation),
    servers: [...flow.servers.values()].map((served) => describeServer(evaluation, served)),
    edges: [...(flow.edges?.values() ?? [])].map(describeEdge),
    ...describeProcessors(evaluation.processors),
    demand: sumDemand(flow, flow.evaluation),
    messages: flow.messages,
    published: sumPublished(flow),
    senders: listSenders(flow),
    brokers: new Map(
      [...flow.published.map(({ broker }) => broker), ...flow.brokers].map((broker) => [
        homeOf(broker),
        { broker: broker.key, namespace: broker.start.pod.metadata.namespace ?? "" },
      ]),
    ),
  };
};

const sumPublished = ({ published }: Flow): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const { broker, topic, rate } of published) {
    const key = `${homeOf(broker)} ${topic}`;
    sums.set(key, (sums.get(key) ?? 0) + rate);
  }
  return sums;
};

const listSenders = ({ published }: Flow): ReadonlyMap<string, readonly MessageClient[]> => {
  const senders = new Map<string, MessageClient[]>();
  for (const { broker, topic, from } of published) {
    if (from === undefined) continue;
    const key = `${homeOf(broker)} ${topic}`;
    const known = senders.get(key) ?? [];
    const sender = clientOf(from);
    if (!known.some(({ podIP }) => podIP === sender.podIP)) senders.set(key, [...known, sender]);
  }
  return senders;
};

const clientOf = ({ start }: Process): MessageClient => ({ client: componentOf(start.pod), podIP: start.pod.status?.podIP ?? "" });

/** Demand of the load on each process. */
export const demandOf = (evaluation: Evaluation): ReadonlyMap<string, Demand> => sumDemand(walk(evaluation, false), evaluation);

/** The part of a row that the traffic fills. */
export const toRow = ({ operations, servers, edges, busy, machines }: Traffic, queues: readonly QueueFlow[], fromMs: number): FlowRow => ({
  fromMs,
  operations,
  servers,
  edges,
  ...(queues.length > 0 && { queues }),
  ...(busy.length > 0 && { busy }),
  ...(machines.length > 0 && { machines }),
});

interface Flow {
  readonly evaluation: Evaluation;
  readonly operations: Wished[];
  readonly servers: Map<string, Served>;
  readonly edges: Map<string, Edge> | undefined;
  readonly stores: StoreUse;
  readonly published: Published[];
  readonly messages: MessageFlow[];
  readonly brokers: Process[];
}

/** Messages of one sender that reach a broker. */
interface Published {
  readonly broker: Process;
  readonly topic: string;
  readonly from: Process | undefined;
  readonly rate: number;
  readonly origin: Origin;
}

/** @param notesEdges false where only the servers' part is asked for */
const walk = (evaluation: Evaluation, notesEdges = true): Flow => {
  const flow: Flow = {
    evaluation,
    operations: [],
    servers: new Map(),
    edges: notesEdges ? new Map() : undefined,
    stores: createStoreUse(),
    published: [],
    messages: [],
    brokers: [],
  };
  for (const app of installedApps(evaluation.world)) {
    const perS = app.record.load.rps * loadFactor(evaluation.world);
    for (const operation of app.record.operations) {
      const rate = perS * operation.share + floodOf(evaluation.world, app, operation);
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
  for (const group of readers(evaluation.world)) read(flow, group);
  return flow;
};

/** Follows the messages of a topic to those who read them: as they come, or as fast as they can be done while there are older ones. */
const read = (flow: Flow, group: Readers): void => {
  const { evaluation, published } = flow;
  const { broker, consumes, members } = group;
  const sent = published.filter((one) => one.broker === broker && one.topic === consumes.topic);
  const perS = sent.reduce((sum, { rate }) => sum + rate, 0);
  const lag = lagOf(evaluation.lags, broker, consumes);
  const able = readingRate(evaluation, group, lag);
  const worked = lag > 0 ? able.perS : Math.min(perS, able.perS);
  for (const leg of deliveries(evaluation, group)) {
    for (const { from, rate, origin } of sent) follow(flow, from, leg, (rate * worked) / perS, origin);
    if (sent.length === 0)
      follow(flow, broker, leg, worked, { root: `${consumes.topic} receive`, namespace: broker.start.pod.metadata.namespace ?? "" });
  }
  flow.brokers.push(broker);
  flow.messages.push({
    home: homeOf(broker),
    product: consumes.product,
    topic: consumes.topic,
    group: consumes.group,
    donePerS: worked * able.doneShare,
    batch:
      consumes.batch === undefined
        ? 0
        : amountOf((members[0] as Readers["members"][number]).process, consumes.batch.messages) * members.length,
    members: members.map(({ process }) => clientOf(process)),
  });
};

/** Adds a leg that `calls` calls a second take, and follows it into the server. */
const follow = (flow: Flow, from: Process | undefined, leg: Leg, calls: number, origin: Origin): void => {
  const rate = leg.rate * calls;
  if (rate < RATE_MIN) return;
  addEdge(flow, from, leg, rate, origin);
  const { server, operation } = leg;
  if (server === undefined || isLostOnTheWay(leg)) return;
  addServer(flow, server, leg, rate);
  if (leg.topic !== undefined) flow.published.push({ broker: server, topic: leg.topic, from, rate: rate * okShare(leg.outcome), origin });
  if (server.app === undefined || isUnimplemented(leg)) return;
  const { share, wanted } = workedOn(flow.evaluation, server, server.app);
  let reached = rate * share;
  noteRequests(flow.stores, server, reached);
  for (const call of server.app.behaviour.operations[operation]?.calls ?? []) {
    let succeeded = reached;
    for (const one of "parallel" in call ? call.parallel : [call]) {
      const { legs, outcome } = evaluateCall(flow.evaluation, server, server.app, one);
      const copies = one.kind === "publish" ? effectsOn(flow.evaluation, server, server.app, operation).messages : 1;
      for (const next of legs) {
        if (next.server !== undefined && next.server.app === undefined) noteCommand(flow.stores, server, next, { reached, wanted });
        follow(flow, server, next, reached * copies, origin);
      }
      succeeded *= okShare(outcome);
    }
    reached = succeeded;
  }
};

/**
 * Requests that a process works on for each that arrives: less than one while a backlog grows, more while it shrinks. `wanted`: how many it would
 * work on for each of these if there were a connection for all.
 */
const workedOn = (evaluation: Evaluation, process: Process, app: AppProgram): { readonly share: number; readonly wanted: number } => {
  const asked = evaluation.demand.get(process.key);
  if (asked === undefined || asked.rate <= 0) return { share: 1, wanted: 1 };
  const circumstances = circumstancesOf(evaluation, process);
  const { waiting } = circumstances;
  const { perS, able } = capacityOf(process, app, asked, circumstances);
  if (waiting === 0 && asked.rate <= perS) return { share: 1, wanted: 1 };
  return { share: perS / asked.rate, wanted: (waiting > 0 ? Math.max(able, asked.rate) : asked.rate) / perS };
};

/** Below this nothing flows. */
const RATE_MIN = 1e-6;

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
