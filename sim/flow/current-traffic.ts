import { type RecordedRead, readsHold, recordReads } from "../kernel/recorded-reads.ts";
import type { World } from "../kernel/world.ts";
import { busyMachinesRevision } from "../machines/busy-programs.ts";
import { machinesRevision } from "../machines/machines.ts";
import { linkRevision } from "../network/disturbed-links.ts";
import { networkFrameRevision, networkRevision } from "../network/network-revision.ts";
import type { Process } from "../processes/process.ts";
import {
  BUSY_THREADS,
  CACHE_WARMTH,
  FLAG_FILE_CHANGES,
  KNOWN_ADDRESSES,
  processStateRevision,
  STORE_SERVERS,
} from "../processes/process-state.ts";
import { MONGO_DATA } from "../stores/mongo/server/mongo-data.ts";
import { dataRevision } from "../stores/runtime/data-folder.ts";
import { poolsRevision } from "../stores/runtime/pooled-connections.ts";
import { BACKLOGS } from "./evaluation/backlogs.ts";
import { between, isSettled } from "./evaluation/compare-demand.ts";
import { createEvaluation } from "./evaluation/evaluate-operation.ts";
import { createFindings, type Demand, type Findings } from "./evaluation/evaluation.ts";
import { LAGS } from "./evaluation/lags.ts";
import type { Outcome } from "./evaluation/outcome.ts";
import { loadRevision } from "./load.ts";
import { shareFlows } from "./share-flows.ts";
import { demandOf, followLoad, type Traffic } from "./traffic.ts";

/**
 * Traffic over the live call graph at this instant; cached until something changes. The first walk finds the reachable processes, the
 * next ones add the waits that the rates of the one before cause. Only data is kept: a fork inherits it, so it must not refer to its world.
 */
export const currentTraffic = (world: World): Traffic =>
  (world.memo<readonly Solution[]>("flow/current", trafficRevision(world), (before) => solve(world, before ?? []))[0] as Solution).traffic;

/** Outcome of a request for one operation of a process at this instant. */
export const currentOutcome = (world: World, process: Process, operation: string): Outcome =>
  createEvaluation(world, currentTraffic(world).demand, foundUnderLoad(world)).outcomeOf(process, operation);

/** Findings about the processes under the present load, as data. */
const foundUnderLoad = (world: World): Findings => world.memo("flow/found", trafficRevision(world), () => createFindings());

/** A number that grows whenever the traffic could be another. */
export const trafficRevision = (world: World): number =>
  networkRevision(world) +
  processStateRevision(world, KNOWN_ADDRESSES) +
  processStateRevision(world, CACHE_WARMTH) +
  processStateRevision(world, STORE_SERVERS) +
  processStateRevision(world, FLAG_FILE_CHANGES) +
  BACKLOGS.revision(world) +
  LAGS.revision(world) +
  loadRevision(world) +
  linkRevision(world) +
  poolsRevision(world) +
  processorRevision(world) +
  storeRevision(world);

/** A number that grows with every change of what keeps processors busy beside requests; 0 where nothing ever has. */
export const busyRevision = (world: World): number => processStateRevision(world, BUSY_THREADS) + busyMachinesRevision(world);

const processorRevision = (world: World): number => busyRevision(world) + machinesRevision(world);

/** A number that grows with every change of a store's data or accounts. */
const storeRevision = (world: World): number =>
  world.map(MONGO_DATA).revision + SQL_DATA.reduce((sum, kind) => sum + dataRevision(world, kind), 0);

/** Kinds of data that requests for tables depend on. */
const SQL_DATA = ["postgres", "mysql", "pd", "tikv"];

/** Traffic, and the inputs that it was computed from. */
interface Solution {
  readonly traffic: Traffic;
  readonly reads: readonly RecordedRead[];
  /** Revision of what seldom changes and is not looked at piece by piece. */
  readonly frame: number;
}

/** Solutions that may be valid again, the present one first: a container in a crash loop repeats the same few. */
const solve = (world: World, before: readonly Solution[]): readonly Solution[] => {
  const frame = networkFrameRevision(world) + storeRevision(world) + processorRevision(world);
  const known = before.find((solution) => solution.frame === frame && readsHold(world, solution.reads));
  if (known !== undefined) return [known, ...before.filter((solution) => solution !== known)];
  const { value, reads } = recordReads(() => settleDemand(world));
  return [{ traffic: shareFlows(value, before[0]?.traffic), reads, frame }, ...before].slice(0, SOLUTIONS_KEPT);
};

const SOLUTIONS_KEPT = 4;

/**
 * Repeats the walk until what is asked of the processes is what it was made from: retries ask for more where waits are long. Where nothing
 * is near its limit that is so after two, and the least solution is found: what keeps a larger one going is kept in the backlogs.
 */
const settleDemand = (world: World): Traffic => {
  const found = createFindings();
  const evaluate = (demand?: ReadonlyMap<string, Demand>) =>
    createEvaluation(world, demand, demand === undefined ? found : createFindings(found.wiring));
  let demand = demandOf(evaluate());
  let traffic = followLoad(evaluate(demand));
  for (let walks = 2; walks < WALKS_MAX && !isSettled(demand, traffic.demand); walks++) {
    demand = walks < DAMPED_FROM ? traffic.demand : between(demand, traffic.demand, walks < SLOW_FROM ? 1 / 2 : 1 / 8);
    traffic = followLoad(evaluate(demand));
  }
  return traffic;
};

const WALKS_MAX = 40;

/** Callers that are held up ask for less, and are then held up less: from here on each walk goes half the way, which ends the back and forth. */
const DAMPED_FROM = 4;

/** Number of the walk from which on half the way is too far: a little less makes a great difference at a store whose clients fill their pools. */
const SLOW_FROM = 16;
