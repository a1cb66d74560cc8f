import { PROCESSES, type Process } from "../apps/process.ts";
import type { World } from "../kernel/world.ts";
import { hex64 } from "../kubelet/runtime-ids.ts";
import { machineOf, settle } from "./container-os.ts";
import { type ContainerRef, findTarget } from "./find-target.ts";
import { fromBytes } from "./machine/bytes.ts";
import { END_MARK, type Machine } from "./machine/machine.ts";
import type { Session, Terminal } from "./machine/process-table.ts";
import { startSession } from "./run-in-container.ts";

/** A command with somebody at its other end. */
export interface SessionRequest extends ContainerRef {
  readonly command: readonly string[];
  /** All of its input; missing with `hasInput`: it comes later, and without: there is none. */
  readonly input?: string;
  readonly hasInput?: boolean;
  readonly tty?: boolean;
}

/** What came since the last look. */
export interface SessionOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Set once the command has ended and all of its output was given. */
  readonly exitCode: number | undefined;
}

export type SessionOpening = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly error: string };

/** Starts a command in a container and keeps its input and output for whoever has the id. All of it is state of the world. */
export const openSession = (world: World, request: SessionRequest): SessionOpening => {
  const target = findTarget(world, request);
  if (!target.ok) return target;
  const process = world.map<Process>(PROCESSES).get(target.key) as Process;
  const machine = machineOf(world, process);
  const id = `${world.count("shell/sessions")}`;
  const { command, input, hasInput, tty } = request;
  const isFed = input === undefined && (hasInput === true || tty === true);
  const message = startSession(machine, { id, command, ...(input === undefined ? {} : { stdin: input }) });
  if (message !== undefined) {
    const execId = hex64(world, `shell/exec/${target.key}/${world.nowMs()}/${command.join(" ")}`);
    return {
      ok: false,
      error: `Internal error occurred: error executing command in container: failed to exec in container: failed to start exec "${execId}": ${message}`,
    };
  }
  if (isFed || tty === true) connectInput(machine, id, tty === true);
  world.map<Place>(SESSIONS).set(id, { key: target.key, startedAtMs: process.startedAtMs });
  settle(world, process, machine);
  return { ok: true, id };
};

/**
 * Gives input to a session's command; `isLast`: nothing more will come. On a terminal it is what was typed.
 *
 * @param bytes a string of characters up to U+00FF, one a byte
 */
export const writeSessionBytes = (world: World, id: string, bytes: string, isLast = false): void =>
  inSession(world, id, (machine, session) => {
    if (session.stdin === undefined) return;
    if (session.terminal === undefined) machine.feed(session.stdin, bytes, isLast);
    else for (const character of bytes) type(machine, id, character);
    if (isLast && session.terminal !== undefined) machine.feed(session.stdin, END_MARK, false);
  });

/** Takes what a session's command has written since the last look. */
export const readSession = (world: World, id: string): SessionOutput => {
  const { stdout, stderr, exitCode } = readSessionBytes(world, id);
  return { stdout: fromBytes(stdout), stderr: fromBytes(stderr), exitCode };
};

/** The same as bytes, in strings of characters up to U+00FF. */
export const readSessionBytes = (world: World, id: string): SessionOutput => {
  const place = world.map<Place>(SESSIONS).get(id);
  const process = place === undefined ? undefined : world.map<Process>(PROCESSES).get(place.key);
  if (place === undefined || process === undefined || process.startedAtMs !== place.startedAtMs)
    return { ...last(world, id), exitCode: 137 };
  const machine = machineOf(world, process);
  const session = machine.session(id);
  if (session === undefined) return { stdout: "", stderr: "", exitCode: 137 };
  if (session.stdout !== "" || session.stderr !== "") {
    machine.putSession(id, { ...session, stdout: "", stderr: "" });
    settle(world, process, machine);
  }
  return { stdout: session.stdout, stderr: session.stderr, exitCode: session.exit };
};

/** Tells a session's command how big its terminal is. */
export const resizeSession = (world: World, id: string, rows: number, columns: number): void =>
  inSession(world, id, (machine, session) => {
    if (session.terminal !== undefined) machine.putSession(id, { ...session, terminal: { ...session.terminal, rows, columns } });
  });

/** Ends a session: what still runs on its terminal is hung up, as a shell is whose user has gone. */
export const closeSession = (world: World, id: string): void => {
  inSession(world, id, (machine, session) => {
    if (session.exit === undefined)
      for (const { pid, session: own, exit } of machine.all())
        if (own === id && exit === undefined) machine.signal(pid, session.terminal === undefined ? "KILL" : "HUP");
    machine.putSession(id, undefined);
  });
  world.map<Place>(SESSIONS).delete(id);
};

interface Place {
  readonly key: string;
  readonly startedAtMs: number;
}

const SESSIONS = "shell/sessions";

const last = (_world: World, _id: string): Omit<SessionOutput, "exitCode"> => ({ stdout: "", stderr: "" });

const inSession = (world: World, id: string, act: (machine: Machine, session: Session) => void): void => {
  const place = world.map<Place>(SESSIONS).get(id);
  const process = place === undefined ? undefined : world.map<Process>(PROCESSES).get(place.key);
  if (place === undefined || process === undefined || process.startedAtMs !== place.startedAtMs) return;
  const machine = machineOf(world, process);
  const session = machine.session(id);
  if (session === undefined) return;
  act(machine, session);
  settle(world, process, machine);
};

const connectInput = (machine: Machine, id: string, isTerminal: boolean): void => {
  const session = machine.session(id) as Session;
  const stdin = machine.pipe("", true);
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

/** One key: it is echoed, and a whole line goes to whoever reads. */
const type = (machine: Machine, id: string, character: string): void => {
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
