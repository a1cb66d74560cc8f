import { keepFor } from "#core/keep-for.ts";
import {
  type BusyFlow,
  type EdgeFlow,
  FLOW_HISTORY,
  type FlowRow,
  type RequestFlow,
  type ServerFlow,
  SPAN_PROTOCOLS,
} from "../../../flow/flow-history.ts";
import type { World } from "../../../kernel/world.ts";
import { createLogFold } from "../history/fold-log.ts";
import { compareFlows, type FlowChanges } from "./compare-flows.ts";
import { type FlowSegment, nextSegment } from "./flow-counts.ts";
import { type MachineSegment, updateMachines } from "./machine-loads.ts";
import { mergeFlows } from "./merge-flows.ts";

/** A stream of requests over time: one operation of one process, or one kind of call from one process to one component. */
export interface Stream<F extends RequestFlow = RequestFlow> {
  /** Constant parts of it: the flow as it was first seen. */
  readonly about: F;
  readonly newest: FlowSegment;
  /** Number of flows of the newest row that it sums up: more than one where calls go to several pods. */
  readonly parts: number;
}

/** Load of a process over a stretch of time, all operations together; linked to the stretch before. */
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
  /** By the node; only machines whose processor something else than requests has kept busy, or was too small. */
  readonly machines: Map<string, MachineSegment>;
  /** `namespace/component` of stores, which emit no spans. */
  readonly stores: Set<string>;
  /** Newest row in the index, which the next one is compared with. */
  row: FlowRow | undefined;
  /** Identity of the set of known streams and stores: another object when one is added. None is ever removed. */
  extent: object;
}

/** Derives the streams of a world's flow history; the same object as long as no row was added. */
export const flowIndex = (world: World): FlowIndex => indexOf(world.log<FlowRow>(FLOW_HISTORY));

const indexOf = createLogFold<FlowRow, FlowIndex>({
  empty: () => ({
    servers: new Map(),
    edges: new Map(),
    loads: new Map(),
    machines: new Map(),
    stores: new Set(),
    row: undefined,
    extent: {},
  }),
  copy: ({ servers, edges, loads, machines, stores, row, extent }) => ({
    servers: new Map(servers),
    edges: new Map(edges),
    loads: new Map(loads),
    machines: new Map(machines),
    stores: new Set(stores),
    row,
    extent,
  }),
  apply: (index, row) => {
    const known = sizeOf(index);
    const servers = compareFlows(index.row?.servers ?? [], row.servers);
    const edges = compareFlows(index.row?.edges ?? [], row.edges);
    updateStreams(index.servers, { row, flows: row.servers, changes: servers, keyOf: serverKey });
    updateStreams(index.edges, { row, flows: row.edges, changes: edges, keyOf: edgeKey });
    updateLoads(index.loads, row, processesIn(servers.touched, edges.touched, [...(index.row?.busy ?? []), ...(row.busy ?? [])]));
    updateMachines(index.machines, row);
    for (const { protocol, namespace, to } of edges.came) if (!SPAN_PROTOCOLS.has(protocol)) index.stores.add(`${namespace}/${to}`);
    index.row = row;
    if (sizeOf(index) > known) index.extent = {};
  },
});

const sizeOf = ({ servers, edges, stores }: FlowIndex): number => servers.size + edges.size + stores.size;

/** Names of streams by their flows: rows share the flows that stay the same. */
const serverKey = keepFor((flow: ServerFlow) => `${flow.process} ${flow.operation}`);
const edgeKey = keepFor((flow: EdgeFlow) => `${flow.fromProcess ?? ""} ${flow.from} ${flow.to} ${flow.operation} ${flow.root}`);

interface RowUpdate<F extends RequestFlow> {
  readonly row: FlowRow;
  readonly flows: readonly F[];
  readonly changes: FlowChanges<F>;
  readonly keyOf: (flow: F) => string;
}

const updateStreams = <F extends RequestFlow>(streams: Map<string, Stream<F>>, update: RowUpdate<F>): void => {
  const { row, changes, keyOf } = update;
  const changed = new Map<string, Change<F>>();
  for (const flow of changes.came) recordChange(changed, keyOf(flow), flow);
  for (const flow of changes.gone) recordChange(changed, keyOf(flow), undefined);
  for (const [key, change] of changed) {
    const known = streams.get(key);
    const parts = (known?.parts ?? 0) + change.more;
    const flow = flowNow(update, key, change, parts);
    const about = known?.about ?? (flow as F);
    const goesOn = known !== undefined && isSameFlow(known.newest.flow, flow);
    if (goesOn && known.parts === parts) continue;
    streams.set(key, { about, parts, newest: goesOn ? known.newest : nextSegment(known?.newest, key, row.fromMs, flow) });
  }
};

/** Difference of a stream between a row and the one before. */
interface Change<F> {
  readonly came: F | undefined;
  /** By how many its parts became more. */
  readonly more: number;
}

const recordChange = <F>(changed: Map<string, Change<F>>, key: string, came: F | undefined): void => {
  const known = changed.get(key);
  changed.set(key, { came: came ?? known?.came, more: (known?.more ?? 0) + (came === undefined ? -1 : 1) });
};

/** Flows of a stream in a row, merged into one. */
const flowNow = <F extends RequestFlow>({ flows, keyOf }: RowUpdate<F>, key: string, { came }: Change<F>, parts: number): F | undefined => {
  if (parts === 0) return undefined;
  return parts === 1 && came !== undefined ? came : mergeFlows(flows.filter((flow) => keyOf(flow) === key));
};

const isSameFlow = (a: RequestFlow | undefined, b: RequestFlow | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.rate === b.rate &&
    a.meanMs === b.meanMs &&
    a.deviationMs === b.deviationMs &&
    a.errors.length === b.errors.length &&
    a.errors.every((error, i) => {
      const other = b.errors[i];
      return error === other || (error.share === other?.share && error.cause === other.cause && error.afterMs === other.afterMs);
    }));

/** Processes whose load may have changed: those of flows that were added, removed or changed. */
const processesIn = (servers: readonly ServerFlow[], edges: readonly EdgeFlow[], busy: readonly BusyFlow[]): ReadonlySet<string> => {
  const processes = new Set<string>();
  for (const { process } of [...servers, ...busy]) processes.add(process);
  for (const { fromProcess } of edges) if (fromProcess !== undefined) processes.add(fromProcess);
  return processes;
};

interface Load {
  cores: number;
  served: number;
  sent: number;
}

const updateLoads = (loads: Map<string, LoadSegment>, row: FlowRow, touched: ReadonlySet<string>): void => {
  if (touched.size === 0) return;
  const now = new Map<string, Load>();
  for (const process of touched) now.set(process, { cores: 0, served: 0, sent: 0 });
  for (const { process, cpuCores, rate } of row.servers) {
    const load = now.get(process);
    if (load === undefined) continue;
    load.cores += cpuCores;
    load.served += rate;
  }
  for (const { fromProcess, rate } of row.edges) {
    const load = fromProcess === undefined ? undefined : now.get(fromProcess);
    if (load !== undefined) load.sent += rate;
  }
  for (const { process, cores } of row.busy ?? []) {
    const load = now.get(process);
    if (load !== undefined) load.cores += cores;
  }
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
