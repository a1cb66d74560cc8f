import { keepFor } from "#core/keep-for.ts";
import type { EdgeFlow, FlowRow, RequestFlow, ServerFlow } from "../../flow/flow-history.ts";

/** A flow row, arranged for drawing requests from it. */
export interface RowCalls {
  /** Call by which requests of a root operation come in; undefined where none do. */
  readonly entryOf: (root: string) => CallKind | undefined;
  /** Calls that a process sends on for a root operation, in their order; what becomes of its messages is a matter of later. */
  readonly childrenOf: (process: string, root: string) => readonly CallKind[];
  /** Work that a call becomes where it arrives, one of which is drawn; none where it does not. */
  readonly serversOf: (edge: EdgeFlow) => readonly ServerFlow[];
  /** Calls per second of this kind for its root operation, from all processes of the caller. */
  readonly rateOf: (kind: CallKind) => number;
  /** Requests per second that reach a component for a root operation. */
  readonly reaching: (root: string, component: string) => number;
}

/** Calls of one process to one component for one purpose, whichever of its pods they go to. */
export interface CallKind {
  readonly edges: readonly EdgeFlow[];
  readonly rate: number;
  readonly errorShare: number;
}

/** Arranges a row; rows are immutable, so each part is found once. */
export const rowCalls = keepFor((row: FlowRow): RowCalls => arrange(row));

const arrange = (row: FlowRow): RowCalls => {
  const serversOf = remember((edge: EdgeFlow) => serversIn(row, edge));
  return {
    serversOf,
    entryOf: remember((root) => {
      const edges = row.edges.filter((edge) => edge.root === root && edge.fromProcess === undefined && edge.rate > 0);
      return edges.length === 0 ? undefined : toKind(edges);
    }),
    childrenOf: rememberPairs((process, root) => {
      const sent = row.edges.filter((edge) => edge.fromProcess === process && edge.root === root && edge.rate > 0 && !isDelivery(edge));
      return [...Map.groupBy(sent, ({ to, operation, protocol }) => `${to} ${operation} ${protocol}`).values()].map(toKind);
    }),
    rateOf: remember(({ edges: [first] }) =>
      row.edges.reduce((sum, other) => (isSameCall(first as EdgeFlow, other) ? sum + other.rate : sum), 0),
    ),
    reaching: rememberPairs((root, component) =>
      row.edges.reduce(
        (sum, edge) => (edge.root === root && edge.to === component ? sum + edge.rate * reachedShare(edge, serversOf(edge)) : sum),
        0,
      ),
    ),
  };
};

/** True for a call that brings a message to one of its readers. */
export const isDelivery = ({ message }: EdgeFlow): boolean => message?.group !== undefined;

/** Calls that are of one kind. */
export const toKind = (edges: readonly EdgeFlow[]): CallKind => {
  const rate = edges.reduce((sum, edge) => sum + edge.rate, 0);
  return { edges, rate, errorShare: edges.reduce((sum, edge) => sum + edge.rate * errorShareOf(edge), 0) / rate };
};

const remember = <K, V>(find: (key: K) => V): ((key: K) => V) => {
  const found = new Map<K, V>();
  return (key) => {
    let value = found.get(key);
    if (value === undefined) {
      value = find(key);
      found.set(key, value);
    }
    return value;
  };
};

const rememberPairs = <V>(find: (a: string, b: string) => V): ((a: string, b: string) => V) => {
  const byFirst = remember((a: string) => remember((b: string) => find(a, b)));
  return (a, b) => byFirst(a)(b);
};

/** A process serves several operations: the one of the call where there is one of that name. */
const serversIn = ({ servers }: FlowRow, { toProcess, operation }: EdgeFlow): readonly ServerFlow[] => {
  const own = servers.filter(({ process, rate }) => process === toProcess && rate > 0);
  const same = own.filter((server) => server.operation === operation);
  return same.length === 0 ? own : same;
};

/** Share of the requests of a flow that their server works on. */
const reachedShare = ({ errors }: EdgeFlow, [server]: readonly ServerFlow[]): number =>
  server === undefined ? 0 : 1 - errors.reduce((sum, { share, cause }) => (isWorkedOn(server, cause) ? sum : sum + share), 0);

/** True when a call that fails for this cause reached its server all the same: the server itself fails so, or its caller gave up on it. */
export const isWorkedOn = (server: ServerFlow, cause: string): boolean =>
  cause === "timed-out" || !UNREACHED.has(cause) || server.errors.some((error) => error.cause === cause);

/** Failures of getting to the callee at all. */
const UNREACHED: ReadonlySet<string> = new Set(["refused", "no-such-host", "no-addresses", "dropped", "reset"]);

const isSameCall = (edge: EdgeFlow, other: EdgeFlow): boolean =>
  other.from === edge.from && other.to === edge.to && other.operation === edge.operation && other.root === edge.root;

/** Share of a flow's requests that fail. */
export const errorShareOf = ({ errors }: RequestFlow): number => errors.reduce((sum, { share }) => sum + share, 0);
