import type { EdgeFlow, ErrorShare, FlowRow, ServerFlow } from "../../flow/flow-history.ts";
import { fractionOf, mix } from "../metrics/number-hash.ts";
import { latencyAt } from "../metrics/traffic/latency.ts";
import { type CallKind, errorShareOf, isWorkedOn, type RowCalls, rowCalls } from "./row-calls.ts";

/** One call of a request's tree: what the caller saw, and what the callee did if it was reached. */
export interface Call {
  readonly edge: EdgeFlow;
  readonly ms: number;
  readonly error: ErrorShare | undefined;
  readonly work: Work | undefined;
}

/** Work of one process for one call. */
export interface Work {
  readonly server: ServerFlow;
  readonly ms: number;
  readonly error: ErrorShare | undefined;
  readonly calls: readonly Call[];
}

/** Draws the tree of one user request; `draw` names it. Undefined when nothing flows there. */
export const drawCallTree = (row: FlowRow, root: string, draw: number): Call | undefined => {
  const calls = rowCalls(row);
  const entry = calls.entryOf(root);
  return entry === undefined ? undefined : drawCall({ calls, root }, entry, mix(draw, 2), OPEN, 0);
};

/** Tells whether the tree of a draw begins with a call that fails, without drawing the rest. */
export const failsAtEntry = (row: FlowRow, root: string, draw: number): boolean => {
  const entry = rowCalls(row).entryOf(root);
  return entry !== undefined && fails(entry, mix(draw, 2), OPEN);
};

interface TreeContext {
  readonly calls: RowCalls;
  readonly root: string;
}

/** Knowledge about a call's outcome before it is drawn. */
type OutcomePrior =
  | { readonly kind: "open" }
  | { readonly kind: "fails" }
  | { readonly kind: "under-success"; readonly parentShare: number };

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
  const drawn = reached ? drawWork(context, server, mix(draw, 5), failsBehind(server, error, draw), depth) : undefined;
  const work = hasGivenUp && drawn !== undefined && drawn.error === undefined ? cutOff(drawn, error.afterMs) : drawn;
  const drawnMs =
    error === undefined
      ? latencyAt(fractionOf(draw, 6), edge)
      : Math.max(error.afterMs * (0.95 + 0.1 * fractionOf(draw, 15)), 0.2 + fractionOf(draw, 7));
  const ms = error?.cause === "timed-out" ? error.afterMs : Math.max(drawnMs, (work?.ms ?? 0) + 0.2 + 0.4 * fractionOf(draw, 8));
  return { edge, ms, error, work };
};

/** True when the callee fails too: it passes its failure up, or is as likely to fail as ever while its caller no longer waits. */
const failsBehind = (server: ServerFlow, error: ErrorShare | undefined, draw: number): boolean =>
  error !== undefined && errorShareOf(server) > 0 && (error.cause !== "timed-out" || fractionOf(draw, 17) < errorShareOf(server));

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
  const chance = prior.kind === "open" ? share : prior.parentShare >= 1 ? 0 : (share - prior.parentShare) / (1 - prior.parentShare);
  return fractionOf(draw, 9) < chance;
};

const drawWork = (context: TreeContext, server: ServerFlow, draw: number, failed: boolean, depth: number): Work => {
  const children = context.calls.childrenOf(server.process, context.root);
  const culprit = failed ? pickWeighted(children, failureRate, fractionOf(draw, 10)) : undefined;
  const parentShare = errorShareOf(server);
  const counts = expectedCounts(context, server, children, culprit);
  const calls = children.flatMap((kind, i): readonly Call[] => {
    const prior: OutcomePrior = kind === culprit ? { kind: "fails" } : { kind: "under-success", parentShare };
    const drawn = wholeCount(counts[i] as number, mix(draw, 20 + i));
    const count = kind === culprit ? Math.max(1, drawn) : drawn;
    return Array.from({ length: count }, (_, attempt) => drawCall(context, kind, mix(draw, 1000 + i * 16 + attempt), prior, depth + 1));
  });
  const error = failed ? pickWeighted(server.errors, ({ share }) => share, fractionOf(draw, 11)) : undefined;
  const inside = calls.reduce((sum, { ms }) => sum + ms, 0);
  const own = error === undefined ? latencyAt(fractionOf(draw, 12), server) : error.afterMs * (0.95 + 0.1 * fractionOf(draw, 16));
  return { server, calls, error, ms: Math.max(own, inside + 0.1 + 0.2 * fractionOf(draw, 13)) };
};

const failureRate = ({ rate, errorShare }: CallKind): number => rate * errorShare;

/**
 * Calls of each kind that are expected in one request, given which of them it failed with.
 *
 * What stands after the culprit is called as often as the mean over all requests leaves: calls in sequence not at all, those beside it always.
 */
const expectedCounts = (
  { calls, root }: TreeContext,
  server: ServerFlow,
  children: readonly CallKind[],
  culprit: CallKind | undefined,
): readonly number[] => {
  const arriving = calls.reaching(root, server.component);
  const failing = children.reduce((sum, kind) => sum + failureRate(kind), 0);
  const failedAt = children.indexOf(culprit as CallKind);
  let passed = 1;
  return children.map((kind, i) => {
    const ratio = arriving <= 0 ? 0 : calls.rateOf(kind) / arriving;
    const passing = passed;
    if (failing > 0) passed -= (errorShareOf(server) * failureRate(kind)) / failing;
    if (passing >= 1) return ratio;
    const wanted = passing <= 1e-6 ? Math.ceil(ratio) : Math.min(Math.ceil(ratio - 1e-3), ratio / passing);
    return culprit === undefined || i <= failedAt ? wanted : Math.max(0, (ratio - passing * wanted) / (1 - passing));
  });
};

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
