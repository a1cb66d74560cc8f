import type { World } from "../../kernel/world.ts";
import { readContainerFile, writeContainerFile } from "../container-files.ts";
import { listen } from "../process-life.ts";
import { printLines } from "../process-output.ts";
import type { Step, StepContext, StepResult } from "../program.ts";
import { type CommandResult, fail } from "./command.ts";
import { type Expansion, expandToText, expandWords } from "./expand-word.ts";
import { NETWORK_COMMANDS } from "./network-commands.ts";
import { type Command, compileScript, type Instruction } from "./script-syntax.ts";
import { TEXT_COMMANDS } from "./text-commands.ts";

/** Where a running script is: an index, variables, loops. Plain data, so that it survives a fork. */
export interface ShellState {
  readonly at: number;
  readonly status: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly loops: Readonly<Record<number, number>>;
  /** True once a server runs in the background: the shell ends, the container does not serve for ever. */
  readonly hasBackground: boolean;
}

/** Runs a script until it waits, ends, or has used up what one turn may do. */
export const runScript =
  (scriptOf: (context: StepContext) => string): Step =>
  (context) => {
    const code = compile(context.world, scriptOf(context));
    if (typeof code === "string") return { kind: "exit", exitCode: 2, lines: [`sh: ${code}`] };
    let state = (context.state as ShellState | undefined) ?? START;
    for (let turn = 0; turn < COMMANDS_PER_TURN_MAX; turn++) {
      const instruction = code[state.at];
      if (instruction === undefined) return { kind: "exit", exitCode: state.status };
      const outcome = execute(context, instruction, state);
      if (outcome.end !== undefined) return outcome.end;
      state = outcome.state;
      if (outcome.waitMs !== undefined && outcome.waitMs > 0) return { kind: "again", afterMs: outcome.waitMs, state };
    }
    // A script that never sleeps takes its processor's time; it goes on a little later.
    return { kind: "again", afterMs: BUSY_TURN_MS, state };
  };

const START: ShellState = { at: 0, status: 0, variables: {}, loops: {}, hasBackground: false };
const COMMANDS_PER_TURN_MAX = 200;
const BUSY_TURN_MS = 1000;

/** Code is a pure function of its text, so it never goes out of date. */
const compile = (world: World, text: string): readonly Instruction[] | string =>
  world.memo(`apps/script ${text}`, 0, () => compileScript(text));

interface Outcome {
  readonly state: ShellState;
  readonly waitMs?: number;
  readonly end?: StepResult;
}

const execute = (context: StepContext, instruction: Instruction, state: ShellState): Outcome => {
  const next = { ...state, at: state.at + 1 };
  switch (instruction.op) {
    case "jump":
      return { state: { ...state, at: instruction.to } };
    case "jump-if":
      return { state: { ...state, at: (state.status === 0) === instruction.succeeded ? instruction.to : state.at + 1 } };
    case "negate":
      return { state: { ...next, status: state.status === 0 ? 1 : 0 } };
    case "for":
      return { state: advanceLoop(context, instruction, state) };
    case "run":
      return runPipeline(context, instruction, next);
  }
};

const advanceLoop = (
  context: StepContext,
  { variable, words, slot, end }: Extract<Instruction, { op: "for" }>,
  state: ShellState,
): ShellState => {
  const items = expandWords(words, expansionOf(context, state));
  const index = state.loops[slot] ?? 0;
  const item = items[index];
  if (item === undefined) return { ...state, at: end, loops: { ...state.loops, [slot]: 0 } };
  return { ...state, at: state.at + 1, variables: { ...state.variables, [variable]: item }, loops: { ...state.loops, [slot]: index + 1 } };
};

const runPipeline = (context: StepContext, { pipeline, inBackground }: Extract<Instruction, { op: "run" }>, state: ShellState): Outcome => {
  let stdin = "";
  let current = state;
  let waitMs = 0;
  for (let i = 0; i < pipeline.length; i++) {
    const outcome = runCommand(context, pipeline[i] as Command, current, stdin, i < pipeline.length - 1);
    if (outcome.exit !== undefined) return { state: current, end: { kind: "exit", exitCode: outcome.exit } };
    stdin = outcome.stdout;
    current = { ...current, status: outcome.status, variables: outcome.variables };
    waitMs += inBackground ? 0 : outcome.waitMs;
    if (outcome.runsForever && !inBackground) return { state: current, end: { kind: "next" } };
    if (outcome.runsForever) current = { ...current, hasBackground: true };
  }
  return { state: current, waitMs };
};

interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly waitMs: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly runsForever?: boolean;
  readonly exit?: number;
}

const runCommand = (context: StepContext, command: Command, state: ShellState, stdin: string, isPiped: boolean): Ran => {
  const expansion = expansionOf(context, state);
  const { assigned, rest } = splitAssignments(command.words, expansion);
  const quiet = { stdout: "", waitMs: 0 };
  if (rest.length === 0) return { ...quiet, status: 0, variables: { ...state.variables, ...assigned } };
  const [name = "", ...args] = expandWords(rest, expansion);
  if (name === "exit") return { ...quiet, status: 0, variables: state.variables, exit: Number(args[0] ?? state.status) };
  if (name === "export" || name === "readonly" || name === "local") {
    const set = Object.fromEntries(
      args.filter((arg) => arg.includes("=")).map((arg) => [arg.slice(0, arg.indexOf("=")), arg.slice(arg.indexOf("=") + 1)]),
    );
    return { ...quiet, status: 0, variables: { ...state.variables, ...set } };
  }
  if (name === "wait") return { ...quiet, status: 0, variables: state.variables, runsForever: state.hasBackground };
  const words = name === "exec" ? args : [name, ...args];
  const input = readRedirect(context, command, expansion) ?? stdin;
  const result = runApplet(context, words, input, { ...context.process.start.env, ...state.variables, ...assigned });
  const stdout = deliver(context, command, expansion, result, isPiped);
  const base = { status: result.status, stdout, waitMs: result.waitMs ?? 0, variables: state.variables };
  if (result.runsForever === true) return { ...base, runsForever: true };
  return name === "exec" && result.waitMs === undefined ? { ...base, exit: result.status } : base;
};

/** Runs one applet by name and opens the sockets that it asks for. */
export const runApplet = (
  { world, process }: Pick<StepContext, "world" | "process">,
  words: readonly string[],
  stdin: string,
  env: Readonly<Record<string, string>>,
): CommandResult => {
  const [name = "", ...args] = words[0] === "busybox" ? words.slice(1) : words;
  const applet = name.slice(name.lastIndexOf("/") + 1);
  const run = TEXT_COMMANDS[applet] ?? NETWORK_COMMANDS[applet];
  if (run === undefined) return fail(`sh: ${name}: not found`, 127);
  const current = { world, process: world.map<typeof process>("processes").get(process.key) ?? process };
  const result = run({ ...current, args, stdin, env });
  if (result.sockets === undefined) return result;
  const opened = listen(world, current.process, [...current.process.ports, ...result.sockets]);
  return opened ? result : fail(`${applet}: bind: Address already in use`);
};

const expansionOf = (context: StepContext, state: ShellState): Expansion => ({
  variable: (name) => (name === "?" ? `${state.status}` : (state.variables[name] ?? context.process.start.env[name] ?? "")),
  substitute: (script) => {
    const code = compile(context.world, script);
    if (typeof code === "string") return "";
    let stdout = "";
    for (const instruction of code.slice(0, COMMANDS_PER_TURN_MAX)) {
      if (instruction.op !== "run") continue;
      let input = "";
      for (const command of instruction.pipeline) {
        input =
          runApplet(context, expandWords(command.words, expansionOf(context, state)), input, {
            ...context.process.start.env,
            ...state.variables,
          }).stdout ?? "";
      }
      stdout += input;
    }
    return stdout;
  },
});

const splitAssignments = (words: readonly string[], expansion: Expansion) => {
  const assigned: Record<string, string> = {};
  let i = 0;
  for (; i < words.length; i++) {
    const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[i] as string);
    if (match === null) break;
    assigned[match[1] as string] = expandToText(match[2] ?? "", expansion);
  }
  return { assigned, rest: words.slice(i) };
};

const readRedirect = ({ world, process }: StepContext, { redirects }: Command, expansion: Expansion): string | undefined => {
  const redirect = redirects.find(({ from }) => from === 0);
  return redirect === undefined ? undefined : (readContainerFile(world, process, expandToText(redirect.to, expansion)) ?? "");
};

/** Sends output where the redirects say; what stays goes to the next command or to the container's log. */
const deliver = (
  context: StepContext,
  { redirects }: Command,
  expansion: Expansion,
  { stdout = "", stderr = "" }: CommandResult,
  isPiped: boolean,
): string => {
  const out = redirects.find(({ from }) => from === 1);
  const errors = redirects.find(({ from }) => from === 2);
  const errorText = stderr === "" ? "" : stderr.endsWith("\n") ? stderr : `${stderr}\n`;
  const joined = errors?.mode === "duplicate" ? stdout + errorText : stdout;
  if (errors === undefined && errorText !== "") write(context, "stderr", errorText);
  else if (errors !== undefined && errors.mode !== "duplicate")
    writeFile(context, expandToText(errors.to, expansion), errorText, errors.mode);
  if (out?.mode === "duplicate") write(context, "stderr", joined);
  else if (out !== undefined) writeFile(context, expandToText(out.to, expansion), joined, out.mode);
  else if (isPiped) return joined;
  else write(context, "stdout", joined);
  return "";
};

const write = ({ world, process }: StepContext, stream: "stdout" | "stderr", text: string): void => {
  if (text !== "") printLines(world, process, text.replace(/\n$/, "").split("\n"), stream);
};

const writeFile = (context: StepContext, path: string, text: string, mode: string): void => {
  if (path === "/dev/null") return;
  const stream = STREAMS[path];
  if (stream !== undefined) {
    write(context, stream, text);
    return;
  }
  const before = mode === "append" ? (readContainerFile(context.world, context.process, path) ?? "") : "";
  writeContainerFile(context.world, context.process, path, before + text);
};

const STREAMS: Readonly<Record<string, "stdout" | "stderr">> = {
  "/dev/stdout": "stdout",
  "/proc/1/fd/1": "stdout",
  "/dev/stderr": "stderr",
  "/proc/1/fd/2": "stderr",
};
