import type { ErrorShare } from "../../flow/flow-history.ts";
import type { World } from "../../kernel/world.ts";
import type { ContainerLife } from "./container-lives.ts";
import { countsAt, errorsByCause, type FlowSegment, segmentAt } from "./flow-counts.ts";
import { flowIndex, type Stream, totalsAt } from "./flow-index.ts";
import { workingSetAt } from "./memory-history.ts";

/** What a program's metrics are computed from: the streams that it serves and sends, at an instant of its life. */
interface AppView {
  readonly world: World;
  readonly life: ContainerLife;
  readonly atMs: number;
}

/** One metric of one kind of program. */
export interface AppMetric {
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly help: string;
  readonly programs: readonly string[];
  readonly value: (view: AppView) => number | undefined;
}

const SEARCH = { programs: ["search"] };
const RATE = { programs: ["rate"] };
const GO = { programs: ["search", "rate"] };
const MONGO = { programs: ["mongod"] };
const MEMCACHED = { programs: ["memcached"] };

/** Events of streams since the process started: an exporter counts from zero. */
const sinceStart = ({ life, atMs }: AppView, streams: readonly Stream[], count: (segment: FlowSegment, atMs: number) => number): number => {
  let sum = 0;
  for (const { newest } of streams) {
    const now = segmentAt(newest, atMs);
    if (now === undefined) continue;
    const then = segmentAt(newest, life.startedAtMs);
    sum += Math.max(0, count(now, atMs) - (then === undefined ? 0 : count(then, life.startedAtMs)));
  }
  return sum;
};

const served = ({ world, life }: AppView): readonly Stream[] =>
  [...flowIndex(world).servers.values()].filter(({ about }) => about.process === life.key);

const sentTo = ({ world, life }: AppView, to: string): readonly Stream[] =>
  [...flowIndex(world).edges.values()].filter(({ about }) => about.fromProcess === life.key && about.to === to);

const requests = (segment: FlowSegment, atMs: number): number => countsAt(segment, atMs).requests;
const errors = (segment: FlowSegment, atMs: number): number => countsAt(segment, atMs).errors;
const successes = (segment: FlowSegment, atMs: number): number => requests(segment, atMs) - errors(segment, atMs);

/** Errors of some causes; of errors before the segment the present mix is taken. */
const errorsWhere =
  (isWanted: (error: ErrorShare) => boolean) =>
  (segment: FlowSegment, atMs: number): number => {
    let sum = 0;
    let errorsAtEnd = countsAt(segment, atMs).errors;
    for (let at: FlowSegment | undefined = segment; at !== undefined; errorsAtEnd = at.before.errors, at = at.previous) {
      const byCause = errorsByCause(at, errorsAtEnd - at.before.errors);
      at.flow?.errors.forEach((error, i) => {
        if (isWanted(error)) sum += byCause[i] as number;
      });
    }
    return sum;
  };

const timedOut = errorsWhere(({ cause }) => cause === "timed-out");
const rejected = errorsWhere(({ cause }) => cause === "rejected" || cause === "overloaded");

const inFlight = (view: AppView): number => {
  let sum = 0;
  for (const { newest } of served(view)) {
    const flow = segmentAt(newest, view.atMs)?.flow;
    if (flow !== undefined) sum += (flow.rate * flow.meanMs) / 1000;
  }
  return Math.round(sum);
};

const setting =
  (name: string, fallback: number) =>
  ({ life }: AppView): number => {
    const value = Number(life.process.start.env[name] ?? fallback);
    return Number.isFinite(value) ? value : fallback;
  };

/** Requests beyond what the back end takes at once wait. */
const queueDepth = (view: AppView): number => {
  const waiting = inFlight(view) - WORKERS;
  return Math.max(0, Math.min(waiting, setting("RATE_QUEUE_CAPACITY", 256)(view)));
};

const WORKERS = 16;

const connections = ({ world, life, atMs }: AppView): number => {
  const component = life.process.start.pod.metadata.labels?.["io.kompose.service"] ?? life.container;
  let open = 3;
  for (const { about, newest } of flowIndex(world).edges.values())
    if (about.namespace === life.namespace && about.to === component && (segmentAt(newest, atMs)?.flow?.rate ?? 0) > 0) open += 4;
  return open;
};

/** The metrics that the applications' own exporters and those of stores serve. */
export const APP_METRICS: readonly AppMetric[] = [
  {
    ...SEARCH,
    name: "search_requests_total",
    type: "counter",
    help: "Search requests received.",
    value: (view) => sinceStart(view, served(view), requests),
  },
  {
    ...SEARCH,
    name: "search_rate_attempts_total",
    type: "counter",
    help: "Calls to the rate service, retries included.",
    value: (view) => sinceStart(view, sentTo(view, "rate"), requests),
  },
  {
    ...SEARCH,
    name: "search_rate_timeouts_total",
    type: "counter",
    help: "Calls to the rate service that timed out.",
    value: (view) => sinceStart(view, sentTo(view, "rate"), timedOut),
  },
  {
    ...SEARCH,
    name: "search_rate_failures_total",
    type: "counter",
    help: "Calls to the rate service that failed.",
    value: (view) => sinceStart(view, sentTo(view, "rate"), errors),
  },
  {
    ...SEARCH,
    name: "search_rate_successes_total",
    type: "counter",
    help: "Calls to the rate service that succeeded.",
    value: (view) => sinceStart(view, sentTo(view, "rate"), successes),
  },
  {
    ...RATE,
    name: "rate_requests_received_total",
    type: "counter",
    help: "Rate requests received.",
    value: (view) => sinceStart(view, served(view), requests),
  },
  {
    ...RATE,
    name: "rate_requests_completed_total",
    type: "counter",
    help: "Rate requests completed.",
    value: (view) => sinceStart(view, served(view), successes),
  },
  {
    ...RATE,
    name: "rate_requests_expired_total",
    type: "counter",
    help: "Rate requests that expired in the queue.",
    value: (view) => sinceStart(view, served(view), timedOut),
  },
  {
    ...RATE,
    name: "rate_requests_rejected_total",
    type: "counter",
    help: "Rate requests rejected because the queue was full.",
    value: (view) => sinceStart(view, served(view), rejected),
  },
  { ...RATE, name: "rate_in_flight", type: "gauge", help: "Rate requests in flight.", value: inFlight },
  { ...RATE, name: "rate_queue_depth", type: "gauge", help: "Rate requests that wait.", value: queueDepth },
  { ...RATE, name: "rate_queue_capacity", type: "gauge", help: "Capacity of the queue.", value: setting("RATE_QUEUE_CAPACITY", 256) },
  {
    ...RATE,
    name: "rate_backend_qps_limit",
    type: "gauge",
    help: "Limit of requests per second to the back end.",
    value: setting("RATE_BACKEND_QPS_LIMIT", 20),
  },
  {
    ...GO,
    name: "go_goroutines",
    type: "gauge",
    help: "Number of goroutines that currently exist.",
    value: (view) => 18 + 2 * inFlight(view) + (view.life.hash % 5),
  },
  {
    ...GO,
    name: "process_cpu_seconds_total",
    type: "counter",
    help: "Total user and system CPU time spent in seconds.",
    value: ({ world, life, atMs }) => processCpu(world, life, atMs),
  },
  {
    ...GO,
    name: "process_resident_memory_bytes",
    type: "gauge",
    help: "Resident memory size in bytes.",
    value: ({ world, life, atMs }) => workingSetAt(world, life.key, atMs),
  },
  {
    ...GO,
    name: "process_start_time_seconds",
    type: "gauge",
    help: "Start time of the process since unix epoch in seconds.",
    value: ({ life }) => Math.floor(life.startedAtMs / 10) / 100,
  },
  { ...MONGO, name: "mongodb_up", type: "gauge", help: "Whether MongoDB is up.", value: () => 1 },
  { ...MONGO, name: "mongodb_connections", type: "gauge", help: "Open connections.", value: connections },
  {
    ...MONGO,
    name: "mongodb_op_counters_total",
    type: "counter",
    help: "Operations since the start.",
    value: (view) => sinceStart(view, served(view), requests),
  },
  { ...MEMCACHED, name: "memcached_up", type: "gauge", help: "Could the memcached server be reached.", value: () => 1 },
  { ...MEMCACHED, name: "memcached_current_connections", type: "gauge", help: "Current number of open connections.", value: connections },
  {
    ...MEMCACHED,
    name: "memcached_commands_total",
    type: "counter",
    help: "Total number of all requests broken down by command (get, set, etc.) and status.",
    value: (view) => sinceStart(view, served(view), requests),
  },
];

const processCpu = (world: World, life: ContainerLife, atMs: number): number => {
  const load = flowIndex(world).loads.get(life.key);
  const used = totalsAt(load, atMs).coreSeconds - totalsAt(load, life.startedAtMs).coreSeconds;
  return Math.round((used + 0.0005 * ((atMs - life.startedAtMs) / 1000)) * 100) / 100;
};
