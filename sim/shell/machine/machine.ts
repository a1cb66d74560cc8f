import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { SIGNAL_NUMBERS } from "../interpreter/signal-numbers.ts";
import { ContainerFs } from "./container-fs.ts";
import { Descriptors, type WriteLog } from "./descriptors.ts";
import { type FileSystem, ProcessFs } from "./process-fs.ts";
import type { ContainerOs, Descriptor, Proc, Program, Wait } from "./process-table.ts";
import { HARMLESS, handlesSignal, isInterruptible } from "./signal-handling.ts";

/** Does one turn of a process: until it waits, ends, or has used up its share. */
export type StepProcess = (machine: Machine, proc: Proc) => void;

/** What a new process begins with. */
export interface NewProcess {
  readonly ppid: number;
  readonly argv: readonly string[];
  readonly program: Program;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly fds: Readonly<Record<number, Descriptor>>;
  readonly session?: string | undefined;
  readonly ignored?: readonly string[] | undefined;
  readonly comm?: string | undefined;
}

/** Where a machine stands. */
export interface MachinePlace {
  readonly world: World;
  readonly process: Process;
  readonly nowMs: number;
  /** Missing: its processes see each other alone. */
  readonly neighbourhood?: Neighbourhood | undefined;
}

/** The other containers whose processes a container's can see. */
export interface Neighbourhood {
  readonly peers: () => readonly Machine[];
  /** Process 1 of a pod whose containers all share their processes. */
  readonly sandbox?: Proc;
  /** Told that a process elsewhere was sent a signal that it takes. */
  readonly signalled: (target: Machine | "sandbox") => void;
}

/** A process with its container; none: it is the sandbox's. */
export interface VisibleProcess {
  readonly proc: Proc;
  readonly machine: Machine | undefined;
}

/**
 * The processes of one container while they run: lives for one turn, and hands its state back as plain data.
 *
 * Its clock may be ahead of the world's, for those who ask how long something would take.
 */
export class Machine extends Descriptors {
  readonly world: World;
  readonly process: Process;
  readonly fs: FileSystem;
  nowMs: number;
  /** Set once process 1 has ended. */
  mainExit: { readonly status: number; readonly killedBy?: string } | undefined;
  /** True after more memory was taken than the container may have. */
  isOutOfMemory = false;
  /** The process whose turn it is, or was last. */
  currentPid = 0;
  /** Number of the container's own process: 1, unless it shares the processes of others. */
  mainPid: number;
  readonly #step: StepProcess;
  readonly #peers: () => readonly Machine[];
  readonly #sandbox: Proc | undefined;
  readonly #signalled: Neighbourhood["signalled"];
  readonly #own = new Set<number>();
  #lastPid: number;

  constructor({ world, process, nowMs, neighbourhood }: MachinePlace, os: ContainerOs, step: StepProcess, log: WriteLog) {
    super(os, log);
    this.world = world;
    this.process = process;
    this.nowMs = nowMs;
    this.#peers = neighbourhood?.peers ?? (() => []);
    this.#sandbox = neighbourhood?.sandbox;
    this.#signalled = neighbourhood?.signalled ?? (() => undefined);
    this.fs = new ProcessFs(new ContainerFs(world, process, () => this.nowMs), this);
    this.#step = step;
    this.#lastPid = os.lastPid;
    this.mainPid = os.mainPid;
  }

  /** The state as plain data; what nobody refers to any more is left out. */
  save(): ContainerOs {
    return {
      ...this.saveDescriptors(),
      processes: Object.fromEntries(this.processes),
      lastPid: this.#lastPid,
      mainPid: this.mainPid,
    };
  }

  /** Lets everything run that can, or the processes of one session alone, for so many turns; false when there is more to do at once. */
  run(session?: string, turns = TURNS_MAX): boolean {
    for (let turn = 0; turn < turns; ) {
      let hasMoved = false;
      for (const pid of [...this.processes.keys()].sort((a, b) => a - b)) {
        const known = this.processes.get(pid);
        if (known === undefined || known.exit !== undefined || !this.#isReady(known)) continue;
        if (session !== undefined && known.session !== session) continue;
        const proc = this.edit(pid);
        proc.wait = undefined;
        this.currentPid = pid;
        this.#step(this, proc);
        hasMoved = true;
        turn += 1;
        if (this.mainExit !== undefined) return true;
      }
      if (!hasMoved) return true;
    }
    return false;
  }

  /** The next instant at which something may go on by itself, in one session or anywhere. */
  nextWakeMs(session?: string): number | undefined {
    let next: number | undefined;
    for (const { wait, exit, session: own } of this.processes.values())
      if (
        exit === undefined &&
        (session === undefined || own === session) &&
        wait?.atMs !== undefined &&
        (next === undefined || wait.atMs < next)
      )
        next = wait.atMs;
    return next;
  }

  /** A process that may be changed in this turn. */
  edit(pid: number): Proc {
    const known = this.processes.get(pid) as Proc;
    if (this.#own.has(pid)) return known;
    const program: Program = known.program.kind === "shell" ? { kind: "shell", shell: { ...known.program.shell } } : known.program;
    const copy = { ...known, program };
    this.processes.set(pid, copy);
    this.#own.add(pid);
    return copy;
  }

  find(pid: number): Proc | undefined {
    return this.processes.get(pid);
  }

  /** All processes of the container, by number. */
  all(): readonly Proc[] {
    return [...this.processes.values()].sort((a, b) => a.pid - b.pid);
  }

  /** All processes that run where this container's can see them, by number. */
  visible(): readonly VisibleProcess[] {
    const found: VisibleProcess[] = this.#sandbox === undefined ? [] : [{ proc: this.#sandbox, machine: undefined }];
    for (const machine of [this, ...this.#peers()])
      for (const proc of machine.all()) if (proc.exit === undefined) found.push({ proc, machine });
    return found.sort((a, b) => a.proc.pid - b.proc.pid);
  }

  /** What the runtime itself starts on the way to a new process takes numbers too. */
  skipPids(): void {
    this.#lastPid = this.#highestPid();
    if (this.#lastPid > 0) this.#lastPid += RUNTIME_PIDS;
  }

  #highestPid(): number {
    const floor = this.#sandbox?.pid ?? 0;
    return this.#peers().reduce((highest, peer) => Math.max(highest, peer.#lastPid), Math.max(floor, this.#lastPid));
  }

  spawn({ ppid, argv, program, env, cwd, fds, session, ignored, comm }: NewProcess): Proc {
    this.#lastPid = this.#highestPid() + 1;
    if (this.mainPid === 0) this.mainPid = this.#lastPid;
    const umask = this.processes.get(ppid)?.umask;
    const proc: Proc = {
      pid: this.#lastPid,
      ppid,
      argv,
      program,
      env,
      cwd,
      fds,
      wait: undefined,
      signals: [],
      exit: undefined,
      startedAtMs: this.nowMs,
      ...(umask === undefined ? {} : { umask }),
      ...(session === undefined ? {} : { session }),
      ...(ignored === undefined || ignored.length === 0 ? {} : { ignored }),
      ...(comm === undefined ? {} : { comm }),
    };
    this.processes.set(proc.pid, proc);
    this.#own.add(proc.pid);
    return proc;
  }

  /** Ends a process. Its children go to process 1. */
  exit(proc: Proc, status: number, killedBy?: string): void {
    if (proc.exit !== undefined) return;
    proc.exit = status & 255;
    proc.fds = {};
    if (killedBy !== undefined) proc.killedBy = killedBy;
    for (const { pid, ppid, exit } of this.processes.values()) {
      if (ppid !== proc.pid) continue;
      if (exit !== undefined) this.processes.delete(pid);
      else this.edit(pid).ppid = 1;
    }
    for (const [id, session] of this.sessions()) if (session.pid === proc.pid) this.putSession(id, { ...session, exit: proc.exit });
    if (proc.pid === this.mainPid) this.mainExit = { status: proc.exit, ...(killedBy === undefined ? {} : { killedBy }) };
    const parent = this.processes.get(proc.ppid);
    const isAwaited = parent?.program.kind === "shell" || parent?.wait?.on === "child" || parent?.wait?.keepsChild === true;
    if (!isAwaited || parent.exit !== undefined) this.processes.delete(proc.pid);
  }

  /** Takes a process that has ended out of the table and gives how it ended; undefined while it runs. */
  reap(pid: number): { readonly status: number; readonly killedBy: string | undefined } | undefined {
    const proc = this.processes.get(pid);
    if (proc === undefined) return { status: 127, killedBy: undefined };
    if (proc.exit === undefined) return undefined;
    this.processes.delete(pid);
    return { status: proc.exit, killedBy: proc.killedBy };
  }

  /** Sends a signal from within the container; false when there is no such process. Process 1 gets none that it does not handle. */
  signal(pid: number, name: string): boolean {
    const known = this.processes.get(pid);
    if (known === undefined || known.exit !== undefined) return this.#signalPeer(pid, name);
    if (name === "0") return true;
    if (pid !== 1) this.deliver(this.edit(pid), name);
    else if (handlesSignal(known, name) || isInterruptible(known, name)) this.deliver(this.edit(pid), name);
    return true;
  }

  #signalPeer(pid: number, name: string): boolean {
    if (pid === this.#sandbox?.pid) {
      if (name === "TERM" || name === "INT") this.#signalled("sandbox");
      return true;
    }
    const peer = this.#peers().find((machine) => machine.processes.get(pid)?.exit === undefined && machine.processes.has(pid));
    if (peer === undefined) return false;
    peer.signal(pid, name);
    this.#signalled(peer);
    return true;
  }

  /** Lets a process take a signal: it is ignored, ends it, or waits for the shell to come round to it. */
  deliver(proc: Proc, name: string): void {
    if (name === "KILL") return this.exit(proc, 137, name);
    if (HARMLESS.has(name) || proc.ignored?.includes(name) === true) return;
    if (proc.program.kind === "shell") {
      const { traps, source } = proc.program.shell;
      if (traps[name] === "") return;
      if (traps[name] !== undefined || (source === "prompt" && name === "INT")) {
        proc.signals = [...proc.signals, name];
        return;
      }
      if (source === "prompt" && name !== "HUP" && name !== "PIPE") return;
    }
    if (handlesSignal(proc, name)) proc.signals = [...proc.signals, name];
    else this.exit(proc, 128 + (SIGNAL_NUMBERS[name] ?? 15), name);
  }

  #isReady({ wait, fds, signals, pid, program }: Proc): boolean {
    if (wait === undefined) return true;
    // A shell looks at its signals when what it has started is over.
    const isBusy = program.kind === "shell" && (program.shell.child !== undefined || program.shell.capture !== undefined);
    if (signals.length > 0 && !isBusy) return true;
    if (wait.atMs !== undefined && this.nowMs >= wait.atMs) return true;
    if (wait.on === "child") return [...this.processes.values()].some(({ ppid, exit }) => ppid === pid && exit !== undefined);
    if (wait.on === "input") return this.hasInput(fds[wait.number ?? 0]);
    return wait.on === "room" && this.hasRoom(fds[wait.number ?? 1]);
  }
}

/** Bits that new files and folders do not get unless `umask` says otherwise. */
export const DEFAULT_UMASK = 0o022;

const TURNS_MAX = 400;

/** How many numbers the processes and threads of runc take before the one that they start. */
const RUNTIME_PIDS = 5;

/** A wait that only a signal ends. */
export const FOR_EVER: Wait = { on: "ever" };
