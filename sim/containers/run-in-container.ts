import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import type { World } from "../kernel/world.ts";
import { PROCESSES, type Process } from "../processes/process.ts";
import type { ContainerMachine } from "./container-machine.ts";
import { keep, machineOf, runMachine, settle } from "./container-os.ts";
import { inVain, newProcess } from "./start/new-process.ts";

/** A command in a container that runs. */
export interface ContainerCommand {
  readonly command: readonly string[];
  readonly stdin?: string;
  readonly timeoutMs: number;
}

/** Result of a command in a container. */
export type ContainerResult =
  | { readonly kind: "exited"; readonly exitCode: number; readonly stdout: string; readonly stderr: string; readonly tookMs: number }
  | { readonly kind: "timed-out"; readonly stdout: string; readonly stderr: string }
  /** In the words of runc. */
  | { readonly kind: "not-started"; readonly message: string };

/**
 * Runs a command in a container as a probe or a hook does, and says how long it will have taken.
 *
 * Time stands still for everybody else: what takes time is run ahead of the world's clock.
 */
export const runInContainer = (world: World, key: string, { command, stdin, timeoutMs }: ContainerCommand): ContainerResult => {
  const process = world.map<Process>(PROCESSES).get(key);
  if (process === undefined) return { kind: "not-started", message: "container not running: unknown" };
  const machine = machineOf(world, process);
  const id = `ahead/${world.count("shell/sessions")}`;
  const message = startSession(machine, { id, command, ...(stdin === undefined ? {} : { stdin }) });
  if (message !== undefined) return { kind: "not-started", message };
  const result = runAhead(world, machine, id, timeoutMs);
  machine.nowMs = world.nowMs();
  machine.putSession(id, undefined);
  if (machine.mainExit === undefined && machine.nextWakeMs() === undefined && machine.all().length <= 1) keep(world, process, machine);
  else settle(world, process, machine);
  return result;
};

/** Starts a command whose output a session keeps; says in runc's words why it cannot. */
export const startSession = (
  machine: ContainerMachine,
  { id, command, stdin }: { readonly id: string; readonly command: readonly string[]; readonly stdin?: string },
): string | undefined => {
  const started = newProcess(machine, command);
  if (!started.ok && !started.error.hasBegun)
    return `OCI runtime exec failed: exec failed: unable to start container process: ${started.error.message}: unknown`;
  const input =
    stdin === undefined ? ({ kind: "null" } as const) : ({ kind: "pipe", id: machine.pipe(toBytes(stdin)), end: "read" } as const);
  machine.skipPids();
  const fds = { 0: input, 1: { kind: "session", id, stream: "stdout" }, 2: { kind: "session", id, stream: "stderr" } } as const;
  const program = started.ok ? started.value : inVain(machine, command, started.error.message);
  const proc = machine.spawn({ ...program, fds, session: id });
  machine.putSession(id, { pid: proc.pid, stdout: "", stderr: "" });
  return undefined;
};

const runAhead = (world: World, machine: ContainerMachine, id: string, timeoutMs: number): ContainerResult => {
  const deadlineMs = world.nowMs() + timeoutMs;
  for (;;) {
    const isIdle = runMachine(machine, id);
    const session = machine.session(id);
    const output = { stdout: fromBytes(session?.stdout ?? ""), stderr: fromBytes(session?.stderr ?? "") };
    if (session?.exit !== undefined) return { kind: "exited", exitCode: session.exit, ...output, tookMs: machine.nowMs - world.nowMs() };
    if (machine.mainExit !== undefined) return { kind: "exited", exitCode: 137, ...output, tookMs: machine.nowMs - world.nowMs() };
    const nextMs = isIdle ? machine.nextWakeMs(id) : machine.nowMs + 1000;
    if (nextMs === undefined || nextMs > deadlineMs) {
      for (const { pid, session: own, exit } of machine.all()) if (own === id && exit === undefined) machine.signal(pid, "KILL");
      return { kind: "timed-out", ...output };
    }
    machine.nowMs = nextMs;
  }
};
