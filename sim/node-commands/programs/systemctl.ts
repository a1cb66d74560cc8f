import { formatDate } from "#shell/applets/format-date.ts";
import { toBytes } from "#shell/machine/bytes.ts";
import type { World } from "../../kernel/world.ts";
import { startKubelet, stopKubelet } from "../../kubelet/node/control-kubelet.ts";
import { kubeletFlags } from "../../kubelet/node/kubelet-settings.ts";
import {
  kubeletFailure,
  kubeletStoppedAtMs,
  noteRuntimeRestart,
  restartMs,
  restartsBy,
  runtimeRestartedAtMs,
} from "../../machines/machines.ts";
import { journalOf } from "../journal/journal.ts";
import { bootMs, kubeletPid, kubeletStartMs, kubeletState, pidOf } from "../node-facts.ts";
import type { NodeCall, NodeProgram } from "../node-machine.ts";
import { spanText } from "../span-text.ts";

/** systemd's command line, for the services that make a machine a node. */
export const systemctl: NodeProgram = (call) => {
  if (typeof call.state === "number") return call.state;
  const args = call.args.filter((arg) => !arg.startsWith("-"));
  const [verb = "list-units", ...units] = args;
  const run = VERBS[verb];
  if (verb === "daemon-reload" || verb === "reset-failed") return 0;
  if (verb === "list-units" || verb === "list-unit-files") return listUnits(call);
  if (run === undefined) return say(call, 1, `Unknown command verb '${verb}'.`);
  if (units.length === 0) return say(call, 1, "Too few arguments.");
  const codes = units.map((given) => {
    const unit = given.replace(/\.service$/, "");
    return UNITS[unit] === undefined ? missing(call, verb, `${unit}.service`) : run(call, unit);
  });
  const code = codes.find((one) => one !== 0) ?? 0;
  return CHANGING.has(verb) && code === 0 ? call.awaitTime(call.machine.nowMs + CHANGE_MS, code) : code;
};

/** Verbs that wait until the service has changed, and how long, ms. */
const CHANGING: ReadonlySet<string> = new Set(["start", "stop", "restart", "try-restart", "enable", "disable"]);
const CHANGE_MS = 400;

/** A service: how it stands, and who it is. */
interface Unit {
  readonly description: string;
  readonly file: string;
  readonly docs: string;
  state(world: World, node: string): UnitState;
  /** Without `stop` it is not stopped by hand, and a restart is one deed. */
  readonly control: { start(world: World, node: string): void; stop?(world: World, node: string): void };
}

interface UnitState {
  readonly kind: "running" | "stopped" | "failing";
  /** Since when, ms. */
  readonly sinceMs: number;
  readonly pid: number;
  readonly command: string;
  /** As `systemctl status` shows it: `61.2M`. */
  readonly memory: string;
  readonly dropIn?: string;
}

const UNITS: Readonly<Record<string, Unit>> = {
  kubelet: {
    description: "kubelet: The Kubernetes Node Agent",
    file: "/etc/systemd/system/kubelet.service",
    docs: "https://kubernetes.io/docs/",
    state: (world, node) => ({
      kind: kubeletState(world, node),
      sinceMs: kubeletSinceMs(world, node),
      pid: kubeletPid(world, node),
      command: `/usr/bin/kubelet ${kubeletFlags(world, node).join(" ")}`,
      memory: "61.4M",
      dropIn: "10-kubeadm.conf",
    }),
    control: { start: startKubelet, stop: stopKubelet },
  },
  containerd: {
    description: "containerd container runtime",
    file: "/etc/systemd/system/containerd.service",
    docs: "https://containerd.io",
    state: (world, node) => ({
      kind: "running",
      sinceMs: runtimeRestartedAtMs(world, node) ?? bootMs(world, node) + 9_000,
      pid: runtimePid(world, node),
      command: "/usr/bin/containerd",
      memory: "188.9M",
    }),
    control: { start: noteRuntimeRestart },
  },
};

/** Virtual time since which a kubelet is in its present state, ms. */
const kubeletSinceMs = (world: World, node: string): number => {
  const failure = kubeletFailure(world, node);
  if (failure !== undefined) return restartMs(failure, restartsBy(failure, world.nowMs()));
  return kubeletStoppedAtMs(world, node) ?? kubeletStartMs(world, node);
};

/** Number of the container runtime's process: a new one after each restart. */
const runtimePid = (world: World, node: string): number => {
  const restartedAtMs = runtimeRestartedAtMs(world, node);
  return restartedAtMs === undefined ? 498 : pidOf(`containerd/${node}/${restartedAtMs}`);
};

type Verb = (call: NodeCall, unit: string) => number;

const say = (call: NodeCall, code: number, text: string): number => {
  call.err(`${text}\n`);
  return code;
};

const missing = (call: NodeCall, verb: string, unit: string): number => {
  if (verb === "is-active") call.out("inactive\n");
  if (verb === "status") call.err(`Unit ${unit} could not be found.\n`);
  return verb === "status" || verb === "is-active" ? 4 : say(call, 5, `Failed to ${verb} ${unit}: Unit ${unit} not found.`);
};

const stateOf = ({ machine: { world, hostName } }: NodeCall, unit: string): UnitState => (UNITS[unit] as Unit).state(world, hostName);

const change =
  (verb: string, ...operations: readonly ("start" | "stop")[]): Verb =>
  (call, unit) => {
    const control = UNITS[unit]?.control as Unit["control"];
    const { world, hostName } = call.machine;
    if (control.stop === undefined && !operations.includes("start"))
      return say(
        call,
        1,
        `Failed to ${verb} ${unit}.service: Operation refused, unit ${unit}.service may not be ${verb === "stop" ? "stopped" : `${verb}ed`} by hand.`,
      );
    call.machine.saveFiles();
    for (const operation of operations) {
      // What runs already is not started once more.
      const isNoDeed = operation === "start" && operations.length === 1 && stateOf(call, unit).kind === "running";
      if (!isNoDeed) control[operation]?.(world, hostName);
    }
    return 0;
  };

const WORDS = { running: "active", stopped: "inactive", failing: "activating" } as const;

const isActive: Verb = (call, unit) => {
  const { kind } = stateOf(call, unit);
  call.out(`${WORDS[kind]}\n`);
  return kind === "running" ? 0 : 3;
};

/** `enable --now` starts as well, and `disable --now` stops; what is done at the next boot is not seen. */
const enable =
  (operation: "start" | "stop"): Verb =>
  (call, unit) =>
    call.args.includes("--now") ? change(operation, operation)(call, unit) : 0;

const isEnabled: Verb = (call) => {
  call.out("enabled\n");
  return 0;
};

const cat: Verb = (call, unit) => {
  const { file } = UNITS[unit] as Unit;
  for (const path of [file, `${file}.d/10-kubeadm.conf`]) {
    const content = call.machine.fs.read(path);
    if (content.ok) call.out(`# ${path}\n${content.bytes}\n`);
  }
  return 0;
};

const listUnits = (call: NodeCall): number => {
  call.out("  UNIT                LOAD   ACTIVE     SUB          DESCRIPTION\n");
  for (const [name, { description }] of Object.entries(UNITS)) {
    const { kind } = stateOf(call, name);
    const sub = { running: "running", stopped: "dead", failing: "auto-restart" }[kind];
    call.out(`  ${`${name}.service`.padEnd(20)}loaded ${WORDS[kind].padEnd(11)}${sub.padEnd(13)}${description}\n`);
  }
  return 0;
};

const status: Verb = (call, unit) => {
  const { description, file, docs } = UNITS[unit] as Unit;
  const { world, hostName: node } = call.machine;
  const state = stateOf(call, unit);
  const isRunning = state.kind === "running";
  const lines = [
    `${state.kind === "stopped" ? "○" : "●"} ${unit}.service - ${description}`,
    `     Loaded: loaded (${file}; enabled; preset: enabled)`,
    ...(state.dropIn === undefined ? [] : [`    Drop-In: ${file}.d`, `             └─${state.dropIn}`]),
    `     Active: ${activeText(state)} since ${formatDate(state.sinceMs, "%a %Y-%m-%d %H:%M:%S UTC")}; ${agoText(world.nowMs() - state.sinceMs)}`,
    ...(isRunning ? [] : [`   Duration: ${spanText(Math.max(0, (kubeletStoppedAtMs(world, node) ?? 0) - kubeletStartMs(world, node)))}`]),
    `       Docs: ${docs}`,
    ...(isRunning ? runningLines(state, unit, world) : endedLines(state)),
    "",
    ...journalOf(world, node)
      .filter((line) => line.unit === unit && line.atMs <= call.machine.nowMs)
      .slice(-10)
      .map(({ atMs, by, text }) => `${formatDate(atMs, "%b %d %H:%M:%S")} ${node} ${by}: ${text}`),
  ];
  call.out(toBytes(`${lines.join("\n")}\n`));
  return isRunning ? 0 : 3;
};

const activeText = ({ kind }: UnitState): string =>
  ({ running: "active (running)", stopped: "inactive (dead)", failing: "activating (auto-restart) (Result: exit-code)" })[kind];

const runningLines = ({ pid, command, memory, sinceMs }: UnitState, unit: string, world: World): readonly string[] => [
  `   Main PID: ${pid} (${unit})`,
  `      Tasks: ${14 + (pid % 7)} (limit: 19163)`,
  `     Memory: ${memory}`,
  `        CPU: ${spanText(Math.round((world.nowMs() - sinceMs) / 260))}`,
  `     CGroup: /system.slice/${unit}.service`,
  `             └─${pid} ${command}`,
];

const endedLines = ({ kind, pid, command }: UnitState): readonly string[] => {
  const result = kind === "failing" ? "status=1/FAILURE" : "status=0/SUCCESS";
  return [`    Process: ${pid} ExecStart=${command} (code=exited, ${result})`, `   Main PID: ${pid} (code=exited, ${result})`];
};

/** `4min 2s ago`, `1 week 3 days ago`: the two largest units, as systemd counts. */
const agoText = (ms: number): string => `${spanText(ms)} ago`;

const VERBS: Readonly<Record<string, Verb>> = {
  status,
  "is-active": isActive,
  "is-enabled": isEnabled,
  "is-failed": isActive,
  cat,
  start: change("start", "start"),
  stop: change("stop", "stop"),
  restart: change("restart", "stop", "start"),
  "try-restart": change("restart", "stop", "start"),
  enable: enable("start"),
  disable: enable("stop"),
};
