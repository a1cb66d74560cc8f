import type { Groups } from "./group-pods.ts";
import type { Measured, MeasureRequest } from "./measure-resource.ts";

/** Deviations from 1 of the ratio between actual and target usage that change nothing. */
export interface Tolerances {
  readonly up: number;
  readonly down: number;
}

/**
 * Replicas that a measured resource asks for.
 * @param wanted milli of each pod, or requests by pod where the target is a share of them
 */
export const calculateReplicas = (request: MeasureRequest, groups: Groups, wanted: number | ReadonlyMap<string, number>): Measured => {
  const { current, target, tolerances } = request;
  const { counted, unready, missing, samples } = groups;
  const share = target.averageUtilization ?? 100;
  const requestOf = (name: string): number => (typeof wanted === "number" ? wanted : (wanted.get(name) ?? 0));
  const used = new Map(counted.map((name) => [name, samples.get(name)?.milli ?? 0]));
  const measure = (): Ratio => (typeof wanted === "number" ? ratioOfAverage(used, wanted) : ratioOfShare(used, requestOf, share));
  const { ratio, averageMilli, utilization } = measure();
  if (!Number.isFinite(ratio)) return { problem: "no metrics returned matched known pods" };
  const done = (replicas: number): Measured => ({ replicas, averageMilli, utilization });
  const addsUnready = unready.length > 0 && ratio > 1;
  if (!addsUnready && missing.length === 0) return done(isWithin(tolerances, ratio) ? current : Math.ceil(ratio * counted.length));
  // Those that cannot be measured use all that they may on the way down, and nothing on the way up.
  for (const name of missing) {
    if (ratio < 1) used.set(name, typeof wanted === "number" ? wanted : Math.trunc((requestOf(name) * Math.max(100, share)) / 100));
    else if (ratio > 1) used.set(name, 0);
  }
  if (addsUnready) for (const name of unready) used.set(name, 0);
  const { ratio: later } = measure();
  if (isWithin(tolerances, later) || (ratio < 1 && later > 1) || (ratio > 1 && later < 1)) return done(current);
  const replicas = Math.ceil(later * used.size);
  return done((later < 1 && replicas > current) || (later > 1 && replicas < current) ? current : replicas);
};

interface Ratio {
  readonly ratio: number;
  readonly averageMilli: number;
  /** Percent of the requests; undefined where the target is an amount. */
  readonly utilization: number | undefined;
}

/** Amounts are whole numbers before they are divided by the target, as in the controller. */
const ratioOfAverage = (used: ReadonlyMap<string, number>, wanted: number): Ratio => {
  const averageMilli = Math.trunc(sum(used.values()) / used.size);
  return { ratio: averageMilli / wanted, averageMilli, utilization: undefined };
};

const ratioOfShare = (used: ReadonlyMap<string, number>, requestOf: (name: string) => number, share: number): Ratio => {
  const [total, requested] = [sum(used.values()), sum([...used.keys()].map(requestOf))];
  const utilization = Math.trunc((total * 100) / requested);
  return { ratio: utilization / share, averageMilli: Math.trunc(total / used.size), utilization };
};

const sum = (amounts: Iterable<number>): number => {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
};

const isWithin = ({ up, down }: Tolerances, ratio: number): boolean => 1 - down <= ratio && ratio <= 1 + up;
