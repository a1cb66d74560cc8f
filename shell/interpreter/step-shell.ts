import type { Instruction } from "../language/compile.ts";
import { ExpansionError, expandPattern, expandText, expandWords } from "../language/expand.ts";
import { patternExpression } from "../language/patterns.ts";
import type { Machine } from "../machine/machine.ts";
import type { Proc, ShellState } from "../machine/process-table.ts";
import { codeOf } from "./code.ts";
import { NeedsSubstitution, ShellScope } from "./expansion-scope.ts";
import { continueChild, ForkRefused, forkShell, startCapture, takeCapture } from "./forks.ts";
import { WAITING } from "./job-builtins.ts";
import { readCommands } from "./read-commands.ts";
import { applyRedirects, restoreTo } from "./redirects.ts";
import { exitOnError, runCommand } from "./run-command.ts";
import { endShell, popFrame, startTrap } from "./shell-ends.ts";
import { SIGNAL_NUMBERS } from "./signal-numbers.ts";

/** Runs a shell until it waits, ends, or has used up its turn. */
export const stepShell = (machine: Machine, proc: Proc, shell: ShellState): void => {
  const laden = machine.turnsDone + LOAD_PER_TURN;
  for (let steps = 0; steps < STEPS_PER_TURN && machine.turnsDone < laden && isStill(proc, shell); steps++) {
    if (shell.frames.length > FRAMES_MAX) return overflow(machine, proc);
    if (shell.capture !== undefined) {
      if (!takeCapture(machine, proc, shell)) return;
      continue;
    }
    if (shell.child !== undefined) {
      const { isTested = true } = shell.child;
      if (!continueChild(machine, proc, shell)) return;
      exitOnError(machine, proc, shell, { isTested });
      continue;
    }
    if (proc.signals.length > 0 && !takeSignal(machine, proc, shell)) continue;
    if (proc.exit !== undefined) return;
    const compiled = codeOf(shell.code);
    if (!compiled.ok) {
      machine.write(proc, 2, `${shell.name}: ${shell.source === "file" ? `line ${compiled.line}: ` : ""}${compiled.message}\n`);
      shell.status = 2;
      endShell(machine, proc, shell);
      continue;
    }
    const instruction = compiled.code[shell.at] ?? { op: "end" };
    try {
      executeOrCapture(machine, proc, shell, instruction);
    } catch (error) {
      if (!(error instanceof ExpansionError || error instanceof ForkRefused)) throw error;
      refuse(machine, proc, shell, error.message);
    }
  }
};

const STEPS_PER_TURN = 200;

/** Work booked beside the steps, in turns, after which a turn is over too. */
const LOAD_PER_TURN = 4;

/** Calls of functions, traps and evaluated scripts within each other use up the shell's stack. */
const overflow = (machine: Machine, proc: Proc): void => {
  machine.write(proc, 2, "Segmentation fault\n");
  machine.exit(proc, 139, "SEGV");
};

const FRAMES_MAX = 500;

/** Does a step, or first starts the command whose output it needs. */
const executeOrCapture = (machine: Machine, proc: Proc, shell: ShellState, instruction: Instruction): void => {
  try {
    execute(machine, proc, shell, instruction);
  } catch (error) {
    if (!(error instanceof NeedsSubstitution)) throw error;
    startCapture(machine, proc, shell, error.script);
  }
};

/** False once the process has ended, waits, or has become another program. */
const isStill = (proc: Proc, shell: ShellState): boolean =>
  proc.exit === undefined && proc.wait === undefined && proc.program.kind === "shell" && proc.program.shell === shell;

/** A word that cannot be expanded, or a process that cannot be started, ends a shell that nobody types at. */
const refuse = (machine: Machine, proc: Proc, shell: ShellState, message: string): void => {
  machine.write(proc, 2, `${shell.name}: ${message}\n`);
  shell.status = 2;
  shell.substituted = [];
  if (shell.source !== "prompt") return endShell(machine, proc, shell);
  restoreTo(proc, shell, 0);
  Object.assign(shell, { frames: [], loops: [], code: "", at: 0 });
};

/** True when the shell goes on with its script: what comes here has a trap, or is an interrupt of who types. */
const takeSignal = (_machine: Machine, proc: Proc, shell: ShellState): boolean => {
  const [name, ...rest] = proc.signals as [string, ...string[]];
  proc.signals = rest;
  const action = shell.traps[name];
  if (action !== undefined && action !== "") {
    if (shell.builtin === WAITING) {
      shell.status = 128 + (SIGNAL_NUMBERS[name] ?? 15);
      shell.at += 1;
    }
    startTrap(shell, action);
    return false;
  }
  if (name !== "INT") return true;
  restoreTo(proc, shell, 0);
  Object.assign(shell, { code: "", at: 0, frames: [], loops: [], pending: "", status: 130, builtin: undefined, substituted: [] });
  return false;
};

const execute = (machine: Machine, proc: Proc, shell: ShellState, instruction: Instruction): void => {
  switch (instruction.op) {
    case "run":
      return runCommand(machine, proc, shell, instruction);
    case "jump":
      shell.at = instruction.to;
      return;
    case "jump-if":
      shell.at = (shell.status === 0) === instruction.succeeded ? instruction.to : shell.at + 1;
      return;
    case "not":
      shell.status = shell.status === 0 ? 1 : 0;
      shell.at += 1;
      return;
    case "status":
      shell.status = instruction.value;
      shell.at += 1;
      return;
    case "redirect":
      shell.at = applyRedirects(machine, proc, shell, instruction.redirects) ? shell.at + 1 : instruction.to;
      shell.substituted = [];
      return;
    case "unredirect":
      restoreTo(proc, shell, shell.saved.length - 1);
      shell.at += 1;
      return;
    case "define":
      shell.functions = { ...shell.functions, [instruction.name]: { code: shell.code, at: shell.at + 1 } };
      shell.status = 0;
      shell.at = instruction.to;
      return;
    case "return":
      return popFrame(proc, shell);
    case "fork":
      return fork(machine, proc, shell, instruction);
    case "pipeline":
      return pipeline(machine, proc, shell, instruction);
    case "end":
      return atEnd(machine, proc, shell);
    default:
      return control(machine, proc, shell, instruction);
  }
};

type Control = Extract<Instruction, { readonly op: "loop" | "round" | "unloop" | "for" | "next" | "case" }>;

const control = (machine: Machine, proc: Proc, shell: ShellState, instruction: Control): void => {
  switch (instruction.op) {
    case "for": {
      const scope = new ShellScope(machine, proc, shell);
      shell.builtin = instruction.words === undefined ? shell.parameters : expandWords(instruction.words, scope);
      setAll(shell, scope);
      break;
    }
    case "loop": {
      const items = Array.isArray(shell.builtin) ? (shell.builtin as readonly string[]) : undefined;
      const { breakTo, continueTo } = instruction;
      shell.loops = [...shell.loops, { breakTo, continueTo, savedDepth: shell.saved.length, ...(items === undefined ? {} : { items }) }];
      shell.builtin = undefined;
      break;
    }
    case "round": {
      const loop = shell.loops[shell.loops.length - 1];
      if (loop !== undefined) shell.loops = [...shell.loops.slice(0, -1), { ...loop, status: shell.status }];
      break;
    }
    case "unloop":
      shell.status = shell.loops[shell.loops.length - 1]?.status ?? 0;
      shell.loops = shell.loops.slice(0, -1);
      break;
    case "next": {
      const loop = shell.loops[shell.loops.length - 1];
      const [item, ...items] = loop?.items ?? [];
      if (loop === undefined || item === undefined) {
        shell.at = instruction.to;
        return;
      }
      shell.loops = [...shell.loops.slice(0, -1), { ...loop, items }];
      shell.variables = { ...shell.variables, [instruction.variable]: { ...shell.variables[instruction.variable], value: item } };
      break;
    }
    case "case": {
      shell.at = chooseArm(machine, proc, shell, instruction);
      shell.substituted = [];
      return;
    }
  }
  shell.substituted = [];
  shell.at += 1;
};

const chooseArm = (
  machine: Machine,
  proc: Proc,
  shell: ShellState,
  { word, arms, to }: Extract<Control, { readonly op: "case" }>,
): number => {
  const scope = new ShellScope(machine, proc, shell);
  const value = expandText(word, scope);
  const arm = arms.find(({ patterns }) => patterns.some((pattern) => patternExpression(expandPattern(pattern, scope)).test(value)));
  setAll(shell, scope);
  if (arm === undefined) shell.status = 0;
  return arm?.to ?? to;
};

const setAll = (shell: ShellState, { changes }: ShellScope): void => {
  for (const [name, value] of changes) shell.variables = { ...shell.variables, [name]: { ...shell.variables[name], value } };
};

const fork = (machine: Machine, proc: Proc, shell: ShellState, { to, wait }: Extract<Instruction, { readonly op: "fork" }>): void => {
  const child = forkShell(machine, proc, shell, {
    at: shell.at + 1,
    ...(wait ? {} : { fds: { ...proc.fds, 0: inputOfJob(proc, shell) } }),
  });
  if (wait) {
    shell.child = { pids: [child.pid], last: child.pid, to, isTested: shell.frames.length > 0 };
    return;
  }
  const number = Math.max(0, ...shell.jobs.map((job) => job.number)) + 1;
  shell.jobs = [...shell.jobs, { number, pid: child.pid, text: "" }];
  shell.lastBackground = child.pid;
  if (shell.source === "prompt") machine.write(proc, 2, `[${number}] ${child.pid}\n`);
  shell.status = 0;
  shell.at = to;
};

/** Jobs of a script read nothing. */
const inputOfJob = (proc: Proc, { source }: ShellState) =>
  source === "prompt" ? (proc.fds[0] ?? { kind: "null" as const }) : { kind: "null" as const };

const pipeline = (
  machine: Machine,
  proc: Proc,
  shell: ShellState,
  { stages, to }: Extract<Instruction, { readonly op: "pipeline" }>,
): void => {
  let input = proc.fds[0];
  const pids: number[] = [];
  for (const [index, at] of stages.entries()) {
    const pipe = index < stages.length - 1 ? machine.pipe() : undefined;
    const output = pipe === undefined ? proc.fds[1] : ({ kind: "pipe", id: pipe, end: "write" } as const);
    const fds = { ...proc.fds, ...(input === undefined ? {} : { 0: input }), ...(output === undefined ? {} : { 1: output }) };
    pids.push(forkShell(machine, proc, shell, { at, fds }).pid);
    input = pipe === undefined ? undefined : { kind: "pipe", id: pipe, end: "read" };
  }
  shell.child = { pids, last: pids[pids.length - 1] as number, to };
};

const atEnd = (machine: Machine, proc: Proc, shell: ShellState): void => {
  if (shell.frames.length > 0) return popFrame(proc, shell);
  if (shell.source === "input" || shell.source === "prompt") return readCommands(machine, proc, shell);
  endShell(machine, proc, shell);
};
