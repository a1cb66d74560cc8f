import { resolvePath } from "#core/posix-path.ts";
import { APPLETS } from "../applets/applets.ts";
import type { Machine } from "../machine/machine.ts";
import type { Proc, ShellState, Variable } from "../machine/process-table.ts";
import { ALIAS_BUILTINS } from "./alias-builtins.ts";
import { AppletCall, type AppletResult } from "./applet-call.ts";
import { findExecutable, programFor } from "./find-executable.ts";
import { JOB_BUILTINS } from "./job-builtins.ts";
import { quoteWord } from "./quote-words.ts";
import { restoreTo } from "./redirects.ts";
import { setOptions } from "./set-options.ts";
import { setUmask } from "./set-umask.ts";
import { endShell, popFrame, pushFrame } from "./shell-ends.ts";
import { exportedVariables } from "./shell-state.ts";
import { showLimits } from "./show-limits.ts";

/** A builtin with the shell that runs it. */
export interface Builtin {
  readonly machine: Machine;
  readonly proc: Proc;
  readonly shell: ShellState;
  readonly name: string;
  readonly args: readonly string[];
  readonly isTested: boolean;
}

/** Gives a status; undefined when the builtin itself has said where the shell goes on. */
export type BuiltinCall = (call: Builtin) => AppletResult | undefined;

const say = ({ machine, proc }: Builtin, text: string): void => void machine.write(proc, 1, text);

const complain = ({ machine, proc, shell, name }: Builtin, message: string, status = 1): number => {
  machine.write(proc, 2, `${shell.name}: ${name}: ${message}\n`);
  return status;
};

/** Applets that run in the shell itself. */
const inShell: BuiltinCall = ({ machine, proc, shell, name, args }) => {
  const applet = APPLETS[name];
  const call = {
    name: SPOKEN_FOR.has(name) ? shell.name : name,
    args: name.startsWith("[") ? args.slice(0, -1) : args,
    env: exportedVariables(shell.variables),
    state: shell.builtin,
  };
  const closing = { "[": "]", "[[": "]]" }[name];
  if (closing !== undefined && args[args.length - 1] !== closing) {
    machine.write(proc, 2, `${shell.name}: missing ${closing}\n`);
    return 2;
  }
  return applet === undefined ? 127 : applet(new AppletCall(machine, proc, call));
};

/** Applets whose complaints begin with the shell's name. */
const SPOKEN_FOR = new Set(["[", "printf", "test"]);

const jump =
  (where: "breakTo" | "continueTo"): BuiltinCall =>
  ({ proc, shell, args }) => {
    const levels = Math.min(Math.max(1, Number(args[0] ?? "1") || 1), shell.loops.length);
    const loop = shell.loops[shell.loops.length - levels];
    if (loop === undefined) return 0;
    shell.loops = shell.loops.slice(0, shell.loops.length - levels + (where === "continueTo" ? 1 : 0));
    restoreTo(proc, shell, loop.savedDepth);
    shell.at = loop[where];
    shell.status = 0;
    shell.builtin = undefined;
    return undefined;
  };

const changeFolder: BuiltinCall = (call) => {
  const { machine, proc, shell, args } = call;
  const wanted = args.find((arg) => !/^-[LP]$/.test(arg)) ?? shell.variables["HOME"]?.value ?? "/";
  const target = wanted === "-" ? (shell.variables["OLDPWD"]?.value ?? proc.cwd) : wanted;
  const path = resolvePath(target, proc.cwd);
  const info = machine.fs.stat(path);
  if (info?.kind !== "folder") {
    machine.write(
      proc,
      2,
      `${shell.name}: cd: line 0: can't cd to ${target}: ${info === undefined ? "No such file or directory" : "Not a directory"}\n`,
    );
    return shell.source === "prompt" ? 1 : 2;
  }
  shell.variables = { ...shell.variables, OLDPWD: { value: proc.cwd, isExported: true }, PWD: { ...shell.variables["PWD"], value: path } };
  proc.cwd = path;
  if (wanted === "-") say(call, `${path}\n`);
  return 0;
};

const declare =
  (mark: Partial<Variable>): BuiltinCall =>
  (call) => {
    const { shell, args, name } = call;
    const names = args.filter((arg) => arg !== "-p");
    if (names.length === 0) {
      for (const [key, variable] of Object.entries(shell.variables).sort(([a], [b]) => (a < b ? -1 : 1)))
        if ((mark.isExported ? variable.isExported : variable.isReadonly) === true) say(call, `${name} ${key}='${variable.value ?? ""}'\n`);
      return 0;
    }
    for (const arg of names) {
      const equals = arg.indexOf("=");
      const key = equals < 0 ? arg : arg.slice(0, equals);
      if (!/^[A-Za-z_]\w*$/.test(key)) return complain(call, `${key}: bad variable name`, 2);
      const before = shell.variables[key];
      shell.variables = { ...shell.variables, [key]: { ...before, value: equals < 0 ? before?.value : arg.slice(equals + 1), ...mark } };
    }
    return 0;
  };

const local: BuiltinCall = (call) => {
  const { shell, args } = call;
  const frame = shell.frames.findLast(({ kind }) => kind === "function");
  if (frame === undefined) {
    complain(call, "line 0: not in a function");
    shell.status = 2;
    if (shell.source === "prompt") return 2;
    endShell(call.machine, call.proc, shell);
    return undefined;
  }
  const locals: Record<string, Variable | undefined> = { ...frame.locals };
  for (const arg of args) {
    const equals = arg.indexOf("=");
    const key = equals < 0 ? arg : arg.slice(0, equals);
    if (!(key in locals)) locals[key] = shell.variables[key];
    if (equals >= 0) shell.variables = { ...shell.variables, [key]: { ...shell.variables[key], value: arg.slice(equals + 1) } };
  }
  shell.frames = shell.frames.map((candidate) => (candidate === frame ? { ...frame, locals } : candidate));
  return 0;
};

const setTraps: BuiltinCall = (call) => {
  const { shell, args } = call;
  if (args.length === 0) {
    for (const [name, action] of Object.entries(shell.traps)) say(call, `trap -- '${action}' ${name}\n`);
    return 0;
  }
  const isReset = args[0] === "-" || /^\d+$/.test(args[0] as string);
  const action = args[0] as string;
  for (const word of isReset && args[0] !== "-" ? args : args.slice(1)) {
    const name = trapName(word);
    const { [name]: _before, ...others } = shell.traps;
    shell.traps = isReset ? others : { ...others, [name]: action };
  }
  return 0;
};

const TRAP_NUMBERS: Readonly<Record<string, string>> = {
  0: "EXIT",
  1: "HUP",
  2: "INT",
  3: "QUIT",
  9: "KILL",
  10: "USR1",
  12: "USR2",
  13: "PIPE",
  14: "ALRM",
  15: "TERM",
  17: "CHLD",
};

const trapName = (word: string): string => TRAP_NUMBERS[word] ?? word.toUpperCase().replace(/^SIG/, "");

const evaluate: BuiltinCall = ({ shell, args }) => {
  if (args.length === 0) return 0;
  pushFrame(shell, "eval", args.join(" "));
  return undefined;
};

const source: BuiltinCall = (call) => {
  const { machine, proc, shell, args } = call;
  const [file, ...parameters] = args;
  if (file === undefined) return complain(call, "filename argument required", 2);
  const content = machine.fs.read(resolvePath(file, proc.cwd));
  if (!content.ok) {
    machine.write(proc, 2, `${shell.name}: ${call.name}: line 0: can't open '${file}': ${content.error}\n`);
    shell.status = 2;
    if (shell.source === "prompt") return 2;
    endShell(machine, proc, shell);
    return undefined;
  }
  pushFrame(shell, "source", content.bytes, parameters.length === 0 ? {} : { parameters: shell.parameters });
  if (parameters.length > 0) shell.parameters = parameters;
  return undefined;
};

const execute: BuiltinCall = (call) => {
  const { machine, proc, shell, args } = call;
  const [name, ...rest] = args;
  if (name === undefined) return 0;
  const found = findExecutable(machine, proc, shell, name);
  if (found.kind === "missing") {
    machine.write(proc, 2, `${shell.name}: exec: line 0: ${found.message}\n`);
    machine.exit(proc, found.status);
    return undefined;
  }
  const env = exportedVariables(shell.variables);
  const start = programFor(machine, { found, name, args: rest, env, cwd: proc.cwd, ppid: proc.ppid });
  Object.assign(proc, { program: start.program, argv: start.argv, env });
  return undefined;
};

const exit: BuiltinCall = ({ machine, proc, shell, args }) => {
  if (args[0] !== undefined && !/^\d+$/.test(args[0])) {
    machine.write(proc, 2, `${shell.name}: exit: line 0: Illegal number: ${args[0]}\n`);
    shell.status = 2;
  } else if (args[0] !== undefined) shell.status = Number(args[0]) & 255;
  endShell(machine, proc, shell);
  return undefined;
};

const returnFrom: BuiltinCall = ({ machine, proc, shell, args }) => {
  if (args[0] !== undefined) shell.status = Number(args[0]) & 255;
  while (shell.frames.length > 0 && shell.frames[shell.frames.length - 1]?.kind === "eval") popFrame(proc, shell);
  const { status } = shell;
  if (shell.frames.length === 0) endShell(machine, proc, shell);
  else popFrame(proc, shell);
  if (shell.frames.length >= 0) shell.status = status;
  return undefined;
};

const unset: BuiltinCall = ({ shell, args }) => {
  for (const name of args.filter((arg) => !arg.startsWith("-"))) {
    if (args.includes("-f")) {
      const { [name]: _gone, ...functions } = shell.functions;
      shell.functions = functions;
    } else {
      const { [name]: _gone, ...variables } = shell.variables;
      shell.variables = variables;
    }
  }
  return 0;
};

const shift: BuiltinCall = (call) => {
  const count = Number(call.args[0] ?? "1");
  if (count > call.shell.parameters.length) return 1;
  call.shell.parameters = call.shell.parameters.slice(count);
  return 0;
};

const describe =
  (isCommand: boolean): BuiltinCall =>
  (call) => {
    const { machine, proc, shell, args } = call;
    let status = 0;
    const names = args.filter((arg) => !arg.startsWith("-"));
    for (const name of isCommand ? names.slice(0, 1) : names) {
      const text = describeName(call, name, isCommand && args.includes("-v"));
      if (text !== undefined) say(call, `${text}\n`);
      else {
        status = 127;
        if (!(isCommand && args.includes("-v")))
          machine.write(proc, isCommand ? 2 : 1, `${isCommand ? `${shell.name}: ` : ""}${name}: not found\n`);
      }
    }
    return status;
  };

const KEYWORDS = new Set("! case do done elif else esac fi for function if in then until while { }".split(" "));

const describeName = ({ machine, proc, shell }: Builtin, name: string, isShort: boolean): string | undefined => {
  if (shell.functions[name] !== undefined) return isShort ? name : `${name} is a function`;
  if (KEYWORDS.has(name)) return isShort ? name : `${name} is a shell keyword`;
  const alias = shell.aliases[name];
  if (alias !== undefined) return isShort ? `alias ${name}=${quoteWord(alias)}` : `${name} is an alias for ${alias}`;
  if (BUILTINS[name] !== undefined) return isShort ? name : `${name} is a shell builtin`;
  const found = findExecutable(machine, proc, shell, name);
  if (found.kind === "missing") return undefined;
  if (found.kind === "applet" && found.isInShell) return isShort ? name : `${name} is ${name}`;
  const folder = (shell.variables["PATH"]?.value ?? "")
    .split(":")
    .find((candidate) => machine.fs.exists(resolvePath(`${candidate}/${name}`, proc.cwd)));
  const path = name.includes("/") ? name : folder === undefined ? name : `${folder}/${name}`;
  return isShort ? path : `${name} is ${path}`;
};

const command: BuiltinCall = (call) => {
  if (call.args.some((arg) => arg === "-v" || arg === "-V")) return describe(true)(call);
  const [name = "", ...args] = call.args.filter((arg, index) => !(index === 0 && arg === "-p"));
  const builtin = BUILTINS[name];
  if (builtin !== undefined) return builtin({ ...call, name, args });
  const { machine, proc, shell } = call;
  const found = findExecutable(machine, proc, shell, name);
  if (found.kind === "missing") {
    machine.write(proc, 2, `${shell.name}: ${found.message}\n`);
    return found.status;
  }
  const env = exportedVariables(shell.variables);
  const start = programFor(machine, { found, name, args, env, cwd: proc.cwd, ppid: proc.pid });
  const child = machine.spawn({
    ppid: proc.pid,
    argv: start.argv,
    program: start.program,
    env,
    cwd: proc.cwd,
    fds: proc.fds,
    session: proc.session,
  });
  shell.child = { pids: [child.pid], last: child.pid, to: shell.at, isTested: call.isTested };
  return undefined;
};

const letArithmetic: BuiltinCall = ({ shell, args }) => {
  const code = args.map((arg) => `__let=$((${arg}))`).join("; ");
  pushFrame(shell, "eval", `${code}; [ "$__let" -ne 0 ]`);
  return undefined;
};

/** Commands of a shell itself. */
export const BUILTINS: Readonly<Record<string, BuiltinCall>> = {
  ":": () => 0,
  ".": source,
  "[": inShell,
  "[[": inShell,
  break: jump("breakTo"),
  cd: changeFolder,
  command,
  continue: jump("continueTo"),
  echo: inShell,
  eval: evaluate,
  exec: execute,
  exit,
  hash: (call) => {
    const missing = call.args.filter(
      (arg) =>
        !arg.startsWith("-") && BUILTINS[arg] === undefined && findExecutable(call.machine, call.proc, call.shell, arg).kind === "missing",
    );
    for (const name of missing) complain(call, `line 0: ${name}: not found`);
    return missing.length > 0 ? 1 : 0;
  },
  export: declare({ isExported: true }),
  false: () => 1,
  let: letArithmetic,
  local,
  printf: inShell,
  pwd: (call) => {
    say(call, `${call.proc.cwd}\n`);
    return 0;
  },
  readonly: declare({ isReadonly: true }),
  return: returnFrom,
  set: setOptions,
  shift,
  source,
  test: inShell,
  times: (call) => {
    say(call, "0m0.000s 0m0.000s\n0m0.000s 0m0.000s\n");
    return 0;
  },
  trap: setTraps,
  true: () => 0,
  type: describe(false),
  ulimit: showLimits,
  umask: setUmask,
  unset,
  ...ALIAS_BUILTINS,
  ...JOB_BUILTINS,
};
