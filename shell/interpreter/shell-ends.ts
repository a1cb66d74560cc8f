import type { Machine } from "../machine/machine.ts";
import type { Frame, Proc, ShellState, Variable } from "../machine/process-table.ts";
import { restoreTo } from "./redirects.ts";

/** Ends a shell, its EXIT trap first. */
export const endShell = (machine: Machine, proc: Proc, shell: ShellState): void => {
  const action = shell.traps["EXIT"];
  const { EXIT: _taken, ...traps } = shell.traps;
  shell.traps = traps;
  restoreTo(proc, shell, 0);
  if (action === undefined || action === "" || shell.isExiting) return machine.exit(proc, shell.status);
  // An empty script follows the trap, with the status that there was before it.
  Object.assign(shell, { isExiting: true, frames: [], loops: [], code: "", at: 0, source: "text" });
  pushFrame(shell, "trap", action, { status: shell.status });
};

/** Puts a script between two steps of the present one. */
export const pushFrame = (shell: ShellState, kind: Frame["kind"], code: string, more: Partial<Frame> = {}): void => {
  shell.frames = [...shell.frames, { kind, code: shell.code, at: shell.at, loops: shell.loops, savedDepth: shell.saved.length, ...more }];
  Object.assign(shell, { code, at: 0, loops: [], substituted: [], builtin: undefined });
};

/** Goes back to where the present function or script was called. */
export const popFrame = (proc: Proc, shell: ShellState): void => {
  const frame = shell.frames[shell.frames.length - 1];
  if (frame === undefined) return;
  restoreTo(proc, shell, frame.savedDepth);
  shell.frames = shell.frames.slice(0, -1);
  shell.code = frame.code;
  shell.at = frame.at;
  shell.loops = frame.loops;
  shell.builtin = undefined;
  shell.substituted = [];
  if (frame.parameters !== undefined) shell.parameters = frame.parameters;
  if (frame.status !== undefined) shell.status = frame.status;
  if (frame.locals !== undefined) shell.variables = withoutLocals(shell.variables, frame.locals);
};

/** Runs the action of a trap, after which the status is as before. */
export const startTrap = (shell: ShellState, action: string): void => pushFrame(shell, "trap", action, { status: shell.status });

const withoutLocals = (
  variables: ShellState["variables"],
  locals: Readonly<Record<string, Variable | undefined>>,
): ShellState["variables"] => {
  const restored: Record<string, Variable> = { ...variables };
  for (const [name, before] of Object.entries(locals)) {
    if (before === undefined) delete restored[name];
    else restored[name] = before;
  }
  return restored;
};
