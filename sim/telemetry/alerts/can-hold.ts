import { FLOW_HISTORY, type FlowRow, type RequestFlow } from "../../flow/flow-history.ts";
import type { World } from "../../kernel/world.ts";
import { containerLives } from "../metrics/container-lives.ts";
import { throttledShare } from "../metrics/container-values.ts";
import { flowIndex } from "../metrics/flow-index.ts";
import { sharesWithin } from "../metrics/latency.ts";

/**
 * Whether a condition on counters of a window can hold at all, told from what flowed in it.
 *
 * True where it may: an expression over a thousand series need not be computed while nothing failed, was slow or was held back.
 */
export type CanHold = (world: World, fromMs: number, toMs: number) => boolean;

/** Some request failed. */
export const someFailed: CanHold = (world, fromMs, toMs) => rowsIn(world, fromMs, toMs).some((row) => traitsOf(row).fails);

/** Some requests took longer than the bucket below three seconds. */
export const someWereSlow: CanHold = (world, fromMs, toMs) => rowsIn(world, fromMs, toMs).some((row) => traitsOf(row).isSlow);

/** Some container used up its CPU quota in a fifth of the scheduler's periods. */
export const someWereThrottled: CanHold = (world, fromMs, toMs) => {
  const { loads } = flowIndex(world);
  return containerLives(world).some(({ key, cpuLimit, startedAtMs, endedAtMs = toMs }) => {
    if (cpuLimit === 0 || endedAtMs <= fromMs) return false;
    let load = loads.get(key);
    while (load !== undefined && load.fromMs > toMs) load = load.previous;
    for (; load !== undefined; load = load.fromMs <= fromMs || load.fromMs <= startedAtMs ? undefined : load.previous)
      if (throttledShare(cpuLimit, load.cores, load.served) > THROTTLED_MIN) return true;
    return false;
  });
};

const THROTTLED_MIN = 0.2;

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

interface Traits {
  readonly fails: boolean;
  readonly isSlow: boolean;
}

const traitsOf = (row: FlowRow): Traits => {
  let traits = kept.get(row);
  if (traits === undefined) {
    const flows: readonly RequestFlow[] = [...row.servers, ...row.edges];
    traits = { fails: flows.some(({ errors }) => errors.some(({ share }) => share > 0)), isSlow: flows.some(isSlow) };
    kept.set(row, traits);
  }
  return traits;
};

const kept = new WeakMap<FlowRow, Traits>();

const isSlow = ({ errors, meanMs, deviationMs }: RequestFlow): boolean =>
  errors.some(({ share, afterMs }) => share > 0 && afterMs > SLOW_MS) ||
  1 - (sharesWithin([SLOW_MS], meanMs, deviationMs)[0] as number) > SLOW_SHARE_MIN;

const SLOW_MS = 2000;
const SLOW_SHARE_MIN = 1e-6;
