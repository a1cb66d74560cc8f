import type { Machine } from "../machine/machine.ts";
import type { Descriptor, Proc, ShellState } from "../machine/process-table.ts";
import { PIPEFAIL } from "./option-letters.ts";
import { exportedVariables } from "./shell-state.ts";

/** Says that a shell can start no further process; the message is for its user. */
export class ForkRefused extends Error {
  constructor() {
    super("can't fork: Resource temporarily unavailable");
  }
}

/**
 * A copy of a shell that runs a part of its script: at a step of the present code, or a script of its own.
 * @throws ForkRefused when there are too many processes
 */
export const forkShell = (
  machine: Machine,
  proc: Proc,
  shell: ShellState,
  part: { readonly at: number; readonly code?: string; readonly fds?: Readonly<Record<number, Descriptor>> },
): Proc => {
  if (machine.isCrowded) throw new ForkRefused();
  const ignored = Object.entries(shell.traps).flatMap(([name, action]) => (action === "" ? [name] : []));
  const copy: ShellState = {
    ...shell,
    at: part.at,
    code: part.code ?? shell.code,
    frames: part.code === undefined ? shell.frames.slice(0, 0) : [],
    loops: [],
    saved: [],
    traps: Object.fromEntries(ignored.map((name) => [name, ""])),
    jobs: [],
    substituted: [],
    substitutionStatus: undefined,
    capture: undefined,
    child: undefined,
    builtin: undefined,
    source: "text",
    isSubshell: true,
    variables: { ...shell.variables, $: { value: shell.variables["$"]?.value ?? `${proc.pid}` } },
  };
  return machine.spawn({
    ppid: proc.pid,
    argv: proc.argv,
    program: { kind: "shell", shell: copy },
    env: exportedVariables(shell.variables),
    cwd: proc.cwd,
    fds: part.fds ?? proc.fds,
    session: proc.session,
    ignored: [...(proc.ignored ?? []), ...ignored],
  });
};

/** Starts a command substitution. */
export const startCapture = (machine: Machine, proc: Proc, shell: ShellState, script: string): void => {
  const pipe = machine.pipe();
  const child = forkShell(machine, proc, shell, { at: 0, code: script, fds: { ...proc.fds, 1: { kind: "pipe", id: pipe, end: "write" } } });
  shell.capture = { pid: child.pid, pipe, text: "" };
};

/** Takes what a substitution has written; false while it runs. */
export const takeCapture = (machine: Machine, proc: Proc, shell: ShellState): boolean => {
  const { pid, pipe } = shell.capture as NonNullable<ShellState["capture"]>;
  const reader: Proc = { ...proc, fds: { 0: { kind: "pipe", id: pipe, end: "read" } } };
  const ended = machine.find(pid)?.exit !== undefined || machine.find(pid) === undefined;
  const taken = machine.read(reader, 0);
  const text = (shell.capture as NonNullable<ShellState["capture"]>).text + (taken?.bytes ?? "");
  if (!ended) {
    shell.capture = { pid, pipe, text };
    proc.wait = { on: "child" };
    return false;
  }
  shell.substitutionStatus = machine.reap(pid)?.status ?? 0;
  shell.substituted = [...shell.substituted, text.replaceAll("\0", "")];
  shell.capture = undefined;
  return true;
};

/** Takes the statuses of the children that a shell waits for; false while one of them runs. */
export const continueChild = (machine: Machine, proc: Proc, shell: ShellState): boolean => {
  const { pids, last, to } = shell.child as NonNullable<ShellState["child"]>;
  const running = pids.filter((pid) => {
    const known = machine.find(pid);
    return known !== undefined && known.exit === undefined;
  });
  const [first] = running;
  if (first !== undefined) {
    proc.wait = { on: "child", number: first };
    return false;
  }
  let failed = 0;
  const statuses: number[] = [];
  for (const pid of pids) {
    const ended = machine.reap(pid);
    const { status = 0 } = ended ?? {};
    statuses.push(status);
    if (status !== 0 && shell.options.includes(PIPEFAIL)) failed = status;
    if (pid !== last) continue;
    shell.status = status;
    const words = DEATHS[ended?.killedBy ?? ""];
    if (words !== undefined) machine.write(proc, 2, `${words}\n`);
  }
  if (failed !== 0) shell.status = failed;
  // Whoever waits for one child learns of the others that have ended meanwhile.
  shell.jobs = shell.jobs.map((job) => (machine.find(job.pid)?.exit === undefined ? job : { ...job, isKnownToHaveEnded: true }));
  shell.child = undefined;
  shell.at = to;
  machine.commandEnded(proc, statuses);
  return true;
};

/** Words of the shell for a child that a signal ended. */
export const DEATHS: Readonly<Record<string, string>> = {
  KILL: "Killed",
  TERM: "Terminated",
  HUP: "Hangup",
  SEGV: "Segmentation fault",
  ABRT: "Aborted",
  QUIT: "Quit",
  USR1: "User defined signal 1",
  USR2: "User defined signal 2",
  ALRM: "Alarm clock",
};
