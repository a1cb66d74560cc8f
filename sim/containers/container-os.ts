import { stepProcess } from "#shell/interpreter/step-process.ts";
import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import type { WriteLog } from "#shell/machine/descriptors.ts";
import { MAIN_SESSION } from "#shell/machine/descriptors.ts";
import { EMPTY_MACHINE, type MachineState } from "#shell/machine/process-table.ts";
import { handlesSignal } from "#shell/machine/signal-handling.ts";
import { connectInput } from "#shell/machine/terminal.ts";
import type { World } from "../kernel/world.ts";
import { PROCESSES, type Process, type ProcessExit } from "../processes/process.ts";
import { findProcess, memoryLimitMiB, OS_TIMER, type SignalPlan } from "../processes/process-keys.ts";
import { exitProcess, setPorts } from "../processes/process-life.ts";
import { setMemory } from "../processes/process-memory.ts";
import { printLine } from "../processes/process-output.ts";
import { BUSY_SINCE, CONTAINER_OS, clearProcessState, processState, setProcessState } from "../processes/process-state.ts";
import { noteBusyThreads } from "./busy-threads.ts";
import { ContainerMachine } from "./container-machine.ts";
import { environmentOf, folderOf } from "./container-surroundings.ts";
import { neighbourhoodOf, peersOf } from "./neighbourhood.ts";
import { signalListener } from "./signal-listener.ts";
import { newProcess } from "./start/new-process.ts";

/** Starts process 1 of a container whose command is a program of the model's own. */
export const startMain = (world: World, process: Process): void => {
  const machine = openMachine(world, process, EMPTY_MACHINE);
  const started = newProcess(machine, process.start.words ?? []);
  if (!started.ok) return exitProcess(world, process, { exitCode: 1, reason: "Error" }, [started.error.message]);
  const { stdin = false, tty = false } = process.start.container;
  machine.skipPids();
  const fds = { 0: { kind: "null" }, 1: { kind: "log", stream: "stdout" }, 2: { kind: "log", stream: "stderr" } } as const;
  const { pid } = machine.spawn({ ...started.value, fds, ...((stdin || tty) && { session: MAIN_SESSION }) });
  if (stdin || tty) {
    machine.putSession(MAIN_SESSION, { pid, stdout: "", stderr: "" });
    connectInput(machine, MAIN_SESSION, { isTerminal: tty });
  }
  settle(world, process, machine);
};

/** Lets the processes of a container go on at their time. */
export const continueOs = (world: World, key: string, startedAtMs: number): void => {
  const process = findProcess(world, key, startedAtMs);
  if (process !== undefined) settle(world, process, machineOf(world, process));
};

/** True when a container's own process does something on a signal: as process 1 it ignores all but KILL that it does not handle. */
export const takesSignal = (world: World, process: Process, name: string): boolean => {
  const { mainPid = 0, processes = {} } = processState<MachineState>(world, process, CONTAINER_OS) ?? {};
  const main = processes[mainPid];
  return main !== undefined && (mainPid !== 1 || handlesSignal(main, name));
};

/** Sends a signal to process 1 of a container from outside. */
export const signalMain = (world: World, process: Process, name: string): void => {
  const machine = machineOf(world, process);
  machine.signal(machine.mainPid, name);
  settle(world, process, machine);
};

/** Sends a signal to a process of a container: the one with a number, or the one that listens on a port. */
export const signalWithin = (world: World, process: Process, { pid, port, name }: Omit<SignalPlan, "key" | "startedAtMs">): void => {
  const machine = machineOf(world, process);
  if (port !== undefined) signalListener(machine, port, name);
  else if (pid !== undefined) machine.signal(pid, name);
  settle(world, process, machine);
};

/** The machine of a running container as it is now. One whose main program is simulated elsewhere has it as process 1. */
export const machineOf = (world: World, process: Process, log?: WriteLog, opened?: OpenedMachines): ContainerMachine => {
  const os = processState<MachineState>(world, process, CONTAINER_OS);
  if (os !== undefined) return openMachine(world, process, os, log, opened);
  const machine = openMachine(world, process, EMPTY_MACHINE, log, opened);
  machine.skipPids();
  const argv = (process.start.words ?? [process.program]).map(toBytes);
  machine.spawn({ ppid: 0, argv, program: { kind: "native" }, env: environmentOf(process), cwd: folderOf(process), fds: {} });
  return machine;
};

/** Runs what can run, keeps the state, and plans the next turn. */
export const settle = (world: World, process: Process, machine: ContainerMachine): void => {
  const busySinceMs = processState<number>(world, process, BUSY_SINCE);
  const isPatient = busySinceMs !== undefined && world.nowMs() - busySinceMs > BRISK_MS && machine.sessions().length === 0;
  const isIdle = runMachine(machine, undefined, isPatient ? BUSY_TURNS : undefined);
  if (findProcess(world, process.key, process.startedAtMs) === undefined || endIfOver(world, process, machine)) return;
  keep(world, process, machine);
  if (isIdle) clearProcessState(world, process, BUSY_SINCE);
  else if (busySinceMs === undefined) setProcessState(world, process, BUSY_SINCE, world.nowMs());
  noteBusyThreads(world, process, machine);
  const nextMs = isIdle ? machine.nextWakeMs() : world.nowMs() + BUSY_MS;
  if (nextMs === undefined) world.clearTimer(OS_TIMER, process.key);
  else world.setTimer(OS_TIMER, process.key, Math.max(nextMs, world.nowMs() + 1), process.startedAtMs);
};

/** Lets the processes of a machine run; a server among them can be asked by a client among them meanwhile. */
export const runMachine = (machine: ContainerMachine, session?: string, turns?: number): boolean => {
  const { world, process } = machine;
  const machines = running.get(world) ?? new Map<string, ContainerMachine>();
  running.set(world, machines);
  machines.set(process.key, machine);
  try {
    return machine.run(session, turns);
  } finally {
    world.bookWork(Math.floor(machine.takeTurnsDone() / TURNS_PER_EVENT));
    machines.delete(process.key);
  }
};

/** Turns of processes that are as much work as an event. */
const TURNS_PER_EVENT = 2;

/** Machines in the middle of a turn: empty whenever a turn is over. */
const running = new WeakMap<World, Map<string, ContainerMachine>>();

/** Keeps the state of a container whose processes have had their turn. */
export const keep = (world: World, process: Process, machine: ContainerMachine): void => {
  setProcessState(world, process, CONTAINER_OS, machine.save());
  syncSockets(world, process, machine);
};

/** Ends the container when its first process has ended, or when it took more memory than it may. */
const endIfOver = (world: World, process: Process, machine: ContainerMachine): boolean => {
  const memory = syncMemory(world, process, machine);
  if (memory === "exceeded") {
    machine.flushLog();
    keepLastWords(world, machine);
    exitProcess(world, process, { exitCode: 137, reason: "OOMKilled" });
    return true;
  }
  const { mainExit } = machine;
  if (mainExit === undefined) return false;
  machine.flushLog();
  keep(world, process, machine);
  keepLastWords(world, machine);
  exitProcess(world, process, { exitCode: mainExit.status, reason: reasonOf(mainExit.status) });
  return true;
};

/** Keeps the output before the end for open sessions. */
const keepLastWords = (world: World, machine: ContainerMachine): void => {
  for (const [id, { stdout, stderr }] of machine.sessions())
    if (`${stdout}${stderr}` !== "" && world.map(SESSIONS).has(id)) world.map(LAST_WORDS).set(id, { stdout, stderr });
};

/** Sessions that somebody has open, and what was written to them when their container ended. */
export const SESSIONS = "shell/sessions";
export const LAST_WORDS = "shell/last-words";

const reasonOf = (status: number): ProcessExit["reason"] => (status === 0 ? "Completed" : "Error");

const syncMemory = (world: World, process: Process, machine: ContainerMachine): "fits" | "exceeded" => {
  const heap = machine.all().reduce((sum, { heapMiB = 0, exit }) => sum + (exit === undefined ? heapMiB : 0), 0);
  if (heap === 0) return "fits";
  const limit = memoryLimitMiB(process);
  if (limit !== undefined && heap + IDLE_MIB >= limit) return "exceeded";
  setMemory(world, process, heap + IDLE_MIB, 0);
  return "fits";
};

const IDLE_MIB = 1;

/** A script that never sleeps takes its processor's time; it goes on a little later. */
const BUSY_MS = 1000;

/** One that goes on so for longer, while nobody is connected to it, does nothing that anybody waits for, and has few turns a second. */
const BRISK_MS = 3000;
const BUSY_TURNS = 8;

/** The network knows a container's sockets by its main process. */
const syncSockets = (world: World, process: Process, machine: ContainerMachine): void => {
  const isNative = machine.find(machine.mainPid)?.program.kind === "native";
  if (isNative) return;
  const sockets = machine.all().flatMap((proc) => (proc.exit === undefined ? (proc.sockets ?? []) : []));
  const current = world.map<Process>(PROCESSES).get(process.key);
  if (current === undefined || current.startedAtMs !== process.startedAtMs) return;
  const isSame =
    sockets.length === current.ports.length &&
    sockets.every((socket, index) => socket.port === current.ports[index]?.port && socket.serves === current.ports[index]?.serves);
  if (!isSame) setPorts(world, current, sockets);
};

/** Machines that are looked at together, by container: each is opened once, and those that see each other are the same to both. */
type OpenedMachines = Map<string, ContainerMachine>;

const openMachine = (
  world: World,
  process: Process,
  os: MachineState,
  log?: WriteLog,
  opened: OpenedMachines = new Map(),
): ContainerMachine => {
  const machineFor = (peer: Process): ContainerMachine =>
    running.get(world)?.get(peer.key) ?? opened.get(peer.key) ?? machineOf(world, peer, undefined, opened);
  const neighbourhood = neighbourhoodOf(world, process, {
    machineFor,
    signalled: (target) => (target === "sandbox" ? endSandbox(world, process) : settlePeer(world, target)),
  });
  const machine = new ContainerMachine(
    { world, process, nowMs: world.nowMs(), neighbourhood },
    os,
    stepProcess,
    log ?? ((stream, line, isPartial) => printLine(world, process, { text: fromBytes(line), stream, isPartial })),
  );
  opened.set(process.key, machine);
  return machine;
};

/** One that runs just now sees to itself. */
const settlePeer = (world: World, machine: ContainerMachine): void => {
  if (running.get(world)?.get(machine.process.key) !== machine) settle(world, machine.process, machine);
};

/** With the process that holds a pod together all others end. */
const endSandbox = (world: World, process: Process): void => {
  for (const member of [...peersOf(world, process), process]) exitProcess(world, member, { exitCode: 137, reason: "Error" });
};
