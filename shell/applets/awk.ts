import { AwkInput, type AwkSource } from "../awk/awk-input.ts";
import { AwkMachine, type AwkWorld } from "../awk/awk-machine.ts";
import { AwkError } from "../awk/awk-syntax.ts";
import { unescapeAwk } from "../awk/awk-tokens.ts";
import { parseAwk } from "../awk/parse-awk.ts";
import type { Applet, AppletCall, AppletResult } from "../interpreter/applet-call.ts";
import { readOptions } from "./options.ts";

/**
 * `awk`.
 *
 * The program runs when all of its input is there. Where it runs a command, the command is run and the program begins anew with what came
 * of it: until then it has changed nothing.
 */
export const awk: Applet = (call) => {
  const at = call.args.findIndex((arg, index) => !/^-./.test(arg) && !/^-[Fvfe]$/.test(call.args[index - 1] ?? ""));
  const { value, values } = readOptions(at < 0 ? call.args : call.args.slice(0, at), "F:v:f:e:");
  const file = value("f");
  const [first, ...rest] = at < 0 ? [] : call.args.slice(at);
  const given = file === undefined ? value("e") : call.readFile(file);
  const text = given ?? (file === undefined ? first : undefined);
  if (text === undefined) return file === undefined ? call.usage(USAGE) : 1;
  const operands = given === undefined || at < 0 ? rest : call.args.slice(at);
  const state = (call.state as State | undefined) ?? { input: "", isComplete: false, results: [], running: undefined };
  try {
    const program = parseAwk(text);
    const needsInput = program.rules.some(({ when }) => when !== "begin") || /\bgetline\b/.test(text);
    const readsInput = needsInput && operands.every((operand) => /^[A-Za-z_]\w*=/.test(operand) || operand === "-");
    const ready = collect(call, state, readsInput);
    if ("wait" in ready) return ready;
    const variables = Object.fromEntries(
      values("v").map((word) => [word.slice(0, word.indexOf("=")), unescapeAwk(word.slice(word.indexOf("=") + 1))]),
    );
    const separator = value("F");
    if (separator !== undefined) variables["FS"] = separator === "t" ? "\t" : unescapeAwk(separator);
    return run(call, ready, (world) => {
      const machine = new AwkMachine(program, world, new AwkInput(sourcesOf(call, operands, ready.input)), variables);
      machine.setEnvironment("ENVIRON", Object.entries(call.env));
      machine.setEnvironment(
        "ARGV",
        ["awk", ...operands].map((word, index) => [`${index}`, word]),
      );
      machine.assign({ kind: "variable", name: "ARGC" }, operands.length + 1);
      return machine.run();
    });
  } catch (error) {
    if (!(error instanceof AwkError)) throw error;
    return call.fail(error.message);
  }
};

const USAGE = `awk [OPTIONS] [AWK_PROGRAM] [FILE]...

	-v VAR=VAL	Set variable
	-F SEP		Use SEP as field separator
	-f FILE		Read program from FILE
	-e AWK_PROGRAM
`;

interface State {
  readonly input: string;
  readonly isComplete: boolean;
  readonly results: readonly CommandResult[];
  readonly running: { readonly pid: number; readonly output: string } | undefined;
}

interface CommandResult {
  readonly output: string;
  readonly status: number;
}

/** All of the standard input and the end of a command that runs; or what to wait for. */
const collect = (call: AppletCall, state: State, readsInput: boolean): State | Exclude<AppletResult, number> => {
  const { machine, proc } = call;
  if (state.running !== undefined) {
    const { pid } = state.running;
    const taken = machine.read(proc, COMMAND);
    const output = state.running.output + (taken?.bytes ?? "");
    if (taken?.isEnd !== true)
      return { wait: { on: "input", number: COMMAND, keepsChild: true }, state: { ...state, running: { pid, output } } };
    const ended = machine.reap(pid);
    if (ended === undefined) return { wait: { on: "child" }, state: { ...state, running: { pid, output } } };
    const { [COMMAND]: _command, ...fds } = proc.fds;
    proc.fds = fds;
    return { ...state, running: undefined, results: [...state.results, { output, status: ended.status }] };
  }
  if (!readsInput || state.isComplete) return { ...state, isComplete: true };
  let { input } = state;
  for (;;) {
    const taken = machine.read(proc, 0);
    if (taken === undefined) return call.awaitInput({ ...state, input });
    input += taken.bytes;
    if (taken.isEnd || input.length > INPUT_MAX) return { ...state, input, isComplete: true };
  }
};

/** The descriptor from which awk reads what a command writes. */
const COMMAND = 9;

const INPUT_MAX = 8_388_608;

/** Raised when a command has to run before the program can go on. */
class NeedsCommand extends Error {
  readonly command: string;

  constructor(command: string) {
    super("a command has to run first");
    this.command = command;
  }
}

const run = (call: AppletCall, state: State, program: (world: AwkWorld) => number): AppletResult => {
  const written = new Map<string, { readonly how: ">" | ">>" | "|"; readonly where: string; text: string }>();
  let [output, used] = ["", 0];
  const world: AwkWorld = {
    readFile: (path) => {
      const own = written.get(`> ${path}`);
      if (own?.how === ">") return own.text;
      return path === "-" ? state.input : call.machine.fs.isFolder(call.path(path)) ? undefined : quietly(call, path);
    },
    run: (command) => {
      const result = state.results[used++];
      if (result === undefined) throw new NeedsCommand(command);
      return result;
    },
    write: (how, where, text) => {
      if (how !== "|" && (where === "/dev/stdout" || where === "-")) {
        output += text;
        return;
      }
      const key = `${how === "|" ? "|" : ">"} ${where}`;
      const before = written.get(key);
      if (before === undefined) written.set(key, { how, where, text });
      else before.text += text;
    },
    print: (text) => {
      output += text;
    },
    nowMs: () => call.machine.nowMs,
  };
  try {
    const status = program(world);
    call.out(output);
    return finish(call, [...written.values()], status);
  } catch (error) {
    if (error instanceof NeedsCommand) return startCommand(call, state, error.command);
    call.out(output);
    throw error;
  }
};

const quietly = (call: AppletCall, path: string): string | undefined => {
  const opened = call.machine.open(call.proc, path, "read");
  if ("error" in opened) return undefined;
  return call.machine.read({ ...call.proc, fds: { 0: opened } }, 0)?.bytes ?? "";
};

const startCommand = (call: AppletCall, state: State, command: string): AppletResult => {
  const { machine, proc } = call;
  const pipe = machine.pipe();
  const pid = call.start(["sh", "-c", command], { ...proc.fds, 1: { kind: "pipe", id: pipe, end: "write" } });
  proc.fds = { ...proc.fds, [COMMAND]: { kind: "pipe", id: pipe, end: "read" } };
  return { wait: { on: "input", number: COMMAND, keepsChild: true }, state: { ...state, running: { pid, output: "" } } };
};

/** Writes what was printed to files and pipes; the readers of the pipes go on by themselves, and awk waits for the last of them. */
const finish = (
  call: AppletCall,
  written: readonly { readonly how: ">" | ">>" | "|"; readonly where: string; readonly text: string }[],
  status: number,
): AppletResult => {
  const commands = written.filter(({ how }) => how === "|");
  for (const { how, where, text } of written) {
    if (how === "|") continue;
    const opened = call.machine.open(call.proc, where, how === ">" ? "write" : "append");
    if ("error" in opened) return call.fail(`can't redirect: ${where}: ${opened.error}`);
    call.machine.write({ ...call.proc, fds: { 1: opened } }, 1, text);
  }
  const [command, ...others] = commands;
  if (command === undefined) return status;
  const feed = (text: string) => ({ ...call.proc.fds, 0: { kind: "pipe", id: call.machine.pipe(text), end: "read" } as const });
  for (const { where, text } of others) call.start(["sh", "-c", where], feed(text));
  call.proc.fds = feed(command.text);
  return call.become(["sh", "-c", status === 0 ? command.where : `${command.where}; exit ${status}`]);
};

/** Files and assignments in their order; without files, the standard input. */
const sourcesOf = (call: AppletCall, operands: readonly string[], stdin: string): readonly AwkSource[] => {
  const sources = operands.map((operand): AwkSource => {
    const assigned = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(operand);
    if (assigned !== null) return { name: assigned[1] as string, value: unescapeAwk(assigned[2] as string) };
    return { name: operand, text: () => (operand === "-" ? stdin : fileText(call, operand)) };
  });
  return sources.some(({ text }) => text !== undefined) ? sources : [...sources, { name: "", text: () => stdin }];
};

const fileText = (call: AppletCall, path: string): string => {
  const opened = call.machine.open(call.proc, path, "read");
  if ("error" in opened) throw new AwkError(opened.error, path);
  return call.machine.read({ ...call.proc, fds: { 0: opened } }, 0)?.bytes ?? "";
};
