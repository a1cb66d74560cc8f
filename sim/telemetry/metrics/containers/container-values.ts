import type { World } from "../../../kernel/world.ts";
import { workingSetAt } from "../history/memory-history.ts";
import { fractionOf } from "../number-hash.ts";
import { SCRAPE_INTERVAL_MS } from "../scrape.ts";
import { type LoadSegment, totalsAt } from "../traffic/flow-index.ts";
import { normalShare } from "../traffic/latency.ts";
import type { ContainerLife } from "./container-lives.ts";

/** Value of a container's series at an instant, given what the process does. */
export type ContainerValue = (life: ContainerLife, atMs: number, load: LoadSegment | undefined, world: World) => number | undefined;

/** Cores that an idle program uses for its timers and its runtime. */
const IDLE_CORES = 0.0015;
/** Mean size of a request on the wire. */
export const REQUEST_BYTES = 620;
/** Mean size of an answer. */
export const ANSWER_BYTES = 1840;
const PACKET_BYTES = 700;
/** The kernel's clock and the scrape's differ a little each time; of a container that ended, the last value stays. */
const seenMs = (life: ContainerLife, atMs: number): number =>
  atMs === life.endedAtMs
    ? atMs
    : Math.max(life.startedAtMs, atMs - fractionOf(life.hash, Math.floor(atMs / 1000)) * 0.03 * SCRAPE_INTERVAL_MS);

/** CPU time since the start. */
export const cpuSeconds: ContainerValue = (life, atMs, load) => {
  const until = seenMs(life, atMs);
  const used = totalsAt(load, until).coreSeconds - totalsAt(load, life.startedAtMs).coreSeconds;
  return quantised(used + (IDLE_CORES * (0.5 + fractionOf(life.hash, 7)) * (until - life.startedAtMs)) / 1000);
};

/** Seconds in the resolution of the kernel's accounting, 1 µs. */
const quantised = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;

/** A share of another value. */
export const scaled =
  (value: ContainerValue, by: number): ContainerValue =>
  (life, atMs, load, world) => {
    const whole = value(life, atMs, load, world);
    return whole === undefined ? undefined : quantised(whole * by);
  };

const PERIOD_S = 0.1;

/** Integrates a rate per second over the process's life, stretch by stretch. */
const integrate = (
  life: ContainerLife,
  untilMs: number,
  load: LoadSegment | undefined,
  rateOf: (cores: number, served: number) => number,
): number => {
  let sum = 0;
  let endMs = untilMs;
  for (let segment = load; endMs > life.startedAtMs; segment = segment.previous) {
    if (segment !== undefined && segment.fromMs >= endMs) continue;
    const fromMs = Math.max(segment?.fromMs ?? 0, life.startedAtMs);
    sum += (rateOf(segment?.cores ?? 0, segment?.served ?? 0) * (endMs - fromMs)) / 1000;
    endMs = fromMs;
    if (segment === undefined) break;
  }
  return sum;
};

/** Share of the scheduler's periods in which anything runs. */
const activeShare = (served: number): number => 1 - Math.exp(-PERIOD_S * (served + 2));

/** Share of periods in which the quota is used up: per-period demand taken as normal. */
const throttledShare = (limit: number, cores: number, served: number): number => {
  if (cores <= 0) return 0;
  if (cores >= limit) return 1;
  const perRequest = served > 0 ? cores / served : 0.001;
  const variance = PERIOD_S * Math.max(served, 1) * perRequest * perRequest * 2;
  return 1 - normalShare((PERIOD_S * (limit - cores)) / Math.sqrt(variance));
};

/** Tells whether more than a fifth of the periods may use up the quota, without the normal distribution. */
export const mayBeThrottled = (limit: number, cores: number, served: number): boolean => {
  if (cores <= 0) return false;
  const perRequest = served > 0 ? cores / served : 0.001;
  const variance = PERIOD_S * Math.max(served, 1) * perRequest * perRequest * 2;
  const room = PERIOD_S * (limit - cores);
  return room <= 0 || room * room < FIFTH_DEVIATIONS * FIFTH_DEVIATIONS * variance;
};

/** A fifth of a normal distribution lies further out than so many deviations; a little more is on the safe side. */
const FIFTH_DEVIATIONS = 0.85;

/** Scheduling periods in which anything ran. */
export const periods: ContainerValue = (life, atMs, load) =>
  life.cpuLimit === 0
    ? undefined
    : Math.floor(integrate(life, seenMs(life, atMs), load, (_cores, served) => activeShare(served) / PERIOD_S));

/** Those of them in which the quota was used up. */
export const throttledPeriods: ContainerValue = (life, atMs, load) =>
  life.cpuLimit === 0
    ? undefined
    : Math.floor(
        integrate(
          life,
          seenMs(life, atMs),
          load,
          (cores, served) => (activeShare(served) / PERIOD_S) * throttledShare(life.cpuLimit, cores, served),
        ),
      );

/** Bytes in use; never above the limit. */
export const workingSet: ContainerValue = (life, atMs, _load, world) => {
  const bytes = workingSetAt(world, life.key, atMs) ?? IDLE_BYTES;
  if (life.memoryLimit > 0) return Math.min(wholePages(bytes - fractionOf(life.hash, 13) * LIMITED_SPREAD_BYTES), life.memoryLimit);
  // No two runs of a program touch the same pages, and none the same ones all the time.
  const own = 1 + OWN_SPREAD * (fractionOf(life.hash, 13) - 0.5);
  const breath = 1 + BREATH * (fractionOf(life.hash, Math.floor(atMs / SCRAPE_INTERVAL_MS)) - 0.5);
  return wholePages(bytes * own * breath);
};

/** Distance between the working sets of runs of one program, and between looks at one run, as shares of it. */
const OWN_SPREAD = 0.14;
const BREATH = 0.006;
/** The same for containers with a limit, which the kernel holds them to exactly, bytes. */
const LIMITED_SPREAD_BYTES = 180_000;

const wholePages = (bytes: number): number => Math.max(1, Math.round(bytes / PAGE_BYTES)) * PAGE_BYTES;
const PAGE_BYTES = 4096;

const IDLE_BYTES = 1_048_576;

/** A part of the working set, in whole pages. */
export const memoryPart =
  (share: number): ContainerValue =>
  (life, atMs, load, world) =>
    Math.round(((workingSet(life, atMs, load, world) as number) * share) / 4096) * 4096;

/** Bytes on the wire, by their mean size per request served and sent. */
export const bytes =
  (perServed: number, perSent: number): ContainerValue =>
  (life, atMs, load) => {
    const until = seenMs(life, atMs);
    const now = totalsAt(load, until);
    const then = totalsAt(load, life.startedAtMs);
    const background = ((until - life.startedAtMs) / 1000) * 12;
    return Math.floor((now.servedTotal - then.servedTotal) * perServed + (now.sentTotal - then.sentTotal) * perSent + background);
  };

/** Packets that a number of bytes makes. */
export const packets =
  (value: ContainerValue): ContainerValue =>
  (life, atMs, load, world) => {
    const whole = value(life, atMs, load, world);
    return whole === undefined ? undefined : Math.floor(whole / PACKET_BYTES);
  };
