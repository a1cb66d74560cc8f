import type { AppProgram } from "../../processes/app-program.ts";
import type { Process } from "../../processes/process.ts";
import { amountOf } from "../../programs/behaviour/settings.ts";
import { LANGUAGES } from "../../programs/languages/languages.ts";
import { type Capacity, capacityOf, cpuLimitOf } from "./capacity.ts";
import { queueWait, queueWaitMs, type Spread } from "./distribution.ts";
import { circumstancesOf, type Demand, type Evaluation } from "./evaluation.ts";
import { inSequence, type Outcome, succeeds } from "./outcome.ts";
import { processorWait } from "./processor-wait.ts";

/** Waits of a request before a process works on it: for a worker, for the processor, and for the program's own limit. */
export const admit = (evaluation: Evaluation, process: Process, app: AppProgram, demand: Demand): Outcome => {
  const circumstances = circumstancesOf(evaluation, process);
  const { waiting } = circumstances;
  const capacity = capacityOf(process, app, demand, circumstances);
  const { errors, ...steady } = steadyWaits(process, app, demand, capacity);
  const wait = longerWait(steady, less(backlogWait(capacity, demand, waiting), poolWaitMs(capacity, demand)));
  return { ...wait, errors: isFull(capacity, demand, waiting) ? [...errors, turnedAway(app, capacity, demand)] : errors };
};

/**
 * Wait behind a backlog. Each of its requests adds to the spread; a queue that comes and goes more slowly than it fluctuates is as uncertain as
 * if it were steady, and one that is full is not.
 */
const backlogWait = ({ perS, queue }: Capacity, { rate }: Demand, waiting: number): Spread => {
  if (waiting === 0) return NO_WAIT;
  const meanMs = (waiting * 1000) / perS;
  const slowness = waiting >= queue ? 1 : (rate + perS) / Math.max(Math.abs(rate - perS), 1e-6);
  return { meanMs, variance: (meanMs * meanMs * slowness) / waiting };
};

/** Requests that wait for a connection are part of the backlog, and their wait is counted where they do. */
const poolWaitMs = ({ pool }: Capacity, demand: Demand): number => (pool?.wait.meanMs ?? 0) * (demand.pool?.perRequest ?? 0);

const less = (wait: Spread, ms: number): Spread => (ms === 0 ? wait : { ...wait, meanMs: Math.max(0, wait.meanMs - ms) });

const NO_WAIT: Spread = { meanMs: 0, variance: 0 };

const longerWait = (steady: Spread, backlog: Spread): Spread =>
  backlog.meanMs > steady.meanMs ? { meanMs: backlog.meanMs, variance: Math.min(backlog.variance, steady.variance) } : steady;

/** Waits of requests that come at random times, as long as they are fewer than can be done. */
const steadyWaits = (
  process: Process,
  { behaviour: { workers, rateLimit } }: AppProgram,
  { rate, work }: Demand,
  { cpuMs, cores }: Capacity,
) => {
  const waits = inSequence(
    succeeds(queueWait(rate, work, workers)),
    succeeds(processorWait(rate, cpuMs, { limit: cpuLimitOf(process), cores })),
  );
  return rateLimit === undefined
    ? waits
    : inSequence(waits, succeeds({ meanMs: queueWaitMs(rate, 1000 / amountOf(process, rateLimit.perS), 1), variance: 0 }));
};

/** True when requests come faster than they are worked on and the queue has no place left. */
const isFull = ({ perS, queue }: Capacity, { rate }: Demand, waiting: number): boolean => rate > perS && waiting >= queue;

/** The end of requests that find the queue full. */
const turnedAway = (
  { behaviour: { language, rateLimit } }: AppProgram,
  { perS, refuses }: Capacity,
  { rate }: Demand,
): Outcome["errors"][number] => {
  const share = 1 - perS / rate;
  return refuses && rateLimit !== undefined
    ? { share, cause: "rejected", text: rateLimit.error, afterMs: 1 }
    : { share, cause: "timed-out", text: LANGUAGES[language].calls.deadline, afterMs: UNANSWERED_MS };
};

/** Time after which a connection that nobody takes up is given up, unless its client is less patient. */
const UNANSWERED_MS = 60_000;
