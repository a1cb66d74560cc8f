import type { Spread } from "./distribution.ts";
import type { Demand, PoolDemand } from "./evaluation.ts";

/** True when two walks ask the processes for the same, as far as it matters. */
export const isSettled = (before: ReadonlyMap<string, Demand>, after: ReadonlyMap<string, Demand>): boolean => {
  if (before.size !== after.size) return false;
  for (const [key, { rate, work, pool }] of after) {
    const was = before.get(key);
    if (was === undefined || Math.abs(rate - was.rate) > TOLERANCE * Math.max(rate, was.rate)) return false;
    if (pool !== undefined && Math.abs(held(rate, pool) - held(was.rate, was.pool)) > Math.max(WORKERS, TOLERANCE * held(rate, pool)))
      return false;
    if (Math.abs(inWork(rate, work) - inWork(was.rate, was.work)) > Math.max(WORKERS, TOLERANCE * inWork(rate, work))) return false;
  }
  return true;
};

/** Connections that are in use at once. */
const held = (rate: number, pool: PoolDemand | undefined): number => (pool === undefined ? 0 : inWork(rate * pool.perRequest, pool.hold));

/** Requests that are worked on at once. */
const inWork = (rate: number, { meanMs }: Spread): number => (rate * meanMs) / 1000;

const TOLERANCE = 0.005;

/** A difference of so many busy workers matters to nobody. */
const WORKERS = 0.02;

/** A part of the way from what one walk asks for to what the next one does. */
export const between = (
  before: ReadonlyMap<string, Demand>,
  after: ReadonlyMap<string, Demand>,
  part: number,
): ReadonlyMap<string, Demand> => new Map([...after].map(([key, asked]) => [key, partWay(before.get(key) ?? asked, asked, part)]));

const partWay = (was: Demand, asked: Demand, part: number): Demand => {
  const mean = (a: number, b: number): number => a + (b - a) * part;
  const spread = (a: Spread, b: Spread): Spread => ({ meanMs: mean(a.meanMs, b.meanMs), variance: mean(a.variance, b.variance) });
  return {
    ...asked,
    rate: mean(was.rate, asked.rate),
    cpuCores: mean(was.cpuCores, asked.cpuCores),
    work: spread(was.work, asked.work),
    ...(asked.pool &&
      was.pool && {
        pool: {
          ...asked.pool,
          perRequest: mean(was.pool.perRequest, asked.pool.perRequest),
          hold: spread(was.pool.hold, asked.pool.hold),
        },
      }),
    ...(asked.clients &&
      was.clients?.length === asked.clients.length && {
        clients: asked.clients.map((client, i) => ({ ...client, rate: mean(was.clients?.[i]?.rate ?? client.rate, client.rate) })),
      }),
  };
};
