import { hex64 } from "../kernel/hex64.ts";
import type { World } from "../kernel/world.ts";
import { PROCESSES, type Process } from "../processes/process.ts";
import { LAST_WORDS, machineOf, SESSIONS, settle } from "./container-os.ts";
import { type ContainerRef, findTarget } from "./find-target.ts";
import { fromBytes } from "./machine/bytes.ts";
import { END_MARK, MAIN_SESSION } from "./machine/descriptors.ts";
import type { Machine } from "./machine/machine.ts";
import type { Session } from "./machine/process-table.ts";
import { connectInput, redrawLine, typeKey } from "./machine/terminal.ts";
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
      // The kubelet's stream says so, and the API server, which translates it, says so once more.
      error: `Internal error occurred: Internal error occurred: error executing command in container: failed to exec in container: failed to start exec "${execId}": ${message}`,
    };
  }
  if (isFed || tty === true) connectInput(machine, id, { isTerminal: tty === true });
  world.map<Place>(SESSIONS).set(id, { key: target.key, startedAtMs: process.startedAtMs });
  settle(world, process, machine);
  return { ok: true, id };
};

/**
 * Looks on at the container's own process: what it writes from now on is the session's output, and its input is the process's, where it takes any.
 *
 * @returns undefined for a program of the image's own: all that it does can be read in its log
 */
export const openAttachment = (world: World, ref: ContainerRef): SessionOpening | undefined => {
  const target = findTarget(world, ref);
  if (!target.ok) return target;
  const process = world.map<Process>(PROCESSES).get(target.key) as Process;
  const machine = machineOf(world, process);
  if (machine.find(machine.mainPid)?.program.kind === "native") return undefined;
  const id = `${world.count("shell/sessions")}`;
  machine.putSession(id, { pid: 1, stdout: "", stderr: "", isOnlooker: true });
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
  inSession(world, id, (machine, own) => {
    const [fed, session] = own.isOnlooker === true ? [MAIN_SESSION, machine.session(MAIN_SESSION)] : [id, own];
    if (session?.stdin === undefined) return;
    // Who leaves the container's own input leaves it open for the next one, unless the container is content with one.
    const ends = isLast && (own.isOnlooker !== true || machine.process.start.container.stdinOnce === true);
    if (session.terminal === undefined) machine.feed(session.stdin, bytes, ends);
    else for (const character of bytes) typeKey(machine, fed, character);
    if (ends && session.terminal !== undefined) machine.feed(session.stdin, END_MARK, false);
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
    return { ...lastWords(world, id), exitCode: 137 };
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
  inSession(world, id, (machine, own) => {
    const [resized, session] = own.isOnlooker === true ? [MAIN_SESSION, machine.session(MAIN_SESSION)] : [id, own];
    if (session?.terminal === undefined) return;
    const isNew = session.terminal.rows !== rows || session.terminal.columns !== columns;
    machine.putSession(resized, { ...session, terminal: { ...session.terminal, rows, columns } });
    if (isNew && own.isOnlooker === true) redrawLine(machine, resized);
  });

/** Ends a session: what still runs on its terminal is hung up, as a shell is whose user has gone. */
export const closeSession = (world: World, id: string): void => {
  inSession(world, id, (machine, session) => {
    if (session.exit === undefined && session.isOnlooker !== true)
      for (const { pid, session: own, exit } of machine.all())
        if (own === id && exit === undefined) machine.signal(pid, session.terminal === undefined ? "KILL" : "HUP");
    machine.putSession(id, undefined);
  });
  world.map<Place>(SESSIONS).delete(id);
  world.map(LAST_WORDS).delete(id);
};

interface Place {
  readonly key: string;
  readonly startedAtMs: number;
}

/** What was written before a container ended and nobody has taken yet. */
const lastWords = (world: World, id: string): Omit<SessionOutput, "exitCode"> => {
  const words = world.map<Omit<SessionOutput, "exitCode">>(LAST_WORDS).get(id);
  world.map(LAST_WORDS).delete(id);
  return words ?? { stdout: "", stderr: "" };
};

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
