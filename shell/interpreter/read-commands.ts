import type { Machine } from "../machine/machine.ts";
import type { Proc, ShellState } from "../machine/process-table.ts";
import { codeOf } from "./code.ts";
import { endShell } from "./shell-ends.ts";

/** Reads the next command of a shell whose commands come from its standard input, and asks for it where somebody types. */
export const readCommands = (machine: Machine, proc: Proc, shell: ShellState): void => {
  const isPrompting = shell.source === "prompt";
  if (isPrompting && shell.builtin !== PROMPTED) {
    noteJobs(machine, proc, shell);
    machine.write(proc, 2, shell.pending === "" ? promptOf(proc, shell) : "> ");
    shell.builtin = PROMPTED;
  }
  const taken = machine.read(proc, 0);
  if (taken === undefined) {
    proc.wait = { on: "input", number: 0 };
    return;
  }
  const lineEnd = taken.bytes.indexOf("\n");
  if (lineEnd < 0 && !taken.isEnd) {
    machine.unread(proc, 0, taken.bytes);
    proc.wait = { on: "input", number: 0 };
    return;
  }
  const line = lineEnd < 0 ? taken.bytes : taken.bytes.slice(0, lineEnd + 1);
  if (lineEnd >= 0) machine.unread(proc, 0, taken.bytes.slice(lineEnd + 1));
  shell.builtin = undefined;
  if (line === "" && taken.isEnd) {
    if (shell.pending === "") return endShell(machine, proc, shell);
    return start(shell, shell.pending);
  }
  const text = shell.pending + line;
  const compiled = codeOf(text);
  const wantsMore = !compiled.ok ? compiled.isUnfinished : hasOpenHereDocument(text);
  if (wantsMore && !(taken.isEnd && lineEnd < 0)) {
    shell.pending = text;
    return;
  }
  if (!compiled.ok && isPrompting) {
    machine.write(proc, 2, `${shell.name}: ${compiled.message}\n`);
    Object.assign(shell, { pending: "", status: 2, code: "", at: 0 });
    return;
  }
  start(shell, text);
};

/** Mark of a shell that waits at its prompt. */
export const PROMPTED = "prompted";

const start = (shell: ShellState, code: string): void => {
  shell.pending = "";
  shell.code = code;
  shell.at = 0;
};

/** A line that names a here-document whose end has not come yet. */
const hasOpenHereDocument = (text: string): boolean => {
  const match = /<<-?\s*(['"\\]?)([\w.]+)\1/.exec(text);
  return match !== null && !new RegExp(`\\n\\t*${(match[2] as string).replaceAll(".", "\\.")}\\n`).test(text);
};

/** `/ # `: where one is, and that one is root. */
export const promptOf = (proc: Pick<Proc, "cwd">, shell: ShellState): string => {
  const home = shell.variables["HOME"]?.value ?? "";
  const folder =
    home !== "" && home !== "/" && (proc.cwd === home || proc.cwd.startsWith(`${home}/`)) ? `~${proc.cwd.slice(home.length)}` : proc.cwd;
  return (shell.variables["PS1"]?.value ?? "\\w \\$ ").replaceAll(/\\([wW$hun])/g, (_whole, letter: string) => {
    if (letter === "w") return folder;
    if (letter === "W") return folder.slice(folder.lastIndexOf("/") + 1) || "/";
    if (letter === "$") return "#";
    if (letter === "h") return shell.variables["HOSTNAME"]?.value ?? "";
    return letter === "u" ? "root" : "\n";
  });
};

/** Jobs that have ended are told of before the next prompt. */
const noteJobs = (machine: Machine, proc: Proc, shell: ShellState): void => {
  for (const { number, pid } of shell.jobs) {
    const ended = machine.reap(pid);
    if (ended === undefined) continue;
    shell.jobs = shell.jobs.filter((job) => job.pid !== pid);
    machine.write(
      proc,
      2,
      `[${number}]+  ${ended.status === 0 ? "Done" : ended.killedBy === undefined ? `Done(${ended.status})` : "Terminated"}                       \n`,
    );
  }
};
