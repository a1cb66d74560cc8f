import type { KubectlResult } from "#kubectl/run-kubectl.ts";
import type { Machine as KubectlMachine } from "#kubectl/session/machine.ts";
import { toBytes } from "#shell/machine/bytes.ts";
import { kubectlFiles } from "./kubectl-files.ts";
import type { KubectlCall } from "./line-machine.ts";
import { LineMachine, LineStopped } from "./line-machine.ts";
import type { PlainCommand, ReadableLine } from "./read-line.ts";

/** Result of a command line. */
export interface LineResult {
  /** Everything that was printed. */
  readonly printed: string;
  readonly exitCode: number;
  readonly hadEffect: boolean;
  readonly waitedTooLong: boolean;
  /** Number of commands that were run. */
  readonly commands: number;
}

/** Inputs of one kubectl command of a line. */
export interface KubectlRequest {
  /** Words without `kubectl` itself. */
  readonly words: readonly string[];
  readonly stdin: string | (() => string | undefined) | undefined;
  /** Files of the line; missing: it has written none. */
  readonly machine?: KubectlMachine;
  /** Takes what the command has printed so far; false once nobody will read any more of it. */
  readonly isHeard?: (stdout: string) => boolean;
  /** Longest time that the command may take, ms; undefined: as long as the line may. */
  readonly limitMs?: number | undefined;
}

/** Surroundings of a command line. */
export interface LineOptions {
  readonly kubectl: (request: KubectlRequest) => Promise<KubectlResult>;
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Books work of the shell's own; missing: nobody bounds it. */
  readonly spendWork?: ((units: number) => Promise<void> | undefined) | undefined;
  /** Text for commands that have no standard input of their own. */
  readonly stdin: string | undefined;
}

/** Runs a command line to its end. */
export const runLine = async (line: ReadableLine, options: LineOptions): Promise<LineResult> =>
  line.kind === "plain" ? runPlain(line, options) : new ScriptRun(line.script, options).run();

const runPlain = async ({ words, stdin, dropsStderr }: PlainCommand, options: LineOptions): Promise<LineResult> => {
  const { stdout, stderr, ...rest } = await options.kubectl({ words, stdin: stdin ?? options.stdin });
  const said = dropsStderr ? "" : stderr;
  return { ...rest, printed: stdout === "" || stdout.endsWith("\n") || said === "" ? stdout + said : `${stdout}\n${said}`, commands: 1 };
};

/** One run of a script: the shell goes on until it waits, then what it waits for is done. */
class ScriptRun {
  readonly #machine: LineMachine;
  readonly #options: LineOptions;
  #calls = 0;
  #hadEffect = false;

  constructor(script: string, options: LineOptions) {
    this.#options = options;
    this.#machine = new LineMachine({ script, stdin: options.stdin, nowMs: options.nowMs() });
  }

  async run(): Promise<LineResult> {
    try {
      while (!(await this.#isOver())) if (await this.#waitOnce()) return this.#result(1, true);
      return this.#result(this.#machine.exitCode, false);
    } catch (error) {
      const why = stopReason(error);
      if (why === undefined) throw error;
      return this.#result(1, false, `The command line was stopped: ${why}; what it had begun goes on.\n`);
    }
  }

  /** Lets the shell go on until it waits, with pauses in which others have their turn. */
  async #isOver(): Promise<boolean> {
    this.#machine.nowMs = this.#options.nowMs();
    while (!this.#machine.run(undefined, TURNS_PER_SLICE)) await this.#options.spendWork?.(this.#machine.takeTurnsDone());
    return this.#machine.mainExit !== undefined;
  }

  /** Does what the shell waits for; true when that takes longer than one action may. */
  async #waitOnce(): Promise<boolean> {
    const call = this.#machine.takeCall();
    if (call !== undefined) return this.#runKubectl(call);
    const wakeMs = this.#machine.nextWakeMs();
    if (wakeMs === undefined) throw new LineStopped("it waits for something that never comes");
    try {
      await this.#options.sleep(wakeMs - this.#options.nowMs());
      return false;
    } catch (error) {
      if ((error as Error).name !== "WaitLimitReached") throw error;
      return true;
    }
  }

  async #runKubectl({ pid, words, limitMs }: KubectlCall): Promise<boolean> {
    this.#calls += 1;
    if (this.#calls > CALLS_MAX) throw new LineStopped(`it ran kubectl more than ${CALLS_MAX} times`);
    const machine = this.#machine;
    const proc = machine.edit(pid);
    let handedOn = 0;
    const hasEnded = (): boolean => machine.find(pid) === undefined || machine.find(pid)?.exit !== undefined;
    const handOn = (stdout: string): void => {
      if (hasEnded()) return;
      machine.write(machine.edit(pid), 1, toBytes(stdout.slice(handedOn)));
      handedOn = stdout.length;
    };
    const result = await this.#options.kubectl({
      words,
      limitMs,
      isHeard: (stdout) => {
        handOn(stdout);
        machine.nowMs = this.#options.nowMs();
        machine.run();
        return machine.isHeard(pid);
      },
      // Commands without an input of their own are each given the line's.
      stdin: machine.hasOwnInput(pid) ? () => machine.inputOf(pid) : this.#options.stdin,
      ...(!machine.fs.isUntouched && { machine: kubectlFiles(machine, proc) }),
    });
    this.#hadEffect ||= result.hadEffect;
    handOn(result.stdout);
    // Its reader has seen enough.
    if (hasEnded()) return false;
    machine.write(proc, 2, toBytes(result.stderr));
    machine.exit(machine.edit(pid), result.waitedTooLong && limitMs !== undefined ? TIMED_OUT : result.exitCode);
    return result.waitedTooLong && limitMs === undefined;
  }

  #result(exitCode: number, waitedTooLong: boolean, note = ""): LineResult {
    const { printed, commands } = this.#machine;
    const ended = printed === "" || printed.endsWith("\n") || note === "" ? printed : `${printed}\n`;
    return { printed: ended + note, exitCode, hadEffect: this.#hadEffect, waitedTooLong, commands: Math.max(commands, this.#calls) };
  }
}

/** Reason for the end of a line that went too far; undefined for any other error. */
const stopReason = (error: unknown): string | undefined => {
  if (error instanceof LineStopped) return error.message;
  return error instanceof RangeError ? "a text became too long" : undefined;
};

/** Turns of processes after which others may have theirs: a few milliseconds of work. */
const TURNS_PER_SLICE = 8;

/** Kubectl commands that one line may run. */
const CALLS_MAX = 50;

/** Exit status of a command that `timeout` has ended. */
const TIMED_OUT = 124;
