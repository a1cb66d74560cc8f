import { createRng, type Rng } from "#core/rng.ts";
import { APPLETS } from "#shell/applets/applets.ts";
import type { Applet } from "#shell/interpreter/applet-call.ts";
import { newShell } from "#shell/interpreter/shell-state.ts";
import { stepProcess } from "#shell/interpreter/step-process.ts";
import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import { FOR_EVER, Machine } from "#shell/machine/machine.ts";
import { MemoryFiles } from "#shell/machine/memory-files.ts";
import { type Descriptor, EMPTY_MACHINE, type Proc } from "#shell/machine/process-table.ts";
import type { Users } from "#shell/machine/users.ts";
import { GIVEN_FILES, LinePrograms, PROGRAMS } from "./line-programs.ts";

/** A kubectl command that waits to be run. */
export interface KubectlCall {
  readonly pid: number;
  /** Words without `kubectl` itself. */
  readonly words: readonly string[];
  /** Longest time that it may take, ms; undefined: as long as the line may. */
  readonly limitMs: number | undefined;
}

/** A command line has used up what it may use; the message is for its author. */
export class LineStopped extends Error {}

/** The machine that an agent's command line runs on: files in memory that last until its end, and kubectl, which somebody outside runs. */
export class LineMachine extends Machine {
  readonly fs: MemoryFiles;
  readonly users: Users = ROOT;
  readonly programs: LinePrograms;
  readonly hostName = "localhost";
  /** Input of the whole line. */
  readonly #input: Descriptor;
  #printed = "";
  #turns = 0;
  #calls: readonly KubectlCall[] = [];
  readonly #limits = new Map<number, number>();
  #commands = 0;
  #statuses: readonly number[] = [];

  /** @param stdin text for commands that read and have no other input */
  constructor({ script, stdin, nowMs }: { readonly script: string; readonly stdin: string | undefined; readonly nowMs: number }) {
    super({
      nowMs,
      state: EMPTY_MACHINE,
      log: () => undefined,
      step: (machine, proc) => {
        (machine as LineMachine).#turns += 1;
        if ((machine as LineMachine).#turns > TURNS_MAX) throw new LineStopped("it took too many steps");
        stepProcess(machine, proc);
      },
    });
    this.fs = new MemoryFiles(GIVEN_FILES, { filesMax: FILES_MAX, bytesMax: BYTES_MAX }, () => this.nowMs);
    this.programs = new LinePrograms(this.#ask, this.#timeout);
    this.#input = stdin === undefined ? { kind: "null" } : { kind: "pipe", id: this.pipe(toBytes(stdin)), end: "read" };
    const fds = {
      0: this.#input,
      1: { kind: "session", id: LINE, stream: "stdout" },
      2: { kind: "session", id: LINE, stream: "stderr" },
    } as const;
    const shell = newShell({ env: ENVIRONMENT, cwd: HOME, ppid: 0, name: "sh", source: "text", code: script });
    this.spawn({ ppid: 0, argv: ["sh"], program: { kind: "shell", shell }, env: ENVIRONMENT, cwd: HOME, fds });
  }

  /** Everything that was printed so far, in its order. */
  get printed(): string {
    return fromBytes(this.#printed);
  }

  /** Number of commands that were run: pipelines, and kubectl commands whose output became a part of another. */
  get commands(): number {
    return this.#commands;
  }

  /** Exit status of the line: that of its last pipeline, of which no stage may have failed, but a filter may have found nothing. */
  get exitCode(): number {
    return Math.max(...this.#statuses.map((status, at) => (at > 0 && status === 1 ? 0 : status)), 0);
  }

  rng(purpose: "random" | "mktemp", place: string): Rng {
    return createRng(`line/${purpose}/${place}`);
  }

  override writeSession(_id: string, _stream: "stdout" | "stderr", bytes: string): void {
    if (this.#printed.length + bytes.length > OUTPUT_MAX) throw new LineStopped("it printed too much");
    this.#printed += bytes;
  }

  override commandEnded(proc: Proc, statuses: readonly number[]): void {
    if (proc.pid !== this.mainPid) return;
    this.#statuses = statuses;
    this.#commands += 1;
  }

  override exit(proc: Proc, given: number, killedBy?: string): void {
    // A stage whose reader has seen enough has done its work.
    const status = killedBy === "PIPE" ? 0 : given;
    if (proc.pid === this.mainPid) {
      // A shell makes way for its last program, which is then nobody's child.
      if (proc.program.kind !== "shell") this.commandEnded(proc, [status]);
      else if (status !== this.#statuses.at(-1)) this.#statuses = [status];
    }
    super.exit(proc, status, killedBy);
  }

  /** Takes the kubectl command that is to be run next: the first whose input is complete. */
  takeCall(): KubectlCall | undefined {
    const waiting = this.#calls.filter(({ pid }) => this.find(pid)?.exit === undefined && this.find(pid) !== undefined);
    const next = waiting.find(({ pid }) => this.#isFed(pid)) ?? (this.nextWakeMs() === undefined ? waiting[0] : undefined);
    this.#calls = waiting.filter((call) => call !== next);
    return next;
  }

  /** Standard input of a process that has one of its own; undefined for one that has the line's. */
  inputOf(pid: number): string | undefined {
    const proc = this.find(pid);
    const input = proc?.fds[0];
    if (proc === undefined || input === undefined || input === this.#input || input.kind === "null") return undefined;
    let bytes = "";
    for (;;) {
      const taken = this.read(proc, 0);
      bytes += taken?.bytes ?? "";
      if (taken === undefined || taken.isEnd) return fromBytes(bytes);
    }
  }

  /** True as long as somebody may read what a process prints. */
  isHeard(pid: number): boolean {
    const proc = this.find(pid);
    const output = proc?.fds[1];
    return proc !== undefined && proc.exit === undefined && (output?.kind !== "pipe" || this.hasReader(output.id));
  }

  /** True for a process that reads something else than the line's input. */
  hasOwnInput(pid: number): boolean {
    const input = this.find(pid)?.fds[0];
    return input !== undefined && input !== this.#input && input.kind !== "null";
  }

  /** True when nobody will write any more to what a process reads. */
  #isFed(pid: number): boolean {
    const input = this.find(pid)?.fds[0];
    return input?.kind !== "pipe" || !this.hasWriter(input.id);
  }

  /** Applet of a kubectl command: it waits until somebody outside has run it. */
  readonly #ask =
    (words: readonly string[]): Applet =>
    ({ proc }) => {
      if (this.#calls.some(({ pid }) => pid === proc.pid)) return { wait: FOR_EVER, state: undefined };
      this.#calls = [...this.#calls, { pid: proc.pid, words: words.map(fromBytes), limitMs: this.#limits.get(proc.pid) }];
      return { wait: FOR_EVER, state: undefined };
    };

  /** `timeout 10 kubectl …` limits kubectl; any other program is ended by the clock. */
  readonly #timeout: Applet = (call) => {
    const at = call.args.findIndex((arg) => !arg.startsWith("-"));
    const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(call.args[at] ?? "") ?? [];
    if (amount === undefined || !PROGRAMS.has(call.args[at + 1] ?? "")) return (APPLETS["timeout"] as Applet)(call);
    this.#limits.set(call.proc.pid, Number(amount) * (UNIT_MS[unit || "s"] as number));
    return call.become(call.args.slice(at + 1));
  };
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The session that gets what a line prints. */
const LINE = "line";

const HOME = "/root";
const ENVIRONMENT = { HOME, PATH: "/usr/bin:/bin" };

const ROOT: Users = {
  identity: { user: 0, group: 0, groups: [] },
  userName: (user) => (user === 0 ? "root" : undefined),
  groupName: (group) => (group === 0 ? "root" : undefined),
  numberOf: (_file, word) => (word === "root" ? 0 : /^\d+$/.test(word) ? Number(word) : undefined),
};

/** Turns of processes, each of at most 200 steps of a shell. */
const TURNS_MAX = 600;
const OUTPUT_MAX = 1_048_576;
const FILES_MAX = 100;
const BYTES_MAX = 4_194_304;
