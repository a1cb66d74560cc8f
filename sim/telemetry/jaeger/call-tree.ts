import type { EdgeFlow, ErrorShare, FlowRow, ServerFlow } from "../../flow/flow-history.ts";
import { fractionOf, mix } from "../metrics/number-hash.ts";
import { latencyAt } from "../metrics/traffic/latency.ts";
import { deliveriesOf, type Timeline } from "./message-deliveries.ts";
import { type CallKind, errorShareOf, isDelivery, isWorkedOn, type RowCalls, rowCalls } from "./row-calls.ts";

/** One call of a request's tree: what the caller saw, and what the callee did if it was reached. */
export interface Call {
  readonly edge: EdgeFlow;
  readonly ms: number;
  readonly error: ErrorShare | undefined;
  readonly work: Work | undefined;
  /** Calls that bring its message to those who read it. */
  readonly deliveries: readonly Delivered[];
}

/** A call that brings a message to a reader, and the virtual time of it, ms. */
export interface Delivered {
  readonly atMs: number;
  readonly call: Call;
}

/** Work of one process for one call. */
export interface Work {
  readonly server: ServerFlow;
  readonly ms: number;
  readonly error: ErrorShare | undefined;
  readonly calls: readonly Call[];
}

/** Draws the tree of one user request that begins at an instant; `draw` names it. Undefined when nothing flows there. */
export const drawCallTree = (row: FlowRow, root: string, draw: number, atMs: number, timeline: Timeline): Call | undefined => {
  const calls = rowCalls(row);
  const entry = calls.entryOf(root);
  return entry === undefined ? undefined : drawCall({ row, calls, root, atMs, timeline }, entry, mix(draw, 2), OPEN, 0);
};

/** Tells whether the tree of a draw begins with a call that fails, without drawing the rest. */
export const failsAtEntry = (row: FlowRow, root: string, draw: number): boolean => {
  const entry = rowCalls(row).entryOf(root);
  return entry !== undefined && fails(entry, mix(draw, 2), OPEN);
};

interface TreeContext {
  readonly row: FlowRow;
  readonly atMs: number;
  readonly timeline: Timeline;
  readonly calls: RowCalls;
  readonly root: string;
}

/** Knowledge about a call's outcome before it is drawn. */
type OutcomePrior =
  | { readonly kind: "open" }
  | { readonly kind: "fails" }
  /** Others of the kind are those that their request failed with; their share of all. */
  | { readonly kind: "beside"; readonly culprits: number };

const OPEN: OutcomePrior = { kind: "open" };
const DEPTH_MAX = 12;

const drawCall = (context: TreeContext, kind: CallKind, draw: number, prior: OutcomePrior, depth: number): Call => {
  const failed = fails(kind, draw, prior);
  const weightOf = (one: EdgeFlow): number => one.rate * (failed ? errorShareOf(one) : 1 - errorShareOf(one));
  const edge = pickWeighted(kind.edges, weightOf, fractionOf(draw, 18)) ?? (kind.edges[0] as EdgeFlow);
  const error = failed ? pickWeighted(edge.errors, ({ share }) => share, fractionOf(draw, 3)) : undefined;
  const server = pickWeighted(context.calls.serversOf(edge), ({ rate }) => rate, fractionOf(draw, 4));
  const reached = server !== undefined && depth < DEPTH_MAX && (error === undefined || isWorkedOn(server, error.cause));
  const hasGivenUp = error?.cause === "timed-out";
  const drawn = reached ? drawWork(context, server, mix(draw, 5), failsBehind(server, edge, error, draw), depth) : undefined;
  const work = hasGivenUp && drawn !== undefined && drawn.error === undefined ? cutOff(drawn, error.afterMs) : drawn;
  const drawnMs =
    error === undefined
      ? latencyAt(fractionOf(draw, 6), edge)
      : Math.max(error.afterMs * (0.95 + 0.1 * fractionOf(draw, 15)), 0.2 + fractionOf(draw, 7));
  const ms = error?.cause === "timed-out" ? error.afterMs : Math.max(drawnMs, (work?.ms ?? 0) + 0.2 + 0.4 * fractionOf(draw, 8));
  return { edge, ms, error, work, deliveries: error === undefined ? drawDeliveries(context, edge, draw, depth) : [] };
};

const drawDeliveries = ({ row, atMs, timeline }: TreeContext, edge: EdgeFlow, draw: number, depth: number): readonly Delivered[] => {
  if (edge.message === undefined || isDelivery(edge)) return [];
  return deliveriesOf(row, edge, atMs, timeline).flatMap(({ row: later, atMs: readMs, kind, copies }, i) => {
    const root = (kind.edges[0] as EdgeFlow).root;
    const context: TreeContext = { row: later, calls: rowCalls(later), root, atMs: readMs, timeline };
    return Array.from({ length: wholeCount(copies, mix(draw, 2000 + i)) }, (_, copy) => ({
      atMs: readMs,
      call: drawCall(context, kind, mix(draw, 3000 + i * 16 + copy), OPEN, depth + 1),
    }));
  });
};

/** True when the callee fails too: it passes its failure up, or its failure is a timeout, or took longer than its caller waited. */
const failsBehind = (server: ServerFlow, edge: EdgeFlow, error: ErrorShare | undefined, draw: number): boolean => {
  if (error === undefined || server.errors.length === 0) return false;
  if (error.cause !== "timed-out") return true;
  const isSeenSo = ({ cause, afterMs }: ErrorShare): boolean => cause === "timed-out" || afterMs >= error.afterMs;
  const slow = server.errors.reduce((sum, one) => (isSeenSo(one) ? sum + one.share : sum), 0);
  const givenUp = edge.errors.reduce((sum, { share, cause }) => (cause === "timed-out" ? sum + share : sum), 0);
  return fractionOf(draw, 17) < slow / givenUp;
};

/** Work that goes on until its caller has given up, so that nobody gets its answer. */
const cutOff = (work: Work, afterMs: number): Work => ({
  ...work,
  ms: Math.max(work.ms, afterMs + 0.4),
  error: { share: 1, cause: CANCELED, message: "context canceled", afterMs },
});

/** Cause of a failure for which the caller is the reason: it went away. */
export const CANCELED = "canceled";

const fails = (kind: CallKind, draw: number, prior: OutcomePrior): boolean => {
  const share = kind.errorShare;
  if (prior.kind === "fails") return share > 0;
  const chance = prior.kind === "open" ? share : prior.culprits >= 1 ? 0 : (share - prior.culprits) / (1 - prior.culprits);
  return fractionOf(draw, 9) < chance;
};

const drawWork = (context: TreeContext, server: ServerFlow, draw: number, failed: boolean, depth: number): Work => {
  const plans = planCalls(context, server);
  const culprit = failed ? pickWeighted(plans, ({ kind }) => failureRate(kind), fractionOf(draw, 10)) : undefined;
  const failedAt = culprit === undefined ? plans.length : plans.indexOf(culprit);
  const calls = plans.flatMap((plan, i): readonly Call[] => {
    const expected = i < failedAt ? plan.before : i === failedAt ? plan.asCulprit : plan.after;
    const drawn = wholeCount(expected, mix(draw, 20 + i));
    const prior: OutcomePrior = plan === culprit ? { kind: "fails" } : { kind: "beside", culprits: plan.culprits };
    return Array.from({ length: plan === culprit ? Math.max(1, drawn) : drawn }, (_, attempt) =>
      drawCall(context, plan.kind, mix(draw, 1000 + i * 16 + attempt), prior, depth + 1),
    );
  });
  const error = failed ? pickWeighted(server.errors, ({ share }) => share, fractionOf(draw, 11)) : undefined;
  const inside = calls.reduce((sum, { ms }) => sum + ms, 0);
  const own = error === undefined ? latencyAt(fractionOf(draw, 12), server) : error.afterMs * (0.95 + 0.1 * fractionOf(draw, 16));
  return { server, calls, error, ms: Math.max(own, inside + 0.1 + 0.2 * fractionOf(draw, 13)) };
};

/** Calls of one kind that are expected in one request, given which of all calls it failed with. */
interface CallPlan {
  readonly kind: CallKind;
  /** In a request that failed with none of the calls up to this one. */
  readonly before: number;
  readonly asCulprit: number;
  /** In one that failed with an earlier call: none of a sequence, and all that run beside it. */
  readonly after: number;
  /** Share of the calls with which their requests failed. */
  readonly culprits: number;
}

/** Plans the calls of one request such that the means over all requests are those of the flow. */
const planCalls = ({ calls, root }: TreeContext, server: ServerFlow): readonly CallPlan[] => {
  const kinds = calls.childrenOf(server.process, root);
  const arriving = calls.reaching(root, server.component);
  const failing = kinds.reduce((sum, kind) => sum + failureRate(kind), 0);
  let passing = 1;
  return kinds.map((kind) => {
    const mean = arriving <= 0 ? 0 : calls.rateOf(kind) / arriving;
    const passed = passing;
    const failsHere = failing === 0 ? 0 : Math.min(passed, (errorShareOf(server) * failureRate(kind)) / failing);
    passing -= failsHere;
    const reaching = passed <= SHARE_MIN ? Math.ceil(mean) : Math.min(Math.ceil(mean - SHARE_MIN), mean / passed);
    const wanted = passed >= 1 ? mean : reaching;
    const asCulprit = Math.max(1, wanted);
    return {
      kind,
      before: passing <= SHARE_MIN ? wanted : Math.max(0, wanted * passed - failsHere * asCulprit) / passing,
      asCulprit,
      after: passed >= 1 ? mean : Math.max(0, mean - passed * wanted) / (1 - passed),
      culprits: mean <= 0 ? 0 : Math.min(1, (failsHere * asCulprit) / mean),
    };
  });
};

const SHARE_MIN = 1e-6;

const failureRate = ({ rate, errorShare }: CallKind): number => rate * errorShare;

const ATTEMPTS_MAX = 8;

/** The whole part for certain, the rest by chance. */
const wholeCount = (expected: number, draw: number): number =>
  Math.min(ATTEMPTS_MAX, Math.floor(expected) + (fractionOf(draw, 14) < expected - Math.floor(expected) - 1e-9 ? 1 : 0));

/** One element, by weight; undefined when no weight is positive. */
export const pickWeighted = <T>(items: readonly T[], weightOf: (item: T) => number, fraction: number): T | undefined => {
  const total = items.reduce((sum, item) => sum + weightOf(item), 0);
  if (total <= 0) return undefined;
  let rest = fraction * total;
  for (const item of items) {
    rest -= weightOf(item);
    if (rest < 0) return item;
  }
  return items.at(-1);
};
