import type { EdgeFlow, ErrorShare, FlowRow, ServerFlow } from "../../flow/flow-history.ts";
import { fractionOf, mix } from "../metrics/number-hash.ts";
import { latencyAt } from "../metrics/traffic/latency.ts";
import { errorShareOf, type RowCalls, rowCalls } from "./row-calls.ts";

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
  const edge = entryOf(row, root, draw);
  return edge === undefined ? undefined : drawCall({ calls: rowCalls(row), root }, edge, mix(draw, 2), OPEN, 0);
};

/** Tells whether the tree of a draw begins with a call that fails, without drawing the rest. */
export const failsAtEntry = (row: FlowRow, root: string, draw: number): boolean => {
  const edge = entryOf(row, root, draw);
  return edge !== undefined && fails(edge, mix(draw, 2), OPEN);
};

const entryOf = (row: FlowRow, root: string, draw: number): EdgeFlow | undefined =>
  pickWeighted(rowCalls(row).entriesOf(root), ({ rate }) => rate, fractionOf(draw, 1));

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

const drawCall = (context: TreeContext, edge: EdgeFlow, draw: number, prior: OutcomePrior, depth: number): Call => {
  const error = fails(edge, draw, prior) ? pickWeighted(edge.errors, ({ share }) => share, fractionOf(draw, 3)) : undefined;
  const server = pickWeighted(context.calls.serversOf(edge), ({ rate }) => rate, fractionOf(draw, 4));
  const reached =
    server !== undefined && depth < DEPTH_MAX && (error === undefined || isPassedUp(server, error) || error.cause === "timed-out");
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
  error !== undefined && (error.cause !== "timed-out" || fractionOf(draw, 17) < errorShareOf(server));

/** Work that goes on until its caller has given up, so that nobody gets its answer. */
const cutOff = (work: Work, afterMs: number): Work => ({
  ...work,
  ms: Math.max(work.ms, afterMs + 0.4),
  error: { share: 1, cause: CANCELED, message: "context canceled", afterMs },
});

/** Cause of a failure for which the caller is the reason: it went away. */
export const CANCELED = "canceled";

/** True when the callee itself answered with this failure: it was reached, or what broke lies behind it. */
const isPassedUp = (server: ServerFlow, { cause }: ErrorShare): boolean =>
  !UNREACHED.has(cause) || server.errors.some((error) => error.cause === cause);

/** Failures of getting to the callee at all. */
const UNREACHED: ReadonlySet<string> = new Set(["refused", "no-such-host", "no-addresses", "timed-out", "dropped", "reset"]);

const fails = (edge: EdgeFlow, draw: number, prior: OutcomePrior): boolean => {
  if (prior.kind === "fails") return edge.errors.length > 0;
  const share = errorShareOf(edge);
  const chance = prior.kind === "open" ? share : prior.parentShare >= 1 ? 0 : (share - prior.parentShare) / (1 - prior.parentShare);
  return fractionOf(draw, 9) < chance;
};

const drawWork = (context: TreeContext, server: ServerFlow, draw: number, failed: boolean, depth: number): Work => {
  const children = context.calls.childrenOf(server.process, context.root);
  const culprit = failed ? pickWeighted(children, (edge) => edge.rate * errorShareOf(edge), fractionOf(draw, 10)) : undefined;
  const calls: Call[] = [];
  const parentShare = errorShareOf(server);
  for (const [i, edge] of children.entries()) {
    const prior: OutcomePrior = edge === culprit ? { kind: "fails" } : { kind: "under-success", parentShare };
    const count =
      edge === culprit
        ? Math.max(1, callCount(context, server, edge, mix(draw, 20 + i)))
        : callCount(context, server, edge, mix(draw, 20 + i));
    for (let attempt = 0; attempt < count; attempt++)
      calls.push(drawCall(context, edge, mix(draw, 1000 + i * 16 + attempt), prior, depth + 1));
    if (edge === culprit) break;
  }
  const error = failed ? pickWeighted(server.errors, ({ share }) => share, fractionOf(draw, 11)) : undefined;
  const inside = calls.reduce((sum, { ms }) => sum + ms, 0);
  const own = error === undefined ? latencyAt(fractionOf(draw, 12), server) : error.afterMs * (0.95 + 0.1 * fractionOf(draw, 16));
  return { server, calls, error, ms: Math.max(own, inside + 0.1 + 0.2 * fractionOf(draw, 13)) };
};

const ATTEMPTS_MAX = 8;

/** Calls per request: the whole part for certain, the rest by chance. */
const callCount = (context: TreeContext, server: ServerFlow, edge: EdgeFlow, draw: number): number => {
  const arriving = context.calls.arriving(context.root, server.component) ?? server.rate;
  const ratio = arriving <= 0 ? 0 : context.calls.rateOf(edge) / arriving;
  return Math.min(ATTEMPTS_MAX, Math.floor(ratio) + (fractionOf(draw, 14) < ratio - Math.floor(ratio) - 1e-9 ? 1 : 0));
};

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
