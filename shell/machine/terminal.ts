import { PROMPTED, promptOf } from "../interpreter/read-commands.ts";
import { END_MARK } from "./descriptors.ts";
import type { Machine } from "./machine.ts";
import type { Session, Terminal } from "./process-table.ts";

/** Gives the process of a session somewhere to read from: a pipe that is fed from outside, or a terminal. */
export const connectInput = (machine: Machine, id: string, { isTerminal, isFed = true }: InputKind): void => {
  const session = machine.session(id) as Session;
  const stdin = machine.pipe("", isFed);
  const terminal: Terminal | undefined = isTerminal ? { rows: 24, columns: 80, line: "", ended: false } : undefined;
  machine.putSession(id, { ...session, stdin, ...(terminal === undefined ? {} : { terminal }) });
  const proc = machine.edit(session.pid);
  if (!isTerminal) {
    proc.fds = { ...proc.fds, 0: { kind: "pipe", id: stdin, end: "read" } };
    return;
  }
  const end = { kind: "terminal", id } as const;
  proc.fds = { 0: end, 1: end, 2: end };
  proc.env = { ...proc.env, TERM: "xterm" };
  if (proc.program.kind !== "shell") return;
  const { shell } = proc.program;
  shell.variables = { ...shell.variables, TERM: { value: "xterm", isExported: true } };
  if (shell.source === "input") shell.source = "prompt";
};

interface InputKind {
  readonly isTerminal: boolean;
  /** False: nothing will ever come. */
  readonly isFed?: boolean;
}

/** One key: it is echoed, and a whole line goes to whoever reads. */
export const typeKey = (machine: Machine, id: string, character: string): void => {
  const session = machine.session(id);
  const { terminal, stdin } = session ?? {};
  if (session === undefined || terminal === undefined || stdin === undefined) return;
  const setLine = (line: string) => machine.putSession(id, { ...(machine.session(id) as Session), terminal: { ...terminal, line } });
  const echo = (text: string) => machine.writeSession(id, "stdout", text);
  switch (character) {
    case "\r":
    case "\n":
      setLine("");
      echo("\r\n");
      return machine.feed(stdin, `${terminal.line}\n`, false);
    case "\u0003":
      setLine("");
      echo("^C\r\n");
      for (const { pid, session: own, exit } of machine.all()) if (own === id && exit === undefined) machine.signal(pid, "INT");
      return;
    case "\u0004":
      setLine("");
      return machine.feed(stdin, terminal.line === "" ? END_MARK : terminal.line, false);
    case "\u007f":
    case "\b":
      if (terminal.line !== "") echo("\b \b");
      return setLine(terminal.line.slice(0, -1));
    case "\u0015":
      echo("\b \b".repeat(terminal.line.length));
      return setLine("");
    default:
      echo(character);
      setLine(terminal.line + character);
  }
};

/** A shell that waits at its prompt writes it again when its window has another size. */
export const redrawLine = (machine: Machine, id: string): void => {
  const { pid, terminal } = machine.session(id) ?? {};
  const proc = pid === undefined ? undefined : machine.find(pid);
  if (terminal === undefined || proc?.program.kind !== "shell" || proc.program.shell.builtin !== PROMPTED) return;
  machine.writeSession(id, "stdout", `\r${promptOf(proc, proc.program.shell)}${terminal.line}\u001b[J`);
};
