import { type RecordedRead, readsHold, recordReads } from "../kernel/recorded-reads.ts";
import type { World } from "../kernel/world.ts";
import { networkFrameRevision, networkRevision } from "../network/network-revision.ts";
import type { Process } from "../processes/process.ts";
import { CACHE_WARMTH, KNOWN_ADDRESSES, processStateRevision, STORE_SERVERS } from "../processes/process-state.ts";
import { MONGO_DATA } from "../stores/mongo/server/mongo-data.ts";
import { dataRevision } from "../stores/runtime/data-folder.ts";
import { createEvaluation } from "./evaluation/evaluate-operation.ts";
import { createFindings, type Findings } from "./evaluation/evaluation.ts";
import type { Outcome } from "./evaluation/outcome.ts";
import { shareFlows } from "./share-flows.ts";
import { demandOf, followLoad, type Traffic } from "./traffic.ts";

/**
 * Traffic over the live call graph at this instant; cached until something changes. The first pass finds the reachable processes, the
 * second adds the waits that the first one's rates cause. Only data is kept: a fork inherits it, so it must not refer to its world.
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
  storeRevision(world);

/** A number that grows with every change of a store's data or accounts. */
const storeRevision = (world: World): number => world.map(MONGO_DATA).revision + dataRevision(world, "postgres");

/** Traffic, and the inputs that it was computed from. */
interface Solution {
  readonly traffic: Traffic;
  readonly reads: readonly RecordedRead[];
  /** Revision of what seldom changes and is not looked at piece by piece. */
  readonly frame: number;
}

/** Solutions that may be valid again, the present one first: a container in a crash loop repeats the same few. */
const solve = (world: World, before: readonly Solution[]): readonly Solution[] => {
  const frame = networkFrameRevision(world) + storeRevision(world);
  const known = before.find((solution) => solution.frame === frame && readsHold(world, solution.reads));
  if (known !== undefined) return [known, ...before.filter((solution) => solution !== known)];
  const { value, reads } = recordReads(() => followTwice(world));
  return [{ traffic: shareFlows(value, before[0]?.traffic), reads, frame }, ...before].slice(0, SOLUTIONS_KEPT);
};

const SOLUTIONS_KEPT = 4;

const followTwice = (world: World): Traffic => {
  const found = createFindings();
  const demand = demandOf(createEvaluation(world, undefined, found));
  return followLoad(createEvaluation(world, demand, createFindings(found.wiring)));
};
