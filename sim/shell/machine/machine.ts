import type { Process } from "../../apps/process.ts";
import type { World } from "../../kernel/world.ts";
import { SIGNAL_NUMBERS } from "../interpreter/signal-numbers.ts";
import { ContainerFs, type FileError, normalise } from "./container-fs.ts";
import type { ContainerOs, Descriptor, OpenFile, Pipe, Proc, Program, Session, Wait } from "./process-table.ts";
import { HARMLESS, handlesSignal, isInterruptible } from "./signal-handling.ts";

/** Does one turn of a process: until it waits, ends, or has used up its share. */
export type StepProcess = (machine: Machine, proc: Proc) => void;

/** Where what the container itself writes goes. */
export type WriteLog = (stream: "stdout" | "stderr", line: string, isPartial: boolean) => void;

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

/**
 * The processes of one container while they run: lives for one turn, and hands its state back as plain data.
 *
 * Its clock may be ahead of the world's, for those who ask how long something would take.
 */
export class Machine {
  readonly world: World;
  readonly process: Process;
  readonly fs: ContainerFs;
  nowMs: number;
  /** Set once process 1 has ended. */
  mainExit: { readonly status: number; readonly killedBy?: string } | undefined;
  /** True after more memory was taken than the container may have. */
  isOutOfMemory = false;
  readonly #step: StepProcess;
  readonly #log: WriteLog;
  readonly #processes = new Map<number, Proc>();
  readonly #own = new Set<number>();
  readonly #pipes: Map<number, Pipe>;
  readonly #openFiles: Map<number, OpenFile>;
  readonly #sessions: Map<string, Session>;
  #lastPid: number;
  #lastId: number;
  #partial: ContainerOs["partial"];

  constructor(
    place: { readonly world: World; readonly process: Process; readonly nowMs: number },
    os: ContainerOs,
    step: StepProcess,
    log: WriteLog,
  ) {
    this.world = place.world;
    this.process = place.process;
    this.nowMs = place.nowMs;
    this.fs = new ContainerFs(place.world, place.process, () => this.nowMs);
    this.#step = step;
    this.#log = log;
    for (const proc of Object.values(os.processes)) this.#processes.set(proc.pid, proc);
    this.#pipes = new Map(Object.entries(os.pipes).map(([id, pipe]) => [Number(id), pipe]));
    this.#openFiles = new Map(Object.entries(os.openFiles).map(([id, file]) => [Number(id), file]));
    this.#sessions = new Map(Object.entries(os.sessions));
    this.#lastPid = os.lastPid;
    this.#lastId = os.lastId;
    this.#partial = os.partial;
  }

  /** The state as plain data; what nobody refers to any more is left out. */
  save(): ContainerOs {
    const usedPipes = new Set<number>();
    const usedFiles = new Set<number>();
    const note = (fds: Readonly<Record<number, Descriptor>>) => {
      for (const descriptor of Object.values(fds)) {
        if (descriptor.kind === "pipe") usedPipes.add(descriptor.id);
        if (descriptor.kind === "file") usedFiles.add(descriptor.id);
      }
    };
    for (const proc of this.#processes.values()) {
      note(proc.fds);
      if (proc.program.kind !== "shell") continue;
      for (const fds of proc.program.shell.saved) note(fds);
      if (proc.program.shell.capture !== undefined) usedPipes.add(proc.program.shell.capture.pipe);
    }
    for (const { stdin } of this.#sessions.values()) if (stdin !== undefined) usedPipes.add(stdin);
    return {
      processes: Object.fromEntries(this.#processes),
      pipes: Object.fromEntries([...this.#pipes].filter(([id]) => usedPipes.has(id))),
      openFiles: Object.fromEntries([...this.#openFiles].filter(([id]) => usedFiles.has(id))),
      sessions: Object.fromEntries(this.#sessions),
      lastPid: this.#lastPid,
      lastId: this.#lastId,
      partial: this.#partial,
    };
  }

  /** Lets everything run that can, or the processes of one session alone, for so many turns; false when there is more to do at once. */
  run(session?: string, turns = TURNS_MAX): boolean {
    for (let turn = 0; turn < turns; ) {
      let hasMoved = false;
      for (const pid of [...this.#processes.keys()].sort((a, b) => a - b)) {
        const known = this.#processes.get(pid);
        if (known === undefined || known.exit !== undefined || !this.#isReady(known)) continue;
        if (session !== undefined && known.session !== session) continue;
        const proc = this.edit(pid);
        proc.wait = undefined;
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
    for (const { wait, exit, session: own } of this.#processes.values())
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
    const known = this.#processes.get(pid) as Proc;
    if (this.#own.has(pid)) return known;
    const program: Program = known.program.kind === "shell" ? { kind: "shell", shell: { ...known.program.shell } } : known.program;
    const copy = { ...known, program };
    this.#processes.set(pid, copy);
    this.#own.add(pid);
    return copy;
  }

  find(pid: number): Proc | undefined {
    return this.#processes.get(pid);
  }

  /** All processes, by number. */
  all(): readonly Proc[] {
    return [...this.#processes.values()].sort((a, b) => a.pid - b.pid);
  }

  spawn({ ppid, argv, program, env, cwd, fds, session, ignored, comm }: NewProcess): Proc {
    this.#lastPid += 1;
    const umask = this.#processes.get(ppid)?.umask;
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
    this.#processes.set(proc.pid, proc);
    this.#own.add(proc.pid);
    return proc;
  }

  /** Ends a process. Its children go to process 1. */
  exit(proc: Proc, status: number, killedBy?: string): void {
    if (proc.exit !== undefined) return;
    proc.exit = status & 255;
    proc.fds = {};
    if (killedBy !== undefined) proc.killedBy = killedBy;
    for (const { pid, ppid, exit } of this.#processes.values()) {
      if (ppid !== proc.pid) continue;
      if (exit !== undefined) this.#processes.delete(pid);
      else this.edit(pid).ppid = 1;
    }
    for (const [id, session] of this.#sessions) if (session.pid === proc.pid) this.#sessions.set(id, { ...session, exit: proc.exit });
    if (proc.pid === 1) this.mainExit = { status: proc.exit, ...(killedBy === undefined ? {} : { killedBy }) };
    const parent = this.#processes.get(proc.ppid);
    const isAwaited = parent?.program.kind === "shell" || parent?.wait?.on === "child";
    if (!isAwaited || parent.exit !== undefined) this.#processes.delete(proc.pid);
  }

  /** Takes a process that has ended out of the table and gives how it ended; undefined while it runs. */
  reap(pid: number): { readonly status: number; readonly killedBy: string | undefined } | undefined {
    const proc = this.#processes.get(pid);
    if (proc === undefined) return { status: 127, killedBy: undefined };
    if (proc.exit === undefined) return undefined;
    this.#processes.delete(pid);
    return { status: proc.exit, killedBy: proc.killedBy };
  }

  pipe(data = "", isFed = false): number {
    this.#lastId += 1;
    this.#pipes.set(this.#lastId, { data, isFed });
    return this.#lastId;
  }

  /** Adds to what a pipe's reader finds, from outside; `isLast`: nothing more will come. */
  feed(id: number, data: string, isLast: boolean): void {
    const pipe = this.#pipes.get(id);
    if (pipe !== undefined) this.#pipes.set(id, { data: pipe.data + data, isFed: pipe.isFed && !isLast });
  }

  /** All sessions, with their ids. */
  sessions(): readonly (readonly [string, Session])[] {
    return [...this.#sessions];
  }

  session(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  putSession(id: string, session: Session | undefined): void {
    if (session === undefined) this.#sessions.delete(id);
    else this.#sessions.set(id, session);
  }

  /** Opens a path as a process names it. */
  open(proc: Proc, path: string, mode: "read" | "write" | "append" | "read-write"): Descriptor | { readonly error: FileError } {
    const special = this.#special(proc, normalise(path, proc.cwd));
    if (special !== undefined) return special;
    const full = this.fs.resolve(normalise(path, proc.cwd));
    const followed = this.#special(proc, full);
    if (followed !== undefined) return followed;
    if (mode === "read") {
      const content = this.fs.read(full);
      if (!content.ok && content.error !== "Is a directory") return { error: content.error };
    } else {
      const isNew = !this.fs.exists(full);
      const error = mode === "write" || isNew ? this.fs.write(full, "") : this.fs.refusesWrite(full);
      if (error !== undefined) return { error };
      if (isNew && proc.umask !== undefined) this.fs.setMode(full, 0o666 & ~proc.umask);
    }
    this.#lastId += 1;
    this.#openFiles.set(this.#lastId, { path: full, offset: 0, appends: mode === "append" });
    return { kind: "file", id: this.#lastId };
  }

  #special(proc: Proc, path: string): Descriptor | undefined {
    const device = SPECIAL[path];
    if (device !== undefined) return device;
    const match = /^\/proc\/(self|\d+)\/fd\/(\d+)$/.exec(path.replace(/^\/dev\/fd\//, "/proc/self/fd/"));
    const standard = { "/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2 }[path];
    if (standard !== undefined) return proc.fds[standard];
    if (match === null) return undefined;
    const owner = match[1] === "self" ? proc : this.#processes.get(Number(match[1]));
    if (owner?.program.kind === "native") return { kind: "log", stream: match[2] === "2" ? "stderr" : "stdout" };
    return owner?.fds[Number(match[2])];
  }

  /** Writes to a descriptor; false when nobody reads it any more, or when it is not open. */
  write(proc: Proc, fd: number, bytes: string): boolean {
    if (bytes === "") return true;
    const descriptor = proc.fds[fd];
    switch (descriptor?.kind) {
      case "log":
        this.writeLog(descriptor.stream, bytes);
        return true;
      case "session":
        this.writeSession(descriptor.id, descriptor.stream, bytes);
        return true;
      case "terminal":
        this.writeSession(descriptor.id, "stdout", bytes.replaceAll("\n", "\r\n"));
        return true;
      case "file":
        return this.#writeFile(descriptor.id, bytes);
      case "pipe":
        return this.#writePipe(proc, descriptor.id, bytes);
      case undefined:
      case "full":
        return false;
      default:
        return true;
    }
  }

  writeSession(id: string, stream: "stdout" | "stderr", bytes: string): void {
    if (id === MAIN_SESSION) return this.writeLog(stream, bytes);
    const session = this.#sessions.get(id);
    if (session !== undefined) this.#sessions.set(id, { ...session, [stream]: (session[stream] + bytes).slice(-SESSION_MAX) });
  }

  #writeFile(id: number, bytes: string): boolean {
    const file = this.#openFiles.get(id);
    if (file === undefined) return false;
    const content = this.fs.read(file.path);
    const before = content.ok ? content.bytes : "";
    const offset = file.appends ? before.length : file.offset;
    const padded = before.length < offset ? before.padEnd(offset, "\0") : before;
    this.#openFiles.set(id, { ...file, offset: offset + bytes.length });
    return this.fs.write(file.path, padded.slice(0, offset) + bytes + padded.slice(offset + bytes.length)) === undefined;
  }

  #writePipe(proc: Proc, id: number, bytes: string): boolean {
    const pipe = this.#pipes.get(id);
    if (pipe === undefined || !this.#hasReader(id)) {
      this.deliver(proc, "PIPE");
      return false;
    }
    this.#pipes.set(id, { ...pipe, data: pipe.data + bytes });
    return true;
  }

  /** Lines of the container's own output become lines of its log when they are complete. */
  writeLog(stream: "stdout" | "stderr", bytes: string): void {
    const lines = (this.#partial[stream] + bytes).split("\n");
    const rest = lines.pop() as string;
    for (const line of lines) this.#log(stream, line, false);
    this.#partial = { ...this.#partial, [stream]: rest };
    for (const [id, { isOnlooker }] of this.#sessions) if (isOnlooker === true) this.writeSession(id, stream, bytes);
  }

  /** The last words of a container are written though no line break follows. */
  flushLog(): void {
    for (const stream of ["stdout", "stderr"] as const) if (this.#partial[stream] !== "") this.#log(stream, this.#partial[stream], true);
    this.#partial = { stdout: "", stderr: "" };
  }

  /** Takes what can be read now; `isEnd`: nothing more will ever come. Undefined: it would have to wait. */
  read(proc: Proc, fd: number, bytesMax = Number.POSITIVE_INFINITY): { readonly bytes: string; readonly isEnd: boolean } | undefined {
    const descriptor = proc.fds[fd];
    switch (descriptor?.kind) {
      case "file":
        return this.#readFile(descriptor.id, bytesMax);
      case "pipe":
        return this.#readPipe(descriptor.id, bytesMax);
      case "terminal":
        return this.#readPipe(this.#sessions.get(descriptor.id)?.stdin ?? 0, bytesMax, true);
      case "zero":
      case "random":
      case "full":
        return { bytes: "\0".repeat(Math.min(bytesMax, 65_536)), isEnd: false };
      default:
        return { bytes: "", isEnd: true };
    }
  }

  #readFile(id: number, bytesMax: number): { readonly bytes: string; readonly isEnd: boolean } {
    const file = this.#openFiles.get(id);
    const content = file === undefined ? undefined : this.fs.read(file.path);
    if (file === undefined || content?.ok !== true) return { bytes: "", isEnd: true };
    const bytes = content.bytes.slice(file.offset, file.offset + bytesMax);
    this.#openFiles.set(id, { ...file, offset: file.offset + bytes.length });
    return { bytes, isEnd: file.offset + bytes.length >= content.bytes.length };
  }

  #readPipe(id: number, bytesMax: number, isTerminal = false): { readonly bytes: string; readonly isEnd: boolean } | undefined {
    const pipe = this.#pipes.get(id);
    if (pipe === undefined) return { bytes: "", isEnd: true };
    const mark = isTerminal ? pipe.data.indexOf(END_MARK) : -1;
    const bytes = pipe.data.slice(0, Math.min(bytesMax, mark < 0 ? pipe.data.length : mark));
    const isEnd = mark >= 0 ? bytes.length === mark : bytes.length === pipe.data.length && !this.#hasWriter(id);
    if (bytes === "" && !isEnd) return undefined;
    this.#pipes.set(id, { ...pipe, data: pipe.data.slice(bytes.length + (mark === 0 ? 1 : 0)) });
    return { bytes, isEnd };
  }

  /** Puts back what was read too much. */
  unread(proc: Proc, fd: number, bytes: string): void {
    if (bytes === "") return;
    const descriptor = proc.fds[fd];
    if (descriptor?.kind === "file") {
      const file = this.#openFiles.get(descriptor.id);
      if (file !== undefined) this.#openFiles.set(descriptor.id, { ...file, offset: file.offset - bytes.length });
      return;
    }
    const id =
      descriptor?.kind === "pipe" ? descriptor.id : descriptor?.kind === "terminal" ? this.#sessions.get(descriptor.id)?.stdin : undefined;
    const pipe = id === undefined ? undefined : this.#pipes.get(id);
    if (id !== undefined && pipe !== undefined) this.#pipes.set(id, { ...pipe, data: bytes + pipe.data });
  }

  #hasWriter(id: number): boolean {
    if (this.#pipes.get(id)?.isFed === true) return true;
    return this.#isHeld(id, "write");
  }

  #hasReader(id: number): boolean {
    return (
      this.#isHeld(id, "read") ||
      [...this.#processes.values()].some(({ program }) => program.kind === "shell" && program.shell.capture?.pipe === id)
    );
  }

  #isHeld(id: number, end: "read" | "write"): boolean {
    const holds = (fds: Readonly<Record<number, Descriptor>>) =>
      Object.values(fds).some((descriptor) => descriptor.kind === "pipe" && descriptor.id === id && descriptor.end === end);
    for (const { fds, program, exit } of this.#processes.values()) {
      if (exit !== undefined) continue;
      if (holds(fds) || (program.kind === "shell" && program.shell.saved.some(holds))) return true;
    }
    return false;
  }

  /** Sends a signal from within the container; false when there is no such process. Process 1 gets none that it does not handle. */
  signal(pid: number, name: string): boolean {
    const known = this.#processes.get(pid);
    if (known === undefined || known.exit !== undefined) return false;
    if (name === "0") return true;
    if (pid !== 1) this.deliver(this.edit(pid), name);
    else if (handlesSignal(known, name) || isInterruptible(known, name)) this.deliver(this.edit(pid), name);
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
    if (wait.on === "child") return [...this.#processes.values()].some(({ ppid, exit }) => ppid === pid && exit !== undefined);
    if (wait.on === "input") return this.#hasInput(fds[wait.number ?? 0]);
    return wait.on === "room" && this.#hasRoom(fds[wait.number ?? 1]);
  }

  #hasInput(descriptor: Descriptor | undefined): boolean {
    const id =
      descriptor?.kind === "pipe" ? descriptor.id : descriptor?.kind === "terminal" ? this.#sessions.get(descriptor.id)?.stdin : undefined;
    if (id === undefined) return true;
    return (this.#pipes.get(id)?.data ?? "") !== "" || !this.#hasWriter(id);
  }

  #hasRoom(descriptor: Descriptor | undefined): boolean {
    if (descriptor?.kind !== "pipe") return true;
    return (this.#pipes.get(descriptor.id)?.data.length ?? 0) < PIPE_BYTES || !this.#hasReader(descriptor.id);
  }

  /** True when a writer of much should wait until its reader has caught up. */
  isFull(proc: Proc, fd: number): boolean {
    return !this.#hasRoom(proc.fds[fd]);
  }
}

/** Bits that new files and folders do not get unless `umask` says otherwise. */
export const DEFAULT_UMASK = 0o022;

/** What a pipe holds before its writer waits. */
const PIPE_BYTES = 65_536;
const SESSION_MAX = 4_194_304;
const TURNS_MAX = 400;

/** The session of a container's own process, where that takes input or has a terminal. What it writes is the container's log. */
export const MAIN_SESSION = "main";

/** Stands for the end of input that is typed at a terminal. */
export const END_MARK = "\u0100";

const SPECIAL: Readonly<Record<string, Descriptor>> = {
  "/dev/null": { kind: "null" },
  "/dev/zero": { kind: "zero" },
  "/dev/full": { kind: "full" },
  "/dev/random": { kind: "random" },
  "/dev/urandom": { kind: "random" },
};

/** A wait that only a signal ends. */
export const FOR_EVER: Wait = { on: "ever" };
