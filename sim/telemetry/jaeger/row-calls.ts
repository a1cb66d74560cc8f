import { keepFor } from "#core/keep-for.ts";
import type { EdgeFlow, FlowRow, RequestFlow, ServerFlow } from "../../flow/flow-history.ts";

/** A flow row, arranged for drawing requests from it. */
export interface RowCalls {
  /** Calls by which requests of a root operation come in. */
  readonly entriesOf: (root: string) => readonly EdgeFlow[];
  /** Calls that a process sends on for a root operation. */
  readonly childrenOf: (process: string, root: string) => readonly EdgeFlow[];
  /** Processes that may answer a call. */
  readonly serversOf: (edge: EdgeFlow) => readonly ServerFlow[];
  /** Calls per second of this kind for its root operation, from all processes of the caller. */
  readonly rateOf: (edge: EdgeFlow) => number;
  /** Requests per second that arrive at a component for a root operation. */
  readonly arriving: (root: string, component: string) => number | undefined;
}

/** Arranges a row; rows are immutable, so each part is found once. */
export const rowCalls = keepFor((row: FlowRow): RowCalls => arrange(row));

const arrange = (row: FlowRow): RowCalls => ({
  entriesOf: remember((root) => row.edges.filter((edge) => edge.root === root && edge.fromProcess === undefined && edge.rate > 0)),
  childrenOf: rememberPairs((process, root) =>
    row.edges.filter((edge) => edge.fromProcess === process && edge.root === root && edge.rate > 0),
  ),
  serversOf: remember((edge) => row.servers.filter((server) => isAt(server, edge) && server.rate > 0 && servesEdge(row, edge, server))),
  rateOf: remember((edge) => row.edges.reduce((sum, other) => (isSameCall(edge, other) ? sum + other.rate : sum), 0)),
  arriving: rememberPairs((root, component) => {
    const edges = row.edges.filter((edge) => edge.root === root && edge.to === component);
    return edges.length === 0 ? undefined : edges.reduce((sum, { rate }) => sum + rate, 0);
  }),
});

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

const isAt = ({ component, namespace }: ServerFlow, edge: EdgeFlow): boolean => component === edge.to && namespace === edge.namespace;

/** A process serves several operations: the one of the call where there is one of that name. */
const servesEdge = (row: FlowRow, edge: EdgeFlow, { operation }: ServerFlow): boolean =>
  operation === edge.operation || !row.servers.some((server) => isAt(server, edge) && server.operation === edge.operation);

const isSameCall = (edge: EdgeFlow, other: EdgeFlow): boolean =>
  other.from === edge.from && other.to === edge.to && other.operation === edge.operation && other.root === edge.root;

/** Share of a flow's requests that fail. */
export const errorShareOf = ({ errors }: RequestFlow): number => errors.reduce((sum, { share }) => sum + share, 0);
