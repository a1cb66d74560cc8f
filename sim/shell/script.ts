import { type Expansion, expandToText, expandWords } from "../apps/busybox/expand-word.ts";
import { type Command, compileScript, type Instruction } from "../apps/busybox/script-syntax.ts";
import { readContainerFile, writeContainerFile } from "../apps/container-files.ts";
import { findImage, programOf } from "../apps/image-catalogue.ts";
import { BUILTINS, findCommand } from "./commands.ts";
import type { Invocation, ShellContext, ShellResult } from "./run-in-container.ts";

/** A script with the shell that runs it. */
export interface Script {
  readonly script: string;
  /** `sh`, `bash`: how its own messages begin. */
  readonly shell: string;
  readonly stdin: string;
  /** Runs an executable of the image. */
  readonly run: (context: ShellContext, program: string, invocation: Invocation) => ShellResult;
}

/** Runs a script to its end and gives what it wrote. */
export const runScript = (context: ShellContext, source: Script): ShellResult => {
  const code = compileScript(source.script);
  if (typeof code === "string") return { status: 2, stdout: "", stderr: `${source.shell}: ${code}\n`, waitMs: 0 };
  const state = new ScriptState(context, source);
  let steps = 0;
  for (let at = 0; at < code.length && state.exitCode === undefined; steps++) {
    if (steps > STEPS_MAX || state.waitMs > WAIT_MAX_MS) return state.result(WAIT_MAX_MS);
    at = state.execute(code[at] as Instruction, at);
  }
  return state.result();
};

/** A loop that never ends is cut off as if it had taken for ever. */
const STEPS_MAX = 2000;
const WAIT_MAX_MS = 3_600_000;
const OUTPUT_MAX = 262_144;

/** A script while it runs: lives for one call. */
class ScriptState {
  exitCode: number | undefined;
  waitMs = 0;
  readonly #context: ShellContext;
  readonly #source: Script;
  #status = 0;
  #variables: Record<string, string> = {};
  #loops = new Map<number, number>();
  #stdout = "";
  #stderr = "";

  constructor(context: ShellContext, source: Script) {
    this.#context = context;
    this.#source = source;
  }

  result(waitMs = this.waitMs): ShellResult {
    return {
      status: this.exitCode ?? this.#status,
      stdout: this.#stdout.slice(0, OUTPUT_MAX),
      stderr: this.#stderr.slice(0, OUTPUT_MAX),
      waitMs,
    };
  }

  /** Runs one instruction and gives the index of the next. */
  execute(instruction: Instruction, at: number): number {
    switch (instruction.op) {
      case "jump":
        return instruction.to;
      case "jump-if":
        return (this.#status === 0) === instruction.succeeded ? instruction.to : at + 1;
      case "negate":
        this.#status = this.#status === 0 ? 1 : 0;
        return at + 1;
      case "for":
        return this.#advanceLoop(instruction, at);
      case "run":
        this.#runPipeline(instruction.pipeline);
        return at + 1;
    }
  }

  #advanceLoop({ variable, words, slot, end }: Extract<Instruction, { readonly op: "for" }>, at: number): number {
    const index = this.#loops.get(slot) ?? 0;
    const item = expandWords(words, this.#expansion())[index];
    if (item === undefined) {
      this.#loops.delete(slot);
      return end;
    }
    this.#loops.set(slot, index + 1);
    this.#variables[variable] = item;
    return at + 1;
  }

  #runPipeline(pipeline: readonly Command[]): void {
    let stdin = this.#source.stdin;
    for (const [index, command] of pipeline.entries()) {
      if (this.exitCode !== undefined) return;
      stdin = this.#runCommand(command, stdin, index < pipeline.length - 1);
    }
  }

  /** Gives the output that goes on to the next command of a pipeline. */
  #runCommand(command: Command, stdin: string, isPiped: boolean): string {
    const expansion = this.#expansion();
    const { assigned, rest } = splitAssignments(command.words, expansion);
    const [word, ...args] = expandWords(rest, expansion);
    if (word === undefined) {
      Object.assign(this.#variables, assigned);
      this.#status = 0;
      return "";
    }
    if (this.#runOwn(word, args)) return "";
    const input = redirectedInput(this.#context, command, expansion) ?? stdin;
    const env = { ...this.#context.env, ...this.#variables, ...assigned };
    const words = word === "exec" || word === "command" ? args : [word, ...args];
    const result = this.#runWord({ ...this.#context, env }, words, input);
    this.#status = result.status;
    this.waitMs += result.waitMs;
    if (word === "exec") this.exitCode = result.status;
    return this.#deliver(command, expansion, result, isPiped);
  }

  /** What only the shell itself can do. */
  #runOwn(word: string, args: readonly string[]): boolean {
    if (word === "exit") this.exitCode = Number(args[0] ?? this.#status) & 255;
    else if (word === "export" || word === "readonly" || word === "local") {
      for (const arg of args) if (arg.includes("=")) this.#variables[arg.slice(0, arg.indexOf("="))] = arg.slice(arg.indexOf("=") + 1);
      this.#status = 0;
    } else if (word === "unset") {
      for (const arg of args) delete this.#variables[arg];
      this.#status = 0;
    } else return false;
    return true;
  }

  #runWord(context: ShellContext, [word = "", ...args]: readonly string[], stdin: string): ShellResult {
    const invocation: Invocation = { word, args, stdin };
    if (BUILTINS.has(word)) {
      const builtin = findCommand(word);
      if (builtin !== undefined) return builtin(context, invocation);
    }
    const image = findImage(context.process.start.container.image ?? "");
    const program = image === undefined ? undefined : programOf(image, word);
    if (program !== undefined) return this.#source.run(context, program, invocation);
    const where = this.#source.shell === "bash" ? "bash: line 1" : this.#source.shell;
    return {
      status: 127,
      stdout: "",
      stderr: `${where}: ${word}: ${this.#source.shell === "bash" ? "command not found" : "not found"}\n`,
      waitMs: 0,
    };
  }

  #deliver({ redirects }: Command, expansion: Expansion, { stdout, stderr }: ShellResult, isPiped: boolean): string {
    const out = redirects.find(({ from }) => from === 1);
    const errors = redirects.find(({ from }) => from === 2);
    const merged = errors?.mode === "duplicate" ? stdout + stderr : stdout;
    if (errors === undefined) this.#stderr += stderr;
    else if (errors.mode !== "duplicate") writeFile(this.#context, expandToText(errors.to, expansion), stderr, errors.mode);
    if (out?.mode === "duplicate") this.#stderr += merged;
    else if (out !== undefined) writeFile(this.#context, expandToText(out.to, expansion), merged, out.mode);
    else if (isPiped) return merged;
    else this.#stdout += merged;
    return "";
  }

  #expansion(): Expansion {
    return {
      variable: (name) => (name === "?" ? `${this.#status}` : (this.#variables[name] ?? this.#context.env[name] ?? "")),
      substitute: (script) =>
        runScript({ ...this.#context, env: { ...this.#context.env, ...this.#variables } }, { ...this.#source, script, stdin: "" }).stdout,
    };
  }
}

const splitAssignments = (words: readonly string[], expansion: Expansion) => {
  const assigned: Record<string, string> = {};
  let count = 0;
  for (const word of words) {
    const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word);
    if (match === null) break;
    assigned[match[1] as string] = expandToText(match[2] ?? "", expansion);
    count += 1;
  }
  return { assigned, rest: words.slice(count) };
};

const redirectedInput = ({ world, process }: ShellContext, { redirects }: Command, expansion: Expansion): string | undefined => {
  const redirect = redirects.find(({ from }) => from === 0);
  return redirect === undefined ? undefined : (readContainerFile(world, process, expandToText(redirect.to, expansion)) ?? "");
};

const writeFile = ({ world, process }: ShellContext, path: string, text: string, mode: string): void => {
  if (path.startsWith("/dev/")) return;
  const before = mode === "append" ? (readContainerFile(world, process, path) ?? "") : "";
  writeContainerFile(world, process, path, before + text);
};
