import { FLOW_HISTORY, type FlowRow, type RequestFlow } from "../../flow/flow-history.ts";
import type { World } from "../../kernel/world.ts";
import { containerLives } from "../metrics/containers/container-lives.ts";
import { mayBeThrottled } from "../metrics/containers/container-values.ts";
import { spanGroups } from "../metrics/spans/span-groups.ts";
import { flowIndex } from "../metrics/traffic/flow-index.ts";
import { sharesWithin } from "../metrics/traffic/latency.ts";
import type { Matcher } from "../promql/series.ts";

/**
 * For which series a condition on counters of a window can hold at all, told from what flowed in it.
 *
 * A matcher on a label by which the expression groups: an expression over a thousand series is computed for the few of them
 * that failed, were slow or were held back. Undefined: it can hold for none.
 */
export type CanHold = (world: World, fromMs: number, toMs: number) => Matcher | undefined;

/** Services some of whose requests failed. */
export const someFailed: CanHold = (world, fromMs, toMs) => servicesWith(world, { fromMs, toMs }, ({ failing }) => failing);

/** Services some of whose requests took longer than the bucket below three seconds. */
export const someWereSlow: CanHold = (world, fromMs, toMs) => servicesWith(world, { fromMs, toMs }, ({ slow }) => slow);

/** Services with more spans a second than so many; counts are drawn, so a part of the bound is enough. */
export const someWereBusy =
  (spansPerS: number): CanHold =>
  (world, fromMs, toMs) =>
    servicesWith(world, { fromMs, toMs }, ({ spans }) => [...spans].flatMap(([name, rate]) => (rate > spansPerS / 2 ? [name] : [])));

/** Namespaces in which something was published to a queue. */
export const somePublished: CanHold = (world) =>
  oneOf(
    "namespace",
    spanGroups(world).flatMap(({ span, namespace }) => (span.startsWith("publish ") ? [namespace] : [])),
  );

/** Pods with a container that used up its CPU quota in a fifth of the scheduler's periods. */
export const someWereThrottled: CanHold = (world, fromMs, toMs) => {
  const { loads } = flowIndex(world);
  const pods = containerLives(world).filter(({ key, cpuLimit, startedAtMs, endedAtMs = toMs }) => {
    if (cpuLimit === 0 || endedAtMs <= fromMs) return false;
    let load = loads.get(key);
    while (load !== undefined && load.fromMs > toMs) load = load.previous;
    for (; load !== undefined; load = load.fromMs <= fromMs || load.fromMs <= startedAtMs ? undefined : load.previous)
      if (mayBeThrottled(cpuLimit, load.cores, load.served)) return true;
    return false;
  });
  return oneOf(
    "pod",
    pods.map(({ pod }) => pod),
  );
};

const oneOf = (name: string, values: readonly string[]): Matcher | undefined => {
  if (values.length === 0) return undefined;
  const set = new Set(values);
  return { name, op: "=~", value: [...set].join("|"), matches: (value) => set.has(value) };
};

const servicesWith = (
  world: World,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  namesOf: (traits: Traits) => Iterable<string>,
): Matcher | undefined =>
  oneOf(
    "service_name",
    rowsIn(world, fromMs, toMs).flatMap((row) => [...namesOf(traitsOf(row))]),
  );

/** The rows in force between two instants. */
const rowsIn = (world: World, fromMs: number, toMs: number): readonly FlowRow[] => {
  const log = world.log<FlowRow>(FLOW_HISTORY);
  const rows: FlowRow[] = [];
  let i = log.length - 1;
  while (i >= 0 && (log.at(i) as FlowRow).fromMs > toMs) i -= 1;
  for (; i >= 0; i--) {
    const row = log.at(i) as FlowRow;
    rows.push(row);
    if (row.fromMs <= fromMs) break;
  }
  return rows;
};

/** Names of a row's services, by what their server and client spans are like. */
interface Traits {
  readonly failing: ReadonlySet<string>;
  readonly slow: ReadonlySet<string>;
  /** Spans per second. */
  readonly spans: ReadonlyMap<string, number>;
}

const traitsOf = (row: FlowRow): Traits => {
  let traits = kept.get(row);
  if (traits === undefined) {
    traits = findTraits(row);
    kept.set(row, traits);
  }
  return traits;
};

const kept = new WeakMap<FlowRow, Traits>();

const findTraits = ({ servers, edges }: FlowRow): Traits => {
  const failing = new Set<string>();
  const slow = new Set<string>();
  const spans = new Map<string, number>();
  const look = (service: string, flow: RequestFlow): void => {
    if (flow.errors.some(({ share }) => share > 0)) failing.add(service);
    if (isSlow(flow)) slow.add(service);
    spans.set(service, (spans.get(service) ?? 0) + flow.rate);
  };
  for (const flow of servers) look(flow.component, flow);
  for (const flow of edges) look(flow.from, flow);
  return { failing, slow, spans };
};

const isSlow = (flow: RequestFlow): boolean => {
  let slow = slowness.get(flow);
  if (slow === undefined) {
    slow = hasSlow(flow);
    slowness.set(flow, slow);
  }
  return slow;
};

const slowness = new WeakMap<RequestFlow, boolean>();

const hasSlow = ({ errors, meanMs, deviationMs }: RequestFlow): boolean =>
  errors.some(({ share, afterMs }) => share > 0 && afterMs > SLOW_MS) ||
  1 - (sharesWithin([SLOW_MS], meanMs, deviationMs)[0] as number) > SLOW_SHARE_MIN;

const SLOW_MS = 2000;
const SLOW_SHARE_MIN = 1e-6;
