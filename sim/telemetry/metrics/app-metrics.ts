import { EXPORTED_METRICS, type ExportedMetric } from "../../apps/programs/exported-metrics.ts";
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

/** One metric of one kind of program, and its value. */
export interface AppMetric extends ExportedMetric {
  readonly value: (view: AppView) => number | undefined;
}

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

/** The metrics that programs export, with what they are computed from. */
export const APP_METRICS: readonly AppMetric[] = EXPORTED_METRICS.map((metric) => ({
  ...metric,
  value: (view) => VALUES[metric.name](view),
}));

const VALUES: Readonly<Record<(typeof EXPORTED_METRICS)[number]["name"], AppMetric["value"]>> = {
  search_requests_total: (view) => sinceStart(view, served(view), requests),
  search_rate_attempts_total: (view) => sinceStart(view, sentTo(view, "rate"), requests),
  search_rate_timeouts_total: (view) => sinceStart(view, sentTo(view, "rate"), timedOut),
  search_rate_failures_total: (view) => sinceStart(view, sentTo(view, "rate"), errors),
  search_rate_successes_total: (view) => sinceStart(view, sentTo(view, "rate"), successes),
  rate_requests_received_total: (view) => sinceStart(view, served(view), requests),
  rate_requests_completed_total: (view) => sinceStart(view, served(view), successes),
  rate_requests_expired_total: (view) => sinceStart(view, served(view), timedOut),
  rate_requests_rejected_total: (view) => sinceStart(view, served(view), rejected),
  rate_in_flight: inFlight,
  rate_queue_depth: queueDepth,
  rate_queue_capacity: setting("RATE_QUEUE_CAPACITY", 256),
  rate_backend_qps_limit: setting("RATE_BACKEND_QPS_LIMIT", 20),
  go_goroutines: (view) => 18 + 2 * inFlight(view) + (view.life.hash % 5),
  process_cpu_seconds_total: ({ world, life, atMs }) => processCpu(world, life, atMs),
  process_resident_memory_bytes: ({ world, life, atMs }) => workingSetAt(world, life.key, atMs),
  process_start_time_seconds: ({ life }) => Math.floor(life.startedAtMs / 10) / 100,
  mongodb_up: () => 1,
  mongodb_connections: connections,
  mongodb_op_counters_total: (view) => sinceStart(view, served(view), requests),
  memcached_up: () => 1,
  memcached_current_connections: connections,
  memcached_commands_total: (view) => sinceStart(view, served(view), requests),
};

const processCpu = (world: World, life: ContainerLife, atMs: number): number => {
  const load = flowIndex(world).loads.get(life.key);
  const used = totalsAt(load, atMs).coreSeconds - totalsAt(load, life.startedAtMs).coreSeconds;
  return Math.round((used + 0.0005 * ((atMs - life.startedAtMs) / 1000)) * 100) / 100;
};
