import { isSameJson } from "#core/canonical-json.ts";
import { productOf } from "#kube/app/products.ts";
import type { Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { ChangeObserver, TimerHandler, World } from "../kernel/world.ts";
import { planSolve, SOLVE_TIMER } from "../processes/plan-solve.ts";
import { PROCESSES, type Process } from "../processes/process.ts";
import { PANIC_TIMER } from "../processes/process-keys.ts";
import { growMemory, memoryGoal, memoryGoalRevision, moveMemory, setMemoryGoal } from "../processes/process-memory.ts";
import { processStateRevision, REGISTRATIONS } from "../processes/process-state.ts";
import { wouldPanic } from "../programs/behaviour/panic-under-load.ts";
import { refreshKnownAddresses } from "../programs/behaviour/registration.ts";
import { installedApps } from "../programs/catalogue/app-install.ts";
import { runNow } from "../programs/runtime/effect.ts";
import { findProgram } from "../programs/runtime/find-program.ts";
import { networkOf } from "../programs/runtime/world-network.ts";
import { busyRevision, currentTraffic, trafficRevision } from "./current-traffic.ts";
import { cacheWarmth, warmCache } from "./evaluation/cache-warmth.ts";
import type { Demand } from "./evaluation/evaluation.ts";
import { fillPools } from "./fill-pools.ts";
import { FLOW_HISTORY, type FlowRow, type QueueFlow } from "./flow-history.ts";
import { leakedMiBPerS } from "./leaked-memory.ts";
import { isLoadHeld } from "./load.ts";
import { moveBacklogs, planBacklogs } from "./move-backlogs.ts";
import { moveMessages, planMessages } from "./move-messages.ts";
import { type Traffic, toRow } from "./traffic.ts";
import { unsentMiBPerS } from "./unsent-messages.ts";

/** The traffic's part of the world's timers. */
export const flowTimers: Readonly<Record<string, TimerHandler>> = { [SOLVE_TIMER]: (world) => solveTraffic(world) };

/** The traffic looks again when something changed that it depends on. */
export const flowObservers: readonly ChangeObserver[] = [
  (world, { resource, object, previous }) => {
    if (
      (resource === "services" && (object as Service).spec !== (previous as Service | undefined)?.spec) ||
      WATCHED.has(resource) ||
      (resource === "pods" && isNewToTraffic(object as Pod, previous as Pod | undefined))
    )
      planSolve(world);
  },
];

/** Labels and annotations of a Service mean nothing to its callers, so Services are not among them. */
const WATCHED = new Set(["endpointslices.discovery.k8s.io", "networkpolicies.networking.k8s.io"]);

/** Most updates of a pod's status mean nothing to the network. */
const isNewToTraffic = (pod: Pod, previous: Pod | undefined): boolean =>
  pod.status?.podIP !== previous?.status?.podIP ||
  pod.status?.phase !== previous?.status?.phase ||
  pod.metadata.labels !== previous?.metadata.labels;

const solveTraffic = (world: World): void => {
  if (isLoadHeld(world) || (installedApps(world).length === 0 && busyRevision(world) === 0)) return;
  moveBacklogs(world);
  moveMessages(world);
  // One that changes nothing of what it reads is kept under its own revision: done again, it would change nothing again.
  world.memo("flow/settled", solveRevision(world), () => settleTraffic(world));
};

/** A number that grows whenever a solve could do anything. */
const solveRevision = (world: World): number =>
  trafficRevision(world) + processStateRevision(world, REGISTRATIONS) + memoryGoalRevision(world);

const settleTraffic = (world: World): boolean => {
  const processes = runningProcesses(world);
  for (const process of processes) runNow(refreshKnownAddresses({ world, process, network: networkOf(world, process) }));
  fillPools(world, processes);
  const { demand } = currentTraffic(world);
  const isWarming = warmCaches(world, processes, demand);
  const traffic = currentTraffic(world);
  recordRow(world, traffic, planMessages(world, traffic));
  planBacklogs(world, processes, traffic);
  for (const process of processes) {
    adjustMemory(world, process, traffic);
    planPanic(world, process, traffic.demand.get(process.key));
  }
  if (isWarming) world.setTimerNoLaterThan(SOLVE_TIMER, "", world.nowMs() + WARMING_TICK_MS);
  return true;
};

/** Interval between updates of the traffic while caches fill, ms. */
const WARMING_TICK_MS = 5000;

const runningProcesses = (world: World): readonly Process[] => {
  const map = world.map<Process>(PROCESSES);
  return world.memo("flow/running", map.revision, () => map.values().filter(({ phase }) => phase === "running"));
};

const warmCaches = (world: World, processes: readonly Process[], demand: ReadonlyMap<string, Demand>): boolean => {
  let isWarming = false;
  for (const process of processes) {
    if (CACHES.has(process.program) && warmCache(world, process, demand.get(process.key)?.rate ?? 0)) isWarming = true;
  }
  return isWarming;
};

const CACHES: ReadonlySet<string> = new Set(["memcached", "redis-entrypoint", "redis-server"]);

/** Appends a row of traffic, unless it equals the last. */
const recordRow = (world: World, traffic: Traffic, queues: readonly QueueFlow[]): void => {
  const log = world.log<FlowRow>(FLOW_HISTORY);
  const last = log.last();
  const row = toRow(traffic, queues, world.nowMs());
  if (last === undefined || !isSameFlow(last, row)) log.append(row);
};

const isSameFlow = (a: FlowRow, b: FlowRow): boolean =>
  isSameJson(a.operations, b.operations) &&
  isSameJson(a.servers, b.servers) &&
  isSameJson(a.edges, b.edges) &&
  isSameJson(a.queues ?? [], b.queues ?? []) &&
  isSameJson(a.busy ?? [], b.busy ?? []) &&
  isSameJson(a.machines ?? [], b.machines ?? []);

/** Moves the working set to where the traffic wants it. */
const adjustMemory = (world: World, process: Process, traffic: Traffic): void => {
  const demand = traffic.demand.get(process.key);
  const growth = unsentMiBPerS(process, traffic) + leakedMiBPerS(world, process, traffic);
  if (growth > 0) {
    if (memoryGoal(world, process.key) === UNBOUNDED) return;
    setMemoryGoal(world, process.key, UNBOUNDED);
    return growMemory(world, process, growth);
  }
  const base = findProgram(process)?.memory.idleMiB;
  const slope = process.app?.behaviour.memory.per100RpsMiB ?? MIB_PER_100_RPS[process.program];
  if (base === undefined || slope === undefined) return;
  const cached = process.program === "memcached" ? CACHE_CONTENT_MIB * cacheWarmth(world, process) : 0;
  const goal = base + (slope * (demand?.rate ?? 0)) / 100 + cached;
  if (Math.abs(goal - (memoryGoal(world, process.key) ?? base)) < MEMORY_STEP_MIB) return;
  setMemoryGoal(world, process.key, goal);
  moveMemory(world, process, goal, process.program === "memcached" ? WARMING_TICK_MS : MEMORY_MOVES_MS);
};

/** Level of a working set that grows for as long as a broker is away. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

const MIB_PER_100_RPS: Readonly<Record<string, number>> = { mongod: 8, memcached: 1 };

/** Memory of the content of one of the application's caches once it is warm, MiB. */
const CACHE_CONTENT_MIB = productOf("memcached")?.contentMiB ?? 0;
const MEMORY_STEP_MIB = 0.25;
const MEMORY_MOVES_MS = 20_000;

/** A program whose code panics at an error meets that error with its next request. */
const planPanic = (world: World, process: Process, demand: Demand | undefined): void => {
  if (demand === undefined || demand.rate <= 0 || !wouldPanic(world, process)) return;
  world.setTimerNoLaterThan(PANIC_TIMER, process.key, world.nowMs() + Math.ceil(1000 / demand.rate), process.startedAtMs);
};
