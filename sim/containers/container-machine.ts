import type { Rng } from "#core/rng.ts";
import type { WriteLog } from "#shell/machine/descriptors.ts";
import type { FileSystem } from "#shell/machine/file-system.ts";
import { Machine, type StepProcess } from "#shell/machine/machine.ts";
import type { MachineState, Proc } from "#shell/machine/process-table.ts";
import type { Programs } from "#shell/machine/programs.ts";
import type { Users } from "#shell/machine/users.ts";
import type { VisibleProcess } from "#shell/machine/visible-process.ts";
import type { World } from "../kernel/world.ts";
import type { Process } from "../processes/process.ts";
import { ContainerFs } from "./machine/container-fs.ts";
import { ContainerPrograms } from "./machine/container-programs.ts";
import { ContainerUsers } from "./machine/container-users.ts";
import { ProcessFs } from "./machine/process-fs.ts";

/** Place of a container's machine in the world. */
export interface MachinePlace {
  readonly world: World;
  readonly process: Process;
  readonly nowMs: number;
  /** Missing: its processes see each other alone. */
  readonly neighbourhood?: Neighbourhood | undefined;
}

/** The other containers whose processes a container's can see. */
export interface Neighbourhood {
  readonly peers: () => readonly ContainerMachine[];
  /** Process 1 of a pod whose containers all share their processes. */
  readonly sandbox?: Proc;
  /** Told that a process elsewhere was sent a signal that it takes. */
  readonly signalled: (target: ContainerMachine | "sandbox") => void;
}

/** Processes of one container while they run, with the files, users and programs of its image and pod. */
export class ContainerMachine extends Machine {
  readonly world: World;
  readonly process: Process;
  readonly fs: FileSystem;
  readonly users: Users;
  readonly programs: Programs;
  readonly #peers: () => readonly ContainerMachine[];
  readonly #sandbox: Proc | undefined;
  readonly #signalled: Neighbourhood["signalled"];

  constructor({ world, process, nowMs, neighbourhood }: MachinePlace, state: MachineState, step: StepProcess, log: WriteLog) {
    super({ nowMs, state, step, log });
    this.world = world;
    this.process = process;
    this.#peers = neighbourhood?.peers ?? (() => []);
    this.#sandbox = neighbourhood?.sandbox;
    this.#signalled = neighbourhood?.signalled ?? (() => undefined);
    this.fs = new ProcessFs(
      new ContainerFs(world, process, { nowMs: () => this.nowMs, load: (paths) => this.load(paths / PATHS_PER_TURN) }),
      this,
    );
    this.users = new ContainerUsers(process);
    this.programs = new ContainerPrograms(this);
  }

  protected override get unitsOfTurn(): number {
    return this.sessions().length === 0 ? UNATTENDED_UNITS : super.unitsOfTurn;
  }

  get hostName(): string {
    return this.process.start.pod.metadata.name;
  }

  rng(purpose: "random" | "mktemp", place: string): Rng {
    return this.world.rng(`shell/${purpose}/${this.process.key}/${place}`);
  }

  override visible(): readonly VisibleProcess<ContainerMachine>[] {
    const found: VisibleProcess<ContainerMachine>[] = this.#sandbox === undefined ? [] : [{ proc: this.#sandbox, machine: undefined }];
    for (const machine of [this, ...this.#peers()])
      for (const proc of machine.all()) if (proc.exit === undefined) found.push({ proc, machine });
    return found.sort((a, b) => a.proc.pid - b.proc.pid);
  }

  /** Lets the runtime take the numbers that it needs on the way to a new process. */
  skipPids(): void {
    const highest = this.highestPid();
    this.skipTo(highest > 0 ? highest + RUNTIME_PIDS : highest);
  }

  protected override highestPid(): number {
    const own = Math.max(this.#sandbox?.pid ?? 0, super.highestPid());
    return this.#peers().reduce((highest, peer) => Math.max(highest, peer.lastPid()), own);
  }

  /** Highest process number that this container itself gave so far. */
  lastPid(): number {
    return super.highestPid();
  }

  protected override signalElsewhere(pid: number, name: string): boolean {
    if (pid === this.#sandbox?.pid) {
      if (name === "TERM" || name === "INT") this.#signalled("sandbox");
      return true;
    }
    const peer = this.#peers().find((machine) => machine.processes.get(pid)?.exit === undefined && machine.processes.has(pid));
    if (peer === undefined) return false;
    peer.signal(pid, name);
    this.#signalled(peer);
    return true;
  }
}

/** Numbers that the processes and threads of runc take before the one that they start. */
const RUNTIME_PIDS = 5;

/** Work of interpreters in one turn of a container that nobody is connected to: it may go on over and over. */
const UNATTENDED_UNITS = 4 * 1024 * 1024;
/** Number of paths that are as much work to look through as a turn of a process. */
const PATHS_PER_TURN = 2_048;
