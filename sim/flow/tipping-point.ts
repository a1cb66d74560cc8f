import type { World } from "../kernel/world.ts";
import type { Process } from "../processes/process.ts";
import { instanceOf } from "../processes/process-keys.ts";
import { BACKLOGS } from "./evaluation/backlogs.ts";
import { type Capacity, capacityOf } from "./evaluation/capacity.ts";
import { waitingShare } from "./evaluation/distribution.ts";
import { createEvaluation } from "./evaluation/evaluate-operation.ts";
import { circumstancesOf, createFindings, type Demand } from "./evaluation/evaluation.ts";
import { demandOf } from "./traffic.ts";

/** A backlog from which on a process is asked for more than it can do, and how often chance alone makes one as long. */
export interface TippingPoint {
  /** Requests that wait. */
  readonly waiting: number;
  /** Times a second that a queue which is steady on average gets so long. */
  readonly perS: number;
}

/**
 * The tipping point of a process that keeps up with what is asked of it; undefined where it has none, or hardly ever gets there.
 *
 * Queues fluctuate. Where long waits cause retries, one that is long enough by chance makes itself longer: a load that could be borne for
 * ever on average is borne for a while. The longer the queue, the rarer by an exponential law (that of M/G/c in heavy traffic).
 */
export const tippingPoint = (
  world: World,
  process: Process,
  demand: ReadonlyMap<string, Demand>,
  { perS, queue }: Capacity,
): TippingPoint | undefined => {
  const asked = demand.get(process.key) as Demand;
  const rho = asked.rate / perS;
  if (process.app === undefined || rho < BUSY || rho >= 1) return undefined;
  const workers = Math.max(1, Math.round((perS * asked.work.meanMs) / 1000));
  const decay = (-Math.log(rho) * 2) / (1 + asked.work.variance / asked.work.meanMs ** 2);
  const often = perS * waitingShare(rho, workers) * (1 - rho) * decay;
  const mostWaiting = Math.min(queue, Math.log(often / RARE_PER_S) / decay);
  const backlogs = BACKLOGS.of(world);
  const found = createFindings();
  const excess = (waiting: number): number => {
    const evaluation = createEvaluation(world, demand, createFindings(found.wiring), { ...backlogs, [instanceOf(process)]: waiting });
    const then = demandOf(evaluation).get(process.key);
    return then === undefined || process.app === undefined
      ? 0
      : then.rate - capacityOf(process, process.app, then, circumstancesOf(evaluation, process)).perS;
  };
  if (mostWaiting < 1 || excess(mostWaiting) <= 0) return undefined;
  const waiting = leastAbove(mostWaiting, excess);
  return { waiting, perS: often * Math.exp(-decay * waiting) };
};

const leastAbove = (most: number, excess: (waiting: number) => number): number => {
  let [low, high] = [0, most];
  while (high - low > Math.max(1, high * PRECISION)) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) high = middle;
    else low = middle;
  }
  return high;
};

const PRECISION = 0.02;

/** Utilisation below which no queue gets long. */
const BUSY = 0.5;

/** Something rarer, once in a month, does not happen. */
const RARE_PER_S = 1 / (30 * 86_400);
