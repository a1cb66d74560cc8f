import { resolvePath } from "#core/posix-path.ts";
import { countLines } from "../applets/lines-of.ts";
import { firstLines } from "../applets/some-lines.ts";
import type { Machine } from "../machine/machine.ts";
import type { Proc, Wait } from "../machine/process-table.ts";
import { programFor, searchPath } from "./find-executable.ts";

/** Result of one turn of an applet: it ended with a status, or it waits and keeps some state. */
export type AppletResult = number | Waiting;

export interface Waiting {
  readonly wait: Wait;
  readonly state: unknown;
  /** Signals that it wants to be told of; the others do what they do by themselves. */
  readonly signals?: readonly string[];
}

/** A program of the image that the model knows: called again whenever what it waited for is there. */
export type Applet = (call: AppletCall) => AppletResult;

export const isWait = (result: AppletResult | undefined): result is Waiting => typeof result === "object";

/** One turn of an applet. */
export class AppletCall<M extends Machine = Machine> {
  readonly machine: M;
  readonly proc: Proc;
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** State that it kept when it waited; undefined at first. */
  readonly state: unknown;

  constructor(
    machine: M,
    proc: Proc,
    given: {
      readonly name: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly state: unknown;
    },
  ) {
    this.machine = machine;
    this.proc = proc;
    this.name = given.name;
    this.args = given.args;
    this.env = given.env;
    this.state = given.state;
  }

  /** Writes to the standard output. A full disk ends the program. */
  out(bytes: string): void {
    const { machine, proc } = this;
    if (proc.exit !== undefined) return;
    const isWritten = machine.write(proc, 1, bytes);
    const kind = proc.fds[1]?.kind;
    if (isWritten || (kind !== "file" && kind !== "full")) return;
    this.err(`${this.name}: write error: No space left on device\n`);
    machine.exit(proc, 1);
  }

  err(bytes: string): void {
    this.machine.write(this.proc, 2, bytes);
  }

  /** Says what is wrong, after the applet's name. */
  fail(message: string, status = 1): number {
    this.err(`${this.name}: ${message}\n`);
    return status;
  }

  /** Shows how the applet is used, after an option that it does not have. */
  misuse(option: string, usage: string, status = 1): number {
    this.err(option.startsWith("--") ? `${this.name}: unrecognized option '${option}'\n` : `${this.name}: invalid option -- '${option}'\n`);
    return this.usage(usage, status);
  }

  /** Shows how the applet is used. */
  usage(usage: string, status = 1): number {
    this.err(`${BUSYBOX_BANNER}\n\nUsage: ${usage}`);
    return status;
  }

  /** Ends as a signal ends a process. */
  die(signal: string): number {
    this.machine.deliver(this.proc, signal);
    return this.proc.exit ?? 1;
  }

  /** A path as the applet's process means it. */
  path(name: string): string {
    return resolvePath(name, this.proc.cwd);
  }

  /** Goes on as another program, as `env` and `timeout` do; gives the status when there is none. */
  become(words: readonly string[]): AppletResult {
    const [name = "", ...args] = words;
    const { machine, proc } = this;
    const found = searchPath(machine, proc, name);
    if (found === undefined || found.kind === "missing") {
      this.err(`${this.name}: can't execute '${name}': ${found === undefined ? "No such file or directory" : "Permission denied"}\n`);
      return found === undefined ? 127 : 126;
    }
    const start = programFor(machine, { found, name, args, env: proc.env, cwd: proc.cwd, ppid: proc.ppid });
    Object.assign(proc, { program: start.program, argv: [name, ...args] });
    delete proc.comm;
    return 0;
  }

  /** Starts a program as a child; gives its number. */
  start(words: readonly string[], fds: Proc["fds"] = this.proc.fds, env: Proc["env"] = this.env): number {
    const { machine, proc } = this;
    const program = { kind: "applet", name: "env", args: words, state: undefined } as const;
    return machine.spawn({ ppid: proc.pid, argv: words, program, env, cwd: proc.cwd, fds, session: proc.session }).pid;
  }

  /** Waits for more on the standard input. */
  awaitInput(state: unknown): Waiting {
    return { wait: { on: "input", number: 0 }, state };
  }

  /** Waits until an instant. */
  awaitTime(atMs: number, state: unknown): Waiting {
    return { wait: { on: "time", atMs }, state };
  }

  /** All of the standard input, once its end has come; the applet is called again until then. */
  withInput(use: (bytes: string) => AppletResult, useTooMuch = this.#refuseTooMuch): AppletResult {
    let collected = typeof this.state === "string" ? this.state : "";
    for (;;) {
      const taken = this.machine.read(this.proc, 0);
      if (taken === undefined) return this.awaitInput(collected);
      collected += taken.bytes;
      if (taken.isEnd || collected.length > INPUT_MAX) return this.#inMemory(collected, use, useTooMuch);
    }
  }

  /**
   * The bytes of files one after the other, `-` and no files being the standard input; what cannot be read is said and counted.
   * @param useTooMuch does what can be done with the beginning of more than a filter can hold; missing: nothing can
   */
  withFiles(
    files: readonly string[],
    use: (bytes: string, failures: number) => AppletResult,
    useTooMuch = this.#refuseTooMuch,
  ): AppletResult {
    const paths = files.length === 0 ? ["-"] : files;
    const read = (stdin: string): AppletResult => {
      let bytes = "";
      let failures = 0;
      for (const path of paths) {
        if (path === "-") bytes += stdin;
        else {
          const content = this.readFile(path);
          if (content === undefined) failures += 1;
          else bytes += content;
        }
      }
      return this.#inMemory(bytes, () => use(bytes, failures), useTooMuch);
    };
    return paths.includes("-") ? this.withInput(read, useTooMuch) : read("");
  }

  /** Goes on with bytes that the memory of a filter can hold, in lines too. */
  #inMemory(bytes: string, use: (bytes: string) => AppletResult, useTooMuch: (beginning: string) => AppletResult): AppletResult {
    const lines = countLines(bytes);
    this.machine.load(lines / LINES_PER_TURN);
    const isTooMuch = bytes.length > INPUT_MAX || lines > LINES_MAX;
    return isTooMuch ? useTooMuch(firstLines(bytes.slice(0, INPUT_MAX), LINES_MAX)) : use(bytes);
  }

  readonly #refuseTooMuch = (_beginning: string): AppletResult => this.fail("out of memory");

  /** The bytes of a file, or the first of them, as of a device that never ends; undefined after saying why there are none. */
  readFile(path: string, bytesMax?: number): string | undefined {
    const opened = this.machine.open(this.proc, path, "read");
    if ("error" in opened) {
      this.err(`${this.name}: ${OPENERS.has(this.name) ? `can't open '${path}'` : path}: ${opened.error}\n`);
      return undefined;
    }
    if (opened.kind === "file" && this.machine.fs.isFolder(this.path(path))) {
      this.err(`${this.name}: ${this.name === "grep" ? `${path}: Is a directory` : "read error: Is a directory"}\n`);
      return undefined;
    }
    const reader: Proc = { ...this.proc, fds: { 0: opened } };
    const first = this.machine.read(reader, 0, bytesMax);
    if (bytesMax === undefined || first === undefined || first.isEnd) return first?.bytes ?? "";
    let bytes = first.bytes;
    while (bytes.length < Math.min(bytesMax, INPUT_MAX)) {
      const more = this.machine.read(reader, 0, bytesMax - bytes.length);
      if (more === undefined || more.bytes === "") break;
      bytes += more.bytes;
    }
    return bytes;
  }
}

/** First line of busybox's own help. */
export const BUSYBOX_BANNER = "BusyBox v1.35.0 (Debian 1:1.35.0-4+deb12u1+b1) multi-call binary.";

/** Bytes and lines that one filter can hold in its memory. */
const INPUT_MAX = 8_388_608;
const LINES_MAX = 100_000;
/** Lines that are as much work to sort or to change as a turn. */
const LINES_PER_TURN = 256;

/** Applets that say that they cannot open a file. */
const OPENERS = new Set(["cat", "uniq", "tail", "md5sum", "sha1sum", "sha256sum", "sha512sum", "cksum"]);
