import { expandText } from "../language/expand.ts";
import type { Redirect } from "../language/syntax.ts";
import type { Machine } from "../machine/machine.ts";
import type { Descriptor, Proc, ShellState } from "../machine/process-table.ts";
import { ShellScope } from "./expansion-scope.ts";

/** Puts redirects in force until `restoreTo`; false, with the shell's words, when one cannot be. */
export const applyRedirects = (machine: Machine, proc: Proc, shell: ShellState, redirects: readonly Redirect[]): boolean => {
  const before = proc.fds;
  for (const redirect of redirects) {
    const problem = applyRedirect(machine, proc, shell, redirect);
    if (problem === undefined) continue;
    proc.fds = before;
    machine.write(proc, 2, `${shell.name}: ${problem}\n`);
    shell.status = 1;
    return false;
  }
  shell.saved = [...shell.saved, before];
  return true;
};

/** Takes redirects back until so many are left in force. */
export const restoreTo = (proc: Proc, shell: ShellState, depth: number): void => {
  const before = shell.saved[depth];
  if (before === undefined) return;
  proc.fds = before;
  shell.saved = shell.saved.slice(0, depth);
};

const applyRedirect = (machine: Machine, proc: Proc, shell: ShellState, { fd, mode, target }: Redirect): string | undefined => {
  const text = expandText(target, new ShellScope(machine, proc, shell));
  if (mode === "duplicate") return duplicate(proc, fd, text);
  if (mode === "here") return put(proc, fd, { kind: "pipe", id: machine.pipe(text), end: "read" });
  const opened = machine.open(proc, text, mode);
  if (!("error" in opened)) return put(proc, fd, opened);
  if (mode === "read") return `can't open ${text}: ${opened.error === "No such file or directory" ? "no such file" : opened.error}`;
  return `can't create ${text}: ${opened.error === "No such file or directory" ? "nonexistent directory" : opened.error}`;
};

const duplicate = (proc: Proc, fd: number, text: string): string | undefined => {
  if (text === "-") {
    const { [fd]: _closed, ...rest } = proc.fds;
    proc.fds = rest;
    return undefined;
  }
  const source = proc.fds[Number(text)];
  return source === undefined ? `${text}: Bad file descriptor` : put(proc, fd, source);
};

const put = (proc: Proc, fd: number, descriptor: Descriptor): undefined => {
  proc.fds = { ...proc.fds, [fd]: descriptor };
};
