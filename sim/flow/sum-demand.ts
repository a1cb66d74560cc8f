import type { Process } from "../processes/process.ts";
import type { Spread } from "./evaluation/distribution.ts";
import { effectsOn } from "./evaluation/evaluate-operation.ts";
import type { Demand, Evaluation } from "./evaluation/evaluation.ts";
import { INSTANT, type Outcome, timeTaken } from "./evaluation/outcome.ts";
import { clientDemandOf, poolDemandOf, type StoreUse } from "./store-use.ts";

/** Requests of one operation that a process serves. */
export interface Served {
  readonly process: Process;
  readonly operation: string;
  readonly outcome: Outcome;
  rate: number;
}

/** The demand of all requests on each process. */
export const sumDemand = (
  { servers, stores }: { readonly servers: ReadonlyMap<string, Served>; readonly stores: StoreUse },
  evaluation: Evaluation,
): ReadonlyMap<string, Demand> => {
  const demand = new Map<string, Demand>();
  for (const { process, operation, rate } of servers.values()) {
    const known = demand.get(process.key);
    const work = timeTaken(evaluation.found.works.get(process)?.get(operation) ?? INSTANT);
    const cpuCores = (rate * cpuMsOf(evaluation, process, operation)) / 1000;
    demand.set(
      process.key,
      known === undefined ? { rate, cpuCores, work, ...ofStores(stores, process) } : addDemand(known, { rate, cpuCores, work }),
    );
  }
  return demand;
};

const ofStores = (stores: StoreUse, process: Process): Pick<Demand, "pool" | "clients"> => {
  const pool = poolDemandOf(stores, process);
  const clients = clientDemandOf(stores, process);
  return { ...(pool && { pool }), ...(clients && { clients }) };
};

const addDemand = (a: Demand, b: Demand): Demand => {
  const rate = a.rate + b.rate;
  const mean = (a.rate * a.work.meanMs + b.rate * b.work.meanMs) / rate;
  const square = (a.rate * squareOf(a.work) + b.rate * squareOf(b.work)) / rate;
  return { ...a, rate, cpuCores: a.cpuCores + b.cpuCores, work: { meanMs: mean, variance: Math.max(0, square - mean * mean) } };
};

const squareOf = ({ meanMs, variance }: Spread): number => variance + meanMs * meanMs;

/** CPU time of one request, ms. */
export const cpuMsOf = (evaluation: Evaluation, process: Process, operation: string): number => {
  const { program, app } = process;
  const own = app?.behaviour.operations[operation]?.cpuMs;
  return app === undefined || own === undefined
    ? (PRODUCT_CPU_MS[program] ?? STORE_CPU_MS)
    : own + effectsOn(evaluation, process, app, operation).addedCpuMs;
};

/** CPU time of one request to a product, ms, by program. */
const PRODUCT_CPU_MS: Readonly<Record<string, number>> = {
  memcached: 0.05,
  "redis-entrypoint": 0.1,
  "redis-server": 0.1,
  "kafka-run": 0.3,
  rabbitmq: 0.5,
};
const STORE_CPU_MS = 0.6;
