import type { ResourceRequirements } from "#kube/types/pod.ts";
import type { World } from "../kernel/world.ts";
import { planSolve, SOLVE_TIMER } from "./plan-solve.ts";
import { PROCESS_HISTORY, PROCESSES, type Process, type ProcessExit, type ProcessKey, type ProcessRecord } from "./process.ts";
import { findProcess, PROCESS_TIMERS, podKeyOf, STEP_TIMER } from "./process-keys.ts";
import { dropMemory, setMemory, watchMemory } from "./process-memory.ts";
import { printLines } from "./process-output.ts";
import { dropProcessState } from "./process-state.ts";

/** Start of a program. */
export interface BootPlan {
  /** Working set in MiB: right after exec, and when idle after the boot. */
  readonly memory: { readonly startMiB: number; readonly idleMiB: number };
  /** From exec to the first step, before the jitter of ±20 %. */
  readonly bootMs: number;
}

/** Adds a process that was just executed; its first step follows after the boot. */
export const beginProcess = (world: World, process: Process, plan: BootPlan): void => {
  world.map<Process>(PROCESSES).set(process.key, process);
  history(world).append({ kind: "started", atMs: world.nowMs(), process });
  const bootMs = bootDuration(world, process, plan);
  const { startMiB, idleMiB } = plan.memory;
  setMemory(world, process, startMiB, bootMs === 0 ? 0 : ((idleMiB - startMiB) * 1000) / bootMs);
  const atMs = world.nowMs() + bootMs;
  world.setTimer(STEP_TIMER, process.key, atMs, { startedAtMs: process.startedAtMs, step: 0, sinceMs: atMs, tries: 0 });
};

/** Opens the sockets of a process; false when another process of the pod holds one of them. */
export const listen = (world: World, process: Process, ports: Process["ports"]): boolean => {
  const taken = portsInUse(world, process);
  if (ports.some(({ port, protocol }) => taken.has(`${port}/${protocol}`))) return false;
  const listening: Process = { ...process, phase: "running", ports };
  world.map<Process>(PROCESSES).set(process.key, listening);
  history(world).append({ kind: "listening", atMs: world.nowMs(), process: listening });
  planSolve(world);
  return true;
};

/** Replaces the sockets that a container's processes hold open. */
export const setPorts = (world: World, process: Process, ports: Process["ports"]): void => {
  const listening: Process = { ...process, phase: "running", ports };
  world.map<Process>(PROCESSES).set(process.key, listening);
  history(world).append({ kind: "listening", atMs: world.nowMs(), process: listening });
  planSolve(world);
};

/** Gives a running process other resources; all else stays as it is. */
export const resizeProcess = (world: World, key: ProcessKey, resources: ResourceRequirements | undefined): void => {
  const process = findProcess(world, key);
  if (process === undefined) return;
  const { resources: _before, ...container } = process.start.container;
  const start = { ...process.start, container: { ...container, ...(resources !== undefined && { resources }) } };
  const resized: Process = { ...process, start };
  world.map<Process>(PROCESSES).set(key, resized);
  if (resized.phase === "running") history(world).append({ kind: "listening", atMs: world.nowMs(), process: resized });
  watchMemory(world, resized);
  planSolve(world);
};

/** Gives a process the files of its container anew. */
export const refreshFiles = (world: World, process: Process, files: Process["start"]["files"]): void => {
  const refreshed: Process = { ...process, start: { ...process.start, files } };
  world.map<Process>(PROCESSES).set(process.key, refreshed);
  if (refreshed.phase === "running") history(world).append({ kind: "listening", atMs: world.nowMs(), process: refreshed });
  // Traffic depends on files too: a name server answers by the one that is mounted.
  planSolve(world);
};

/** Exits a process: its sockets close, its memory is freed, and the kubelet is notified. */
export const exitProcess = (
  world: World,
  process: Process,
  exit: Omit<ProcessExit, "startedAtMs">,
  lines: readonly string[] = [],
): void => {
  const full: ProcessExit = { ...exit, startedAtMs: process.startedAtMs };
  removeProcess(world, process, full, lines);
  world.setTimer(EXITED_TIMER, process.key, world.nowMs(), full);
};

/** Takes a process out of the world and records how it ended. */
export const removeProcess = (world: World, process: Process, exit: ProcessExit, lines: readonly string[]): void => {
  const current = findProcess(world, process.key, process.startedAtMs);
  if (current === undefined) return;
  printLines(world, current, lines, exit.exitCode === 0 ? "stdout" : "stderr");
  world.map<Process>(PROCESSES).delete(process.key);
  for (const timer of PROCESS_TIMERS) world.clearTimer(timer, process.key);
  dropMemory(world, current);
  dropProcessState(world, current);
  history(world).append({ kind: "ended", atMs: world.nowMs(), process: current, exit, lines });
  // Its connections are cut at once.
  world.setTimerNoLaterThan(SOLVE_TIMER, "", world.nowMs());
};

/** Timer of whoever runs the container, for one that ended by itself. */
export const EXITED_TIMER = "kubelet/container-exited";

const history = (world: World) => world.log<ProcessRecord>(PROCESS_HISTORY);

const portsInUse = (world: World, process: Process): ReadonlySet<string> => {
  const taken = new Set<string>();
  const { pod } = process.start;
  for (const container of [...pod.spec.containers, ...(pod.spec.initContainers ?? [])]) {
    const key = `${podKeyOf(process)}/${container.name}`;
    if (key === process.key) continue;
    for (const { port, protocol } of findProcess(world, key)?.ports ?? []) taken.add(`${port}/${protocol}`);
  }
  return taken;
};

const bootDuration = (world: World, process: Process, { bootMs }: BootPlan): number => {
  if (bootMs === 0) return 0;
  const percent = world.rng(`apps/boot/${process.podUid}/${process.start.container.name}/${process.start.restartCount}`).int(80, 120);
  return Math.round((bootMs * percent) / 100);
};
