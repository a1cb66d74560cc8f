import { type EdgeFlow, FLOW_HISTORY, type FlowRow, type RequestFlow, type ServerFlow } from "../../flow/flow-history.ts";
import type { World } from "../../kernel/world.ts";
import { type FlowSegment, nextSegment } from "./flow-counts.ts";
import { createLogFold } from "./fold-log.ts";

/** A stream of requests over time: one operation of one process, or one kind of call from one process to one component. */
export interface Stream<F extends RequestFlow = RequestFlow> {
  /** What never changes about it: the flow as it was first seen. */
  readonly about: F;
  readonly newest: FlowSegment;
}

/** What a process did over time, all operations together; chained to the stretch before. */
export interface LoadSegment {
  readonly fromMs: number;
  readonly cores: number;
  /** Requests served per second. */
  readonly served: number;
  /** Requests sent per second. */
  readonly sent: number;
  /** Integrals at its beginning: core-seconds and requests. */
  readonly coreSeconds: number;
  readonly servedTotal: number;
  readonly sentTotal: number;
  readonly previous: LoadSegment | undefined;
}

/** All streams that ever flowed. */
export interface FlowIndex {
  readonly servers: Map<string, Stream<ServerFlow>>;
  readonly edges: Map<string, Stream<EdgeFlow>>;
  readonly loads: Map<string, LoadSegment>;
  /** `namespace/component` of stores, which emit no spans. */
  readonly stores: Set<string>;
}

/** Derives the streams of a world's flow history; the same object as long as no row was added. */
export const flowIndex = (world: World): FlowIndex => indexOf(world.log<FlowRow>(FLOW_HISTORY));

const indexOf = createLogFold<FlowRow, FlowIndex>({
  empty: () => ({ servers: new Map(), edges: new Map(), loads: new Map(), stores: new Set() }),
  copy: ({ servers, edges, loads, stores }) => ({
    servers: new Map(servers),
    edges: new Map(edges),
    loads: new Map(loads),
    stores: new Set(stores),
  }),
  apply: (index, row) => {
    updateStreams(index.servers, row.servers, serverKey, row.fromMs);
    updateStreams(index.edges, row.edges, edgeKey, row.fromMs);
    updateLoads(index.loads, row);
    for (const { protocol, namespace, to } of row.edges)
      if (protocol !== "http" && protocol !== "grpc") index.stores.add(`${namespace}/${to}`);
  },
});

/** Names of streams by their flows: rows share the flows that stay the same. */
const keptKeys = new WeakMap<RequestFlow, string>();

const keyOnce =
  <F extends RequestFlow>(keyOf: (flow: F) => string) =>
  (flow: F): string => {
    let key = keptKeys.get(flow);
    if (key === undefined) {
      key = keyOf(flow);
      keptKeys.set(flow, key);
    }
    return key;
  };

const serverKey = keyOnce((flow: ServerFlow) => `${flow.process} ${flow.operation}`);
const edgeKey = keyOnce((flow: EdgeFlow) => `${flow.fromProcess ?? ""} ${flow.from} ${flow.to} ${flow.operation} ${flow.root}`);

const updateStreams = <F extends RequestFlow>(
  streams: Map<string, Stream<F>>,
  flows: readonly F[],
  keyOf: (flow: F) => string,
  fromMs: number,
): void => {
  const present = new Set<string>();
  for (const flow of flows) {
    const key = keyOf(flow);
    present.add(key);
    const known = streams.get(key);
    if (known?.newest.flow !== undefined && isSameFlow(known.newest.flow, flow)) continue;
    streams.set(key, { about: known?.about ?? flow, newest: nextSegment(known?.newest, key, fromMs, flow) });
  }
  if (present.size === streams.size) return;
  for (const [key, stream] of streams) {
    if (!present.has(key) && stream.newest.flow !== undefined)
      streams.set(key, { about: stream.about, newest: nextSegment(stream.newest, key, fromMs, undefined) });
  }
};

const isSameFlow = (a: RequestFlow, b: RequestFlow): boolean =>
  a === b ||
  (a.rate === b.rate &&
    a.meanMs === b.meanMs &&
    a.deviationMs === b.deviationMs &&
    a.errors.length === b.errors.length &&
    a.errors.every((error, i) => {
      const other = b.errors[i];
      return error === other || (error.share === other?.share && error.cause === other.cause && error.afterMs === other.afterMs);
    }));

interface Load {
  cores: number;
  served: number;
  sent: number;
}

const updateLoads = (loads: Map<string, LoadSegment>, row: FlowRow): void => {
  const now = new Map<string, Load>();
  const loadOf = (process: string): Load => {
    let load = now.get(process);
    if (load === undefined) {
      load = { cores: 0, served: 0, sent: 0 };
      now.set(process, load);
    }
    return load;
  };
  for (const { process, cpuCores, rate } of row.servers) {
    const load = loadOf(process);
    load.cores += cpuCores;
    load.served += rate;
  }
  for (const { fromProcess, rate } of row.edges) if (fromProcess !== undefined) loadOf(fromProcess).sent += rate;
  for (const process of loads.keys()) loadOf(process);
  for (const [process, load] of now) {
    const known = loads.get(process);
    if (known !== undefined && known.cores === load.cores && known.served === load.served && known.sent === load.sent) continue;
    loads.set(process, { fromMs: row.fromMs, ...load, ...totalsAt(known, row.fromMs), previous: known });
  }
};

/** Integrals of a process's load at an instant of its newest or an earlier stretch. */
export const totalsAt = (newest: LoadSegment | undefined, atMs: number): Pick<LoadSegment, "coreSeconds" | "servedTotal" | "sentTotal"> => {
  const segment = loadAt(newest, atMs);
  if (segment === undefined) return NOTHING;
  const seconds = (atMs - segment.fromMs) / 1000;
  return {
    coreSeconds: segment.coreSeconds + segment.cores * seconds,
    servedTotal: segment.servedTotal + segment.served * seconds,
    sentTotal: segment.sentTotal + segment.sent * seconds,
  };
};

/** The stretch at an instant; undefined before the first. */
export const loadAt = (newest: LoadSegment | undefined, atMs: number): LoadSegment | undefined => {
  let segment = newest;
  while (segment !== undefined && segment.fromMs > atMs) segment = segment.previous;
  return segment;
};

const NOTHING = { coreSeconds: 0, servedTotal: 0, sentTotal: 0 };
