import { componentOf } from "../processes/component-of.ts";
import type { Process } from "../processes/process.ts";
import type { AppInstall } from "../programs/catalogue/app-install.ts";
import type { Leg } from "./evaluation/call-legs.ts";
import { quantise } from "./evaluation/distribution.ts";
import type { Evaluation } from "./evaluation/evaluation.ts";
import type { Outcome } from "./evaluation/outcome.ts";
import type { EdgeFlow, ErrorShare, OperationFlow, RequestFlow, ServerFlow } from "./flow-history.ts";
import { cpuMsOf, type Served } from "./sum-demand.ts";

/** Requests of users for one operation. */
export interface Wished {
  readonly app: AppInstall;
  readonly name: string;
  readonly rate: number;
  readonly outcome: Outcome;
}

/** Calls that one process makes in one way for one operation of users. */
export interface Edge {
  readonly from: Process | undefined;
  readonly leg: Leg;
  readonly origin: Origin;
  rate: number;
}

/** Operation of users, and their application's namespace, for which calls are made. */
export interface Origin {
  readonly root: string;
  readonly namespace: string;
}

/** Describes requests of users as the history has them. */
export const describeOperation = ({ app, name, rate, outcome }: Wished): OperationFlow => ({
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

/** Describes the work of a process. */
export const describeServer = (evaluation: Evaluation, { process, operation, outcome, rate }: Served): ServerFlow => ({
  process: process.key,
  namespace: process.start.pod.metadata.namespace ?? "default",
  component: componentOf(process.start.pod),
  operation,
  cpuCores: quantise(evaluation.processors.shareGiven(process) * ((rate * cpuMsOf(evaluation, process, operation)) / 1000)),
  ...describeFlow(rate, outcome),
});

/** Describes calls as their caller sees them. */
export const describeEdge = ({ from, leg, origin, rate }: Edge): EdgeFlow => ({
  namespace: origin.namespace,
  fromProcess: from?.key,
  from: from === undefined ? "client" : componentOf(from.start.pod),
  to: leg.to,
  toProcess: isLostOnTheWay(leg) ? undefined : leg.server?.key,
  operation: leg.operation,
  root: origin.root,
  protocol: leg.protocol,
  ...messageOf(leg),
  ...describeFlow(rate, leg.outcome, leg.message),
});

const messageOf = ({ topic, reads }: Leg): Pick<EdgeFlow, "message"> =>
  reads !== undefined ? { message: reads } : topic !== undefined ? { message: { topic } } : {};

/** A server that speaks something else takes no requests. */
export const isLostOnTheWay = ({ outcome }: Leg): boolean =>
  outcome.errors.some(({ share, cause }) => share === 1 && (cause === "wrong-server" || cause === "reset"));
