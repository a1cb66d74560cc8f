import { createRng, type Rng } from "#core/rng.ts";
import type { AppletCall, AppletResult } from "#shell/interpreter/applet-call.ts";
import { programFor, searchPath } from "#shell/interpreter/find-executable.ts";
import { newShell } from "#shell/interpreter/shell-state.ts";
import { stepProcess } from "#shell/interpreter/step-process.ts";
import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import { Machine } from "#shell/machine/machine.ts";
import { EMPTY_MACHINE, type MachineState } from "#shell/machine/process-table.ts";
import type { Users } from "#shell/machine/users.ts";
import type { World } from "../kernel/world.ts";
import { NodeFiles } from "./node-files.ts";
import { NodePrograms } from "./node-programs.ts";

/** One turn of a program that runs on a node. */
export type NodeCall = AppletCall<NodeMachine>;

/** A program of a node. */
export type NodeProgram = (call: NodeCall) => AppletResult;

/** A machine under a node while root's command line runs on it: its files and its services are the world's. */
export class NodeMachine extends Machine {
  readonly fs: NodeFiles;
  readonly users: Users = ROOT;
  readonly programs = new NodePrograms();
  readonly hostName: string;
  readonly world: World;
  readonly #printed = { stdout: "", stderr: "" };

  constructor(world: World, node: string, state: MachineState = EMPTY_MACHINE, nowMs = world.nowMs()) {
    super({ nowMs, state, log: () => undefined, step: stepProcess });
    this.world = world;
    this.hostName = node;
    this.fs = new NodeFiles(world, node, () => this.nowMs);
  }

  /** Starts a command line in a shell of its own. */
  startScript(script: string): void {
    const shell = newShell({ env: ENVIRONMENT, cwd: "/root", ppid: 0, name: SHELL, source: "text", code: toBytes(script) });
    const fds = { 0: { kind: "null" }, ...OUTPUT } as const;
    this.spawn({ ppid: 0, argv: ["bash"], program: { kind: "shell", shell }, env: ENVIRONMENT, cwd: "/root", fds });
  }

  /** Starts a program. @returns the pipe that feeds it; undefined when there is no such program */
  startWords([name = "", ...args]: readonly string[]): number | undefined {
    const [env, cwd] = [ENVIRONMENT, "/"];
    const found = searchPath(this, { env, cwd }, name);
    if (found === undefined || found.kind === "missing") return undefined;
    const input = this.pipe("", true);
    const fds = { 0: { kind: "pipe", id: input, end: "read" }, ...OUTPUT } as const;
    const { program, argv } = programFor(this, { found, name, args, env, cwd, ppid: 0 });
    this.spawn({ ppid: 0, argv, program, env, cwd, fds });
    return input;
  }

  /** Text printed so far on a stream. */
  printed(stream: "stdout" | "stderr"): string {
    return fromBytes(this.#printed[stream]);
  }

  /** Keeps what was changed in the machine's files, and lets who reads them know. */
  saveFiles(): void {
    this.fs.save();
  }

  rng(purpose: "random" | "mktemp", place: string): Rng {
    return createRng(`${this.world.seed}/machine/${this.hostName}/${purpose}/${place}`);
  }

  override writeSession(_id: string, stream: "stdout" | "stderr", bytes: string): void {
    if (this.#printed[stream].length < OUTPUT_MAX) this.#printed[stream] += bytes;
  }
}

const OUTPUT = {
  1: { kind: "session", id: "ssh", stream: "stdout" },
  2: { kind: "session", id: "ssh", stream: "stderr" },
} as const;

/** Name that bash gives itself in an error of a command line. */
const SHELL = "bash: line 1";
const ENVIRONMENT = { HOME: "/root", LOGNAME: "root", PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", USER: "root" };
const OUTPUT_MAX = 1_048_576;

const ROOT: Users = {
  identity: { user: 0, group: 0, groups: [] },
  userName: (user) => (user === 0 ? "root" : undefined),
  groupName: (group) => (group === 0 ? "root" : undefined),
  numberOf: (_file, word) => (word === "root" ? 0 : /^\d+$/.test(word) ? Number(word) : undefined),
};
