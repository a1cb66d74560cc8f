import type { Rng } from "#core/rng.ts";
import { spendFrom } from "#core/work-budget.ts";
import { SIGNAL_NUMBERS } from "../interpreter/signal-numbers.ts";
import { Descriptors, type WriteLog } from "./descriptors.ts";
import type { Descriptor, MachineState, Proc, Program, Wait } from "./process-table.ts";
import type { Programs } from "./programs.ts";
import { HARMLESS, handlesSignal, isInterruptible } from "./signal-handling.ts";
import type { Users } from "./users.ts";
import type { VisibleProcess } from "./visible-process.ts";

/** Beginning of a machine's turn. */
export interface MachineStart {
  readonly nowMs: number;
  readonly state: MachineState;
  readonly step: StepProcess;
  readonly log: WriteLog;
}

/** Does one turn of a process: until it waits, ends, or has used up its share. */
export type StepProcess = (machine: Machine, proc: Proc) => void;

/** Beginning of a new process. */
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

/**
 * Processes of one machine while they run: lives for one turn, and hands its state back as plain data.
 *
 * Whoever owns the machine says what it is: its files, its users, its programs, its chance. Its clock may be ahead of the owner's.
 */
export abstract class Machine extends Descriptors {
  abstract readonly users: Users;
  abstract readonly programs: Programs;
  abstract readonly hostName: string;
  nowMs: number;
  /** Set once the main process has ended. */
  mainExit: { readonly status: number; readonly killedBy?: string } | undefined;
  /** The process whose turn it is, or was last. */
  currentPid = 0;
  /** Number of the machine's own process: 1, unless it shares the processes of others. */
  mainPid: number;
  readonly #step: StepProcess;
  readonly #own = new Set<number>();
  #lastPid: number;
  #turnsDone = 0;

  constructor({ nowMs, state, step, log }: MachineStart) {
    super(state, log);
    this.nowMs = nowMs;
    this.#step = step;
    this.#lastPid = state.lastPid;
    this.mainPid = state.mainPid;
  }

  /** Stream of draws of this machine for a purpose and a place; the same ones give the same draws again. */
  abstract rng(purpose: "random" | "mktemp", place: string): Rng;

  /** Takes note of the end of a shell's command: its statuses, one for each stage of a pipeline. */
  commandEnded(_proc: Proc, _statuses: readonly number[]): void {}

  /** The state as plain data; what nobody refers to any more is left out. */
  save(): MachineState {
    return {
      ...this.saveDescriptors(),
      processes: Object.fromEntries(this.processes),
      lastPid: this.#lastPid,
      mainPid: this.mainPid,
    };
  }

  load(turns: number): void {
    this.#turnsDone += turns;
  }

  /** Number of turns that processes had so far, and of what was booked like them. */
  get turnsDone(): number {
    return this.#turnsDone;
  }

  /** Takes the number of turns that processes had since the last look. */
  takeTurnsDone(): number {
    const done = this.#turnsDone;
    this.#turnsDone = 0;
    return done;
  }

  /** Lets everything run that can, or the processes of one session alone, for so many turns; false when there is more to do at once. */
  run(session?: string, turns = TURNS_MAX): boolean {
    const last = this.#turnsDone + turns;
    while (this.#turnsDone < last) {
      let hasMoved = false;
      for (const pid of [...this.processes.keys()].sort((a, b) => a - b)) {
        const known = this.processes.get(pid);
        if (known === undefined || known.exit !== undefined || !this.#isReady(known)) continue;
        if (session !== undefined && known.session !== session) continue;
        const proc = this.edit(pid);
        proc.wait = undefined;
        this.currentPid = pid;
        this.beginTurn();
        this.#stepWithinBudget(proc);
        hasMoved = true;
        this.#turnsDone += 1;
        if (this.mainExit !== undefined) return true;
        // Others have their turn before the next process does as much as this one.
        if (this.#turnsDone >= last + TURNS_MAX) return false;
      }
      if (!hasMoved) return true;
    }
    return false;
  }

  /** Work of interpreters that a process may do in one turn. */
  protected get unitsOfTurn(): number {
    return UNITS_OF_TURN;
  }

  /** Does a turn, and books what its interpreters did as turns. */
  #stepWithinBudget(proc: Proc): void {
    const budget = { left: this.unitsOfTurn };
    spendFrom(budget, () => this.#step(this, proc));
    this.load(Math.floor((this.unitsOfTurn - Math.max(0, budget.left)) / UNITS_PER_TURN));
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

  /** All processes of the machine, by number. */
  all(): readonly Proc[] {
    return [...this.processes.values()].sort((a, b) => a.pid - b.pid);
  }

  /** All running processes that this machine's can see, by number. */
  visible(): readonly VisibleProcess[] {
    return this.all().flatMap((proc) => (proc.exit === undefined ? [{ proc, machine: this }] : []));
  }

  /** True when there are as many processes as a container may have. */
  get isCrowded(): boolean {
    return this.processes.size >= PIDS_MAX;
  }

  /** Leaves out some process numbers, as those that a runtime takes for itself. */
  protected skipTo(pid: number): void {
    this.#lastPid = pid;
  }

  /** Highest process number that was given so far, here or where processes are shared. */
  protected highestPid(): number {
    return this.#lastPid;
  }

  spawn({ ppid, argv, program, env, cwd, fds, session, ignored, comm }: NewProcess): Proc {
    this.#lastPid = this.highestPid() + 1;
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

  /** Sends a signal from within the machine; false when there is no such process. Process 1 gets none that it does not handle. */
  signal(pid: number, name: string): boolean {
    const known = this.processes.get(pid);
    if (known === undefined || known.exit !== undefined) return this.signalElsewhere(pid, name);
    if (name === "0") return true;
    if (pid !== 1) this.deliver(this.edit(pid), name);
    else if (handlesSignal(known, name) || isInterruptible(known, name)) this.deliver(this.edit(pid), name);
    return true;
  }

  /** Sends a signal to a process that is not this machine's own; false when there is no such process. */
  protected signalElsewhere(_pid: number, _name: string): boolean {
    return false;
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
    if (wait.on === "child") return this.#hasEnded(pid, wait.number);
    if (wait.on === "input") return this.hasInput(fds[wait.number ?? 0]);
    return wait.on === "room" && this.hasRoom(fds[wait.number ?? 1]);
  }

  /** True once a process has a child that has ended, or once a certain one has. */
  #hasEnded(parent: number, child: number | undefined): boolean {
    if (child !== undefined) return this.processes.get(child)?.exit !== undefined || !this.processes.has(child);
    return [...this.processes.values()].some(({ ppid, exit }) => ppid === parent && exit !== undefined);
  }
}

/** Bits that new files and folders do not get unless `umask` says otherwise. */
export const DEFAULT_UMASK = 0o022;

const TURNS_MAX = 400;
const UNITS_OF_TURN = 24 * 1024 * 1024;
/** Work of interpreters that is as much as a turn. */
const UNITS_PER_TURN = 3072;
const PIDS_MAX = 256;

/** A wait that only a signal ends. */
export const FOR_EVER: Wait = { on: "ever" };
