import type { World } from "../../kernel/world.ts";
import { componentOf } from "../../processes/component-of.ts";
import type { ContainerLife } from "./containers/container-lives.ts";
import type { SampledFamily } from "./metric-family.ts";
import { countsAt, type FlowSegment, segmentAt } from "./traffic/flow-counts.ts";
import { flowIndex, type Stream } from "./traffic/flow-index.ts";

/** Process and instant that a program's metrics are computed for; they follow from the streams that it serves and sends. */
export interface AppView {
  readonly world: World;
  readonly life: ContainerLife;
  readonly atMs: number;
}

/** Number of events of streams since the process started: an exporter counts from zero. */
export const sinceStart = (
  { life, atMs }: AppView,
  streams: readonly Stream[],
  count: (segment: FlowSegment, atMs: number) => number,
): number => {
  let sum = 0;
  for (const { newest } of streams) {
    const now = segmentAt(newest, atMs);
    if (now === undefined) continue;
    const then = segmentAt(newest, life.startedAtMs);
    sum += Math.max(0, count(now, atMs) - (then === undefined ? 0 : count(then, life.startedAtMs)));
  }
  return sum;
};

/** Streams of requests that the process serves. */
export const served = ({ world, life }: AppView): readonly Stream[] =>
  [...flowIndex(world).servers.values()].filter(({ about }) => about.process === life.key);

/** Streams of calls that the process makes to a component. */
export const sentTo = ({ world, life }: AppView, to: string): readonly Stream[] =>
  [...flowIndex(world).edges.values()].filter(({ about }) => about.fromProcess === life.key && about.to === to);

/** Operation of a stream's requests; "" where it has none. */
export const operationOf = ({ about }: Stream): string => ("operation" in about ? String(about.operation) : "");

/** Number of requests until an instant. */
export const requests = (segment: FlowSegment, atMs: number): number => countsAt(segment, atMs).requests;
/** Number of requests that failed until an instant. */
export const errors = (segment: FlowSegment, atMs: number): number => countsAt(segment, atMs).errors;
/** Number of requests that went well until an instant. */
export const successes = (segment: FlowSegment, atMs: number): number => requests(segment, atMs) - errors(segment, atMs);

/** Number of requests that a process serves at an instant. */
export const inFlight = (view: AppView): number => {
  let sum = 0;
  for (const { newest } of served(view)) {
    const flow = segmentAt(newest, view.atMs)?.flow;
    if (flow !== undefined) sum += (flow.rate * flow.meanMs) / 1000;
  }
  return Math.round(sum);
};

/** Number of connections to a server: each client component holds a few, and tools some. */
export const connections = ({ world, life, atMs }: AppView): number => {
  const component = componentOf(life.process.start.pod);
  let open = 3;
  for (const { about, newest } of flowIndex(world).edges.values())
    if (about.namespace === life.namespace && about.to === component && (segmentAt(newest, atMs)?.flow?.rate ?? 0) > 0) open += 4;
  return open;
};

/** One series of a metric of a container: what follows the metric's name, labels beside those of the target, and its value. */
export interface MetricRow {
  readonly suffix: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: (view: AppView) => number | undefined;
}

/** Rows of a metric that a container's life exports. */
export type RowsOf = (world: World, life: ContainerLife) => readonly MetricRow[];

/** Makes a series of a metric. */
export const row = (labels: MetricRow["labels"], value: MetricRow["value"], suffix = ""): MetricRow => ({ suffix, labels, value });

/** Rows that every container's life exports. */
export const rows =
  (...given: readonly MetricRow[]): RowsOf =>
  () =>
    given;

/** Rows of a metric without labels of its own. */
export const single = (value: MetricRow["value"]): RowsOf => rows(row({}, value));

/** One metric with the rows that each program exports, by the programs' ids. */
export interface AppMetric {
  readonly name: string;
  readonly type: SampledFamily["type"];
  readonly help: string;
  readonly rows: ReadonlyMap<string, RowsOf>;
}
