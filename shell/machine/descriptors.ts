import { resolvePath } from "#core/posix-path.ts";
import type { FileError, FileSystem } from "./file-system.ts";
import type { Descriptor, MachineState, OpenFile, Pipe, Proc, Session } from "./process-table.ts";

/** Bytes that were read; `isEnd`: nothing more will ever come. */
export interface Taken {
  readonly bytes: string;
  readonly isEnd: boolean;
}

/** Takes a line that the machine's own process writes. */
export type WriteLog = (stream: "stdout" | "stderr", line: string, isPartial: boolean) => void;

/** Targets of the descriptors of a machine's processes: pipes, open files, sessions and the machine's own log. */
export abstract class Descriptors {
  abstract readonly fs: FileSystem;
  protected readonly processes = new Map<number, Proc>();
  readonly #log: WriteLog;
  readonly #pipes: Map<number, Pipe>;
  readonly #openFiles: Map<number, OpenFile>;
  readonly #sessions: Map<string, Session>;
  #lastId: number;
  #partial: MachineState["partial"];
  #poured = 0;

  constructor({ processes, pipes, openFiles, sessions, lastId, partial }: MachineState, log: WriteLog) {
    this.#log = log;
    for (const proc of Object.values(processes)) this.processes.set(proc.pid, proc);
    this.#pipes = new Map(Object.entries(pipes).map(([id, pipe]) => [Number(id), pipe]));
    this.#openFiles = new Map(Object.entries(openFiles).map(([id, file]) => [Number(id), file]));
    this.#sessions = new Map(Object.entries(sessions));
    this.#lastId = lastId;
    this.#partial = partial;
  }

  /** Books work of the turn under way, in turns: others have theirs the sooner. */
  abstract load(turns: number): void;

  /** Lets a process take a signal. */
  abstract deliver(proc: Proc, name: string): void;

  /** The state as plain data; what no process refers to any more is left out. */
  protected saveDescriptors(): Omit<MachineState, "processes" | "lastPid" | "mainPid"> {
    const usedPipes = new Set<number>();
    const usedFiles = new Set<number>();
    const note = (fds: Readonly<Record<number, Descriptor>>) => {
      for (const descriptor of Object.values(fds)) {
        if (descriptor.kind === "pipe") usedPipes.add(descriptor.id);
        if (descriptor.kind === "file") usedFiles.add(descriptor.id);
      }
    };
    for (const proc of this.processes.values()) {
      note(proc.fds);
      if (proc.program.kind !== "shell") continue;
      for (const fds of proc.program.shell.saved) note(fds);
      if (proc.program.shell.capture !== undefined) usedPipes.add(proc.program.shell.capture.pipe);
    }
    for (const { stdin } of this.#sessions.values()) if (stdin !== undefined) usedPipes.add(stdin);
    return {
      pipes: Object.fromEntries([...this.#pipes].filter(([id]) => usedPipes.has(id))),
      openFiles: Object.fromEntries([...this.#openFiles].filter(([id]) => usedFiles.has(id))),
      sessions: Object.fromEntries(this.#sessions),
      lastId: this.#lastId,
      partial: this.#partial,
    };
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
    const special = this.#special(proc, resolvePath(path, proc.cwd));
    if (special !== undefined) return special;
    const full = this.fs.resolve(resolvePath(path, proc.cwd));
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
    const owner = match[1] === "self" ? proc : this.processes.get(Number(match[1]));
    if (owner?.program.kind === "native") return { kind: "log", stream: match[2] === "2" ? "stderr" : "stdout" };
    return owner?.fds[Number(match[2])];
  }

  /** Writes to a descriptor; false when nobody reads it any more, or when it is not open. */
  write(proc: Proc, fd: number, bytes: string): boolean {
    if (bytes === "") return true;
    this.load(bytes.length / BYTES_PER_TURN);
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
    if (session === undefined) return;
    const unread = session[stream] + bytes;
    // Cut seldom, since each cut copies the whole.
    this.#sessions.set(id, { ...session, [stream]: unread.length > 2 * SESSION_MAX ? unread.slice(-SESSION_MAX) : unread });
  }

  #writeFile(id: number, bytes: string): boolean {
    const file = this.#openFiles.get(id);
    if (file === undefined) return false;
    const content = this.fs.read(file.path);
    const before = content.ok ? content.bytes : "";
    this.load(Math.floor(before.length / BYTES_PER_TURN)); // all of it is written anew, which is nothing for a small file
    const offset = file.appends ? before.length : file.offset;
    const padded = before.length < offset ? before.padEnd(offset, "\0") : before;
    this.#openFiles.set(id, { ...file, offset: offset + bytes.length });
    return this.fs.write(file.path, padded.slice(0, offset) + bytes + padded.slice(offset + bytes.length)) === undefined;
  }

  #writePipe(proc: Proc, id: number, bytes: string): boolean {
    const pipe = this.#pipes.get(id);
    if (pipe === undefined || !this.hasReader(id)) {
      this.deliver(proc, "PIPE");
      return false;
    }
    this.#pipes.set(id, { ...pipe, data: pipe.data + bytes });
    return true;
  }

  /** Lines of the machine's own output become lines of its log when they are complete. */
  writeLog(stream: "stdout" | "stderr", bytes: string): void {
    const lines = (this.#partial[stream] + bytes).split("\n");
    const rest = lines.pop() as string;
    for (const line of lines) this.#log(stream, line, false);
    this.#partial = { ...this.#partial, [stream]: rest };
    for (const [id, { isOnlooker }] of this.#sessions) if (isOnlooker === true) this.writeSession(id, stream, bytes);
  }

  /** The last words of a machine are written though no line break follows. */
  flushLog(): void {
    for (const stream of ["stdout", "stderr"] as const) if (this.#partial[stream] !== "") this.#log(stream, this.#partial[stream], true);
    this.#partial = { stdout: "", stderr: "" };
  }

  /** Takes what can be read now. Undefined: it would have to wait. */
  read(proc: Proc, fd: number, bytesMax = Number.POSITIVE_INFINITY): Taken | undefined {
    const taken = this.#take(proc, fd, bytesMax);
    this.load((taken?.bytes.length ?? 0) / BYTES_PER_TURN);
    return taken;
  }

  #take(proc: Proc, fd: number, bytesMax: number): Taken | undefined {
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
        return this.#pour(bytesMax);
      default:
        return { bytes: "", isEnd: true };
    }
  }

  /** Bytes of an endless device: so many in a turn, since a reader of all that comes would never give it up. */
  #pour(bytesMax: number): Taken | undefined {
    if (this.#poured >= POURED_PER_TURN) return undefined;
    const bytes = "\0".repeat(Math.min(bytesMax, 65_536));
    this.#poured += bytes.length;
    return { bytes, isEnd: false };
  }

  /** Begins the turn of a process. */
  protected beginTurn(): void {
    this.#poured = 0;
  }

  #readFile(id: number, bytesMax: number): Taken {
    const file = this.#openFiles.get(id);
    const content = file === undefined ? undefined : this.fs.read(file.path);
    if (file === undefined || content?.ok !== true) return { bytes: "", isEnd: true };
    const bytes = content.bytes.slice(file.offset, file.offset + bytesMax);
    this.#openFiles.set(id, { ...file, offset: file.offset + bytes.length });
    return { bytes, isEnd: file.offset + bytes.length >= content.bytes.length };
  }

  #readPipe(id: number, bytesMax: number, isTerminal = false): Taken | undefined {
    const pipe = this.#pipes.get(id);
    if (pipe === undefined) return { bytes: "", isEnd: true };
    const mark = isTerminal ? pipe.data.indexOf(END_MARK) : -1;
    const bytes = pipe.data.slice(0, Math.min(bytesMax, mark < 0 ? pipe.data.length : mark));
    const isEnd = mark >= 0 ? bytes.length === mark : bytes.length === pipe.data.length && !this.hasWriter(id);
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

  /** True while somebody may still write to a pipe. */
  protected hasWriter(id: number): boolean {
    if (this.#pipes.get(id)?.isFed === true) return true;
    return this.#isHeld(id, "write");
  }

  protected hasReader(id: number): boolean {
    return (
      this.#isHeld(id, "read") ||
      [...this.processes.values()].some(({ program }) => program.kind === "shell" && program.shell.capture?.pipe === id)
    );
  }

  #isHeld(id: number, end: "read" | "write"): boolean {
    const holds = (fds: Readonly<Record<number, Descriptor>>) =>
      Object.values(fds).some((descriptor) => descriptor.kind === "pipe" && descriptor.id === id && descriptor.end === end);
    for (const { fds, program, exit } of this.processes.values()) {
      if (exit !== undefined) continue;
      if (holds(fds) || (program.kind === "shell" && program.shell.saved.some(holds))) return true;
    }
    return false;
  }

  protected hasInput(descriptor: Descriptor | undefined): boolean {
    const id =
      descriptor?.kind === "pipe" ? descriptor.id : descriptor?.kind === "terminal" ? this.#sessions.get(descriptor.id)?.stdin : undefined;
    if (id === undefined) return true;
    return (this.#pipes.get(id)?.data ?? "") !== "" || !this.hasWriter(id);
  }

  protected hasRoom(descriptor: Descriptor | undefined): boolean {
    if (descriptor?.kind !== "pipe") return true;
    return (this.#pipes.get(descriptor.id)?.data.length ?? 0) < PIPE_BYTES || !this.hasReader(descriptor.id);
  }

  /** True when a writer of much should wait until its reader has caught up. */
  isFull(proc: Proc, fd: number): boolean {
    return !this.hasRoom(proc.fds[fd]);
  }
}

/** Bytes that are as much work to read, to change or to write as a turn. */
const BYTES_PER_TURN = 16_384;

/** Bytes of endless devices that a process reads in one turn. */
const POURED_PER_TURN = 131_072;

/** Bytes that a pipe holds before its writer waits. */
const PIPE_BYTES = 65_536;
const SESSION_MAX = 4_194_304;

/** The session of a machine's own process, where that takes input or has a terminal. What it writes is the machine's log. */
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
