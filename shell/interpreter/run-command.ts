import type { Instruction } from "../language/compile.ts";
import { expandText, expandWords } from "../language/expand.ts";
import type { Machine } from "../machine/machine.ts";
import type { Proc, ShellState, Variable } from "../machine/process-table.ts";
import { isWait } from "./applet-call.ts";
import { BUILTINS, type BuiltinCall } from "./builtins.ts";
import { ShellScope } from "./expansion-scope.ts";
import { type Executable, findExecutable, programFor } from "./find-executable.ts";
import { quoteWhereNeeded } from "./quote-words.ts";
import { applyRedirects, restoreTo } from "./redirects.ts";
import { endShell, pushFrame } from "./shell-ends.ts";
import { exportedVariables } from "./shell-state.ts";

type Run = Extract<Instruction, { readonly op: "run" }>;

/** Runs a simple command: assignments alone, a function, a builtin, or a program in a process of its own. */
export const runCommand = (machine: Machine, proc: Proc, shell: ShellState, run: Run): void => {
  if (run.words.length + run.assignments.length + run.redirects.length === 0) {
    shell.at += 1;
    return exitOnError(machine, proc, shell, run);
  }
  const scope = new ShellScope(machine, proc, shell);
  const words = expandWords(run.words, scope);
  const assigned = run.assignments.map(({ name, value }) => {
    const text = expandText(value, scope);
    if (run.words.length === 0) scope.set(name, text);
    return [name, text] as const;
  });
  if (!keepChanges(machine, proc, shell, scope)) return;
  if (shell.options.includes("x"))
    machine.write(
      proc,
      2,
      `+ ${[...assigned.map(([name, value]) => `${name}=${quoteWhereNeeded(value)}`), ...words.map(quoteWhereNeeded)].join(" ")}\n`,
    );
  const [name, ...args] = words;
  if (name === undefined) return assignOnly(machine, proc, shell, run);
  dispatch(machine, proc, shell, { run, name, args, assigned });
};

/** `set -e`: a failure that nobody looks at ends the shell. */
export const exitOnError = (machine: Machine, proc: Proc, shell: ShellState, { isTested }: Pick<Run, "isTested">): void => {
  if (shell.status === 0 || isTested || !shell.options.includes("e") || shell.frames.some((frame) => frame.isTested === true)) return;
  endShell(machine, proc, shell);
};

const keepChanges = (machine: Machine, proc: Proc, shell: ShellState, { changes }: ShellScope): boolean => {
  for (const [name, value] of changes) {
    const before = shell.variables[name];
    if (before?.isReadonly === true) {
      machine.write(proc, 2, `${shell.name}: ${name}: is read only\n`);
      shell.status = 2;
      endShell(machine, proc, shell);
      return false;
    }
    shell.variables = { ...shell.variables, [name]: { ...before, value, ...(shell.options.includes("a") ? { isExported: true } : {}) } };
  }
  const isLarge = [...changes.values()].some(({ length }) => length > LARGE);
  if (!isLarge || Object.values(shell.variables).reduce((sum, { value }) => sum + (value?.length ?? 0), 0) <= VARIABLES_MAX) return true;
  machine.write(proc, 2, `${shell.name}: out of memory\n`);
  shell.status = 2;
  endShell(machine, proc, shell);
  return false;
};

/** Size of a value from which on all of them are added up, and the most that they may have together, bytes. */
const LARGE = 4_096;
const VARIABLES_MAX = 4 * 1_048_576;

const assignOnly = (machine: Machine, proc: Proc, shell: ShellState, run: Run): void => {
  shell.status = shell.substitutionStatus ?? 0;
  const depth = shell.saved.length;
  if (applyRedirects(machine, proc, shell, run.redirects)) restoreTo(proc, shell, depth);
  finish(machine, proc, shell, run);
};

interface Command {
  readonly run: Run;
  readonly name: string;
  readonly args: readonly string[];
  readonly assigned: readonly (readonly [string, string])[];
}

const dispatch = (machine: Machine, proc: Proc, shell: ShellState, command: Command): void => {
  const { name, run } = command;
  const own = shell.functions[name];
  if (own !== undefined) return callFunction(machine, proc, shell, command, own);
  const builtin = machine.programs.goesBefore?.(name, command.args) === true ? undefined : BUILTINS[name];
  const depth = shell.saved.length;
  if (builtin !== undefined) {
    if (!applyRedirects(machine, proc, shell, run.redirects)) return finish(machine, proc, shell, run);
    return runBuiltin(machine, proc, shell, { ...command, depth }, builtin);
  }
  const found = findExecutable(machine, proc, shell, name);
  if (found.kind === "missing") {
    if (applyRedirects(machine, proc, shell, run.redirects)) {
      machine.write(proc, 2, `${shell.name}: ${found.message}\n`);
      restoreTo(proc, shell, depth);
      shell.status = found.status;
    }
    return finish(machine, proc, shell, run);
  }
  if (!applyRedirects(machine, proc, shell, run.redirects)) return finish(machine, proc, shell, run);
  runProgram(machine, proc, shell, command, found, depth);
};

const runBuiltin = (
  machine: Machine,
  proc: Proc,
  shell: ShellState,
  { run, name, args, assigned, depth }: Command & { readonly depth: number },
  builtin: BuiltinCall,
): void => {
  const before = shell.variables;
  // What goes on as another program sees the assignments before it.
  const isExported = name === "exec" && args.length > 0 ? { isExported: true } : {};
  for (const [variable, value] of assigned)
    shell.variables = { ...shell.variables, [variable]: { ...shell.variables[variable], value, ...isExported } };
  const at = shell.at;
  shell.at += 1;
  const result = builtin({ machine, proc, shell, name, args, isTested: run.isTested });
  if (assigned.length > 0 && !SPECIAL.has(name)) shell.variables = restored(shell.variables, before, assigned);
  if (isWait(result)) {
    shell.at = at;
    shell.builtin = result.state;
    proc.wait = result.wait;
    restoreTo(proc, shell, depth);
    return;
  }
  if (proc.exit !== undefined || proc.program.kind !== "shell" || proc.program.shell !== shell) return;
  shell.substituted = [];
  shell.substitutionStatus = undefined;
  if (name === "exec" && args.length === 0) shell.saved = shell.saved.slice(0, depth);
  else if (shell.saved.length > depth) restoreTo(proc, shell, depth);
  if (result === undefined) return;
  shell.builtin = undefined;
  shell.status = result;
  machine.commandEnded(proc, [result]);
  exitOnError(machine, proc, shell, run);
};

/** Assignments before these stay. */
const SPECIAL = new Set([
  ":",
  ".",
  "break",
  "continue",
  "eval",
  "exec",
  "exit",
  "export",
  "readonly",
  "return",
  "set",
  "shift",
  "times",
  "trap",
  "unset",
]);

const restored = (
  now: ShellState["variables"],
  before: ShellState["variables"],
  assigned: Command["assigned"],
): Readonly<Record<string, Variable>> => {
  const result: Record<string, Variable> = { ...now };
  for (const [name] of assigned) {
    const old = before[name];
    if (old === undefined) delete result[name];
    else result[name] = old;
  }
  return result;
};

const callFunction = (
  machine: Machine,
  proc: Proc,
  shell: ShellState,
  { run, args, assigned }: Command,
  { code, at }: { readonly code: string; readonly at: number },
): void => {
  const depth = shell.saved.length;
  if (run.redirects.length > 0 && !applyRedirects(machine, proc, shell, run.redirects)) return finish(machine, proc, shell, run);
  const locals = Object.fromEntries(assigned.map(([name]) => [name, shell.variables[name]]));
  for (const [name, value] of assigned) shell.variables = { ...shell.variables, [name]: { value, isExported: true } };
  shell.at += 1;
  const isTested = run.isTested || shell.frames.some((frame) => frame.isTested === true);
  pushFrame(shell, "function", code, { savedDepth: depth, parameters: shell.parameters, locals, isTested });
  shell.at = at;
  shell.parameters = args;
};

const runProgram = (
  machine: Machine,
  proc: Proc,
  shell: ShellState,
  { run, name, args, assigned }: Command,
  found: Executable,
  depth: number,
): void => {
  const env = { ...exportedVariables(shell.variables), ...Object.fromEntries(assigned) };
  const { fds } = proc;
  restoreTo(proc, shell, depth);
  const start = programFor(machine, { found, name, args, env, cwd: proc.cwd, ppid: proc.pid });
  shell.substituted = [];
  shell.substitutionStatus = undefined;
  if (run.isLast && canBeReplaced(shell)) {
    replaceShell(proc, shell, { ...start, env, fds });
    return;
  }
  const ignored = Object.entries(shell.traps).flatMap(([signal, action]) => (action === "" ? [signal] : []));
  const child = machine.spawn({
    ppid: proc.pid,
    argv: start.comm === undefined ? start.argv : proc.argv,
    program: start.program,
    env,
    cwd: proc.cwd,
    fds,
    session: proc.session,
    ignored: [...(proc.ignored ?? []), ...ignored],
    comm: start.comm,
  });
  shell.child = { pids: [child.pid], last: child.pid, to: shell.at + 1, isTested: run.isTested };
};

/** A shell that has nothing left to do makes way for its last program. */
const canBeReplaced = ({ source, frames, loops, saved, traps, jobs }: ShellState): boolean =>
  source === "text" &&
  frames.length === 0 &&
  loops.length === 0 &&
  saved.length === 0 &&
  jobs.length === 0 &&
  Object.keys(traps).length === 0;

/** `exec`: the process goes on as another program. */
export const replaceShell = (
  proc: Proc,
  _shell: ShellState,
  next: Pick<Proc, "program" | "argv" | "env" | "fds"> & { readonly comm?: string | undefined },
): void => {
  const own = proc.argv;
  Object.assign(proc, { program: next.program, env: next.env, fds: next.fds, argv: next.comm === undefined ? next.argv : own });
  if (next.comm === undefined) delete proc.comm;
  else proc.comm = next.comm;
};

const finish = (machine: Machine, proc: Proc, shell: ShellState, run: Run): void => {
  shell.substituted = [];
  shell.substitutionStatus = undefined;
  shell.builtin = undefined;
  shell.at += 1;
  machine.commandEnded(proc, [shell.status]);
  exitOnError(machine, proc, shell, run);
};
