import { toTimestamp } from "#core/timestamp.ts";
import type { World } from "../kernel/world.ts";
import { startKubelet, stopKubelet } from "../kubelet/node/control-kubelet.ts";
import { kubeletStoppedAtMs } from "../machines/machines.ts";
import type { MachineProgram, MachineResult } from "./machine-program.ts";

/** systemd's command line, for the two services that make a machine a node. */
export const systemctl: MachineProgram = (world, node, args) => {
  const [verb, ...units] = args.filter((arg) => !arg.startsWith("-"));
  const run = VERBS[verb ?? ""];
  if (run === undefined) return failed(1, `Unknown command verb '${verb ?? ""}'.`);
  if (units.length === 0) return failed(1, "Too few arguments.");
  const results = units.map((given): MachineResult => {
    const unit = given.replace(/\.service$/, "");
    return UNITS[unit] === undefined ? missing(verb as string, `${unit}.service`) : run(world, node, unit);
  });
  return {
    exitCode: results.find(({ exitCode }) => exitCode !== 0)?.exitCode ?? 0,
    stdout: results.map(({ stdout }) => stdout).join(""),
    stderr: results.map(({ stderr }) => stderr).join(""),
  };
};

interface Unit {
  readonly description: string;
  readonly file: string;
  /** Virtual time at which it was stopped, ms; undefined while it runs. */
  stoppedAtMs(world: World, node: string): number | undefined;
  /** Missing: it does not stop, and was never started by hand. */
  readonly control?: { start(world: World, node: string): void; stop(world: World, node: string): void };
}

const UNITS: Readonly<Record<string, Unit>> = {
  kubelet: {
    description: "kubelet: The Kubernetes Node Agent",
    file: "/etc/systemd/system/kubelet.service",
    stoppedAtMs: kubeletStoppedAtMs,
    control: { start: startKubelet, stop: stopKubelet },
  },
  containerd: {
    description: "containerd container runtime",
    file: "/etc/systemd/system/containerd.service",
    stoppedAtMs: () => undefined,
  },
};

type Verb = (world: World, node: string, unit: string) => MachineResult;

const DONE: MachineResult = { exitCode: 0, stdout: "", stderr: "" };

const failed = (exitCode: number, text: string): MachineResult => ({ exitCode, stdout: "", stderr: `${text}\n` });

const missing = (verb: string, unit: string): MachineResult =>
  verb === "status" || verb === "is-active"
    ? {
        exitCode: 4,
        stdout: verb === "is-active" ? "inactive\n" : "",
        stderr: verb === "status" ? `Unit ${unit} could not be found.\n` : "",
      }
    : failed(5, `Failed to ${verb} ${unit}: Unit ${unit} not found.`);

const change =
  (verb: string, ...operations: readonly ("start" | "stop")[]): Verb =>
  (world, node, unit) => {
    const control = UNITS[unit]?.control;
    if (control === undefined)
      return failed(1, `Failed to ${verb} ${unit}.service: Operation refused, unit ${unit}.service may not be ${verb}ed by hand.`);
    for (const operation of operations) control[operation](world, node);
    return DONE;
  };

const isActive: Verb = (world, node, unit) =>
  UNITS[unit]?.stoppedAtMs(world, node) === undefined ? { ...DONE, stdout: "active\n" } : { ...DONE, exitCode: 3, stdout: "inactive\n" };

const status: Verb = (world, node, unit) => {
  const { description, file, stoppedAtMs } = UNITS[unit] as Unit;
  const atMs = stoppedAtMs(world, node);
  const active = atMs === undefined ? "active (running)" : `inactive (dead) since ${dateText(atMs)}`;
  const lines = [
    `${atMs === undefined ? "●" : "○"} ${unit}.service - ${description}`,
    `     Loaded: loaded (${file}; enabled; preset: enabled)`,
    `     Active: ${active}`,
  ];
  return { exitCode: atMs === undefined ? 0 : 3, stdout: `${lines.join("\n")}\n`, stderr: "" };
};

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

const dateText = (ms: number): string => {
  const text = toTimestamp(ms);
  return `${DAYS[(Math.floor(ms / 86_400_000) + 4) % 7]} ${text.slice(0, 10)} ${text.slice(11, 19)} UTC`;
};

const VERBS: Readonly<Record<string, Verb>> = {
  status,
  "is-active": isActive,
  start: change("start", "start"),
  stop: change("stop", "stop"),
  restart: change("restart", "stop", "start"),
};
