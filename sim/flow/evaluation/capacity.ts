import { milliValue } from "#kube/objects/quantity.ts";
import type { AppProgram } from "../../processes/app-program.ts";
import type { Process } from "../../processes/process.ts";
import { amountOf } from "../../programs/behaviour/settings.ts";
import { LANGUAGES } from "../../programs/languages/languages.ts";
import { collectionMs } from "./collection.ts";
import { type PoolState, poolState } from "./connection-pool.ts";
import type { Demand } from "./evaluation.ts";

/** Requests that a process can do, and a queue for those beyond. */
export interface Capacity {
  /** Requests per second. */
  readonly perS: number;
  /** The same if there were a connection to its store for each. */
  readonly able: number;
  /** CPU time of one request, collections of garbage included, ms. */
  readonly cpuMs: number;
  /** Cores that it works with. */
  readonly cores: number;
  /** Requests that may wait. */
  readonly queue: number;
  /** True where the program itself bounds the rate, and refuses requests that find its queue full. */
  readonly refuses: boolean;
  /** Missing: it has no pool of connections, or does not use it. */
  readonly pool?: PoolState;
}

/** Circumstances under which a process works. */
export interface Circumstances {
  /** Requests in its queue. */
  readonly waiting: number;
  /** Cores that it gets if it wants all that it may use. */
  readonly cores: number;
}

/** The least of what the workers, the processor and the program's own limit allow. */
export const capacityOf = (process: Process, app: AppProgram, demand: Demand, { waiting, cores }: Circumstances): Capacity => {
  const { workers, rateLimit, queue } = app.behaviour;
  const ownMs = demand.rate === 0 ? 0 : (demand.cpuCores * 1000) / demand.rate;
  const cpuMs = ownMs + collectionMs(process, app, { demand, waiting, cores, ownMs });
  const able = Math.min((workers * 1000) / demand.work.meanMs, (cores * 1000) / cpuMs);
  const pool =
    demand.pool && poolState(demand.pool, { rate: waiting > 0 ? Math.max(able, demand.rate) : demand.rate, atOnce: requestsAtOnce(app) });
  const perS = Math.min(able, pool?.perS ?? able);
  const limitPerS = rateLimit === undefined ? Number.POSITIVE_INFINITY : amountOf(process, rateLimit.perS);
  return rateLimit !== undefined && limitPerS <= perS
    ? { perS: limitPerS, able: limitPerS, cpuMs, cores, queue: amountOf(process, rateLimit.queue), refuses: true, ...(pool && { pool }) }
    : { perS, able, cpuMs, cores, queue: queue === undefined ? QUEUE : amountOf(process, queue), refuses: false, ...(pool && { pool }) };
};

/** Requests of a program that may wait for something else at once. */
export const requestsAtOnce = ({ behaviour: { language, workers } }: AppProgram): number =>
  LANGUAGES[language].waitsWithoutWorker ? workers + QUEUE : workers;

/** CPU limit of a process in cores; one without uses no more than some threads do. */
export const cpuLimitOf = ({ start }: Process): number => {
  const limit = start.container.resources?.limits?.["cpu"];
  return limit === undefined ? THREADS : milliValue(limit) / 1000;
};

const THREADS = 4;

/** Requests that may wait where nothing else is said: as many as Envoy holds for an upstream. */
const QUEUE = 1024;
