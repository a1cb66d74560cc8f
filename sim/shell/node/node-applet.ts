import { callerOfProcess } from "../../apps/runtime/process-caller.ts";
import { resolveHost } from "../../network/connect.ts";
import { httpGet, tcpConnect } from "../../network/http-get.ts";
import type { Applet, AppletResult } from "../interpreter/applet-call.ts";
import { fromBytes, toBytes } from "../machine/bytes.ts";
import { normalise, parentOf } from "../machine/container-fs.ts";
import type { Machine } from "../machine/machine.ts";
import type { Proc } from "../machine/process-table.ts";
import { podOf } from "../machine/runtime-files.ts";
import { NODE_VERSION } from "./exit.ts";
import type { Happening, NodeEvent, NodeHost } from "./node-events.ts";
import { NodeRuntime } from "./node-runtime.ts";

/** Node.js: `node -e script`, `node -p expression`, `node file`, or a script on the standard input. */
export const node: Applet = (call) => {
  const state = call.state as NodeEvent | string | undefined;
  if (typeof state === "object")
    return goOn(call.machine, call.proc, state, call.proc.signals.length > 0 ? takeSignal(call.proc) : { kind: "timers" });
  const { args } = call;
  const flag = args.findIndex((arg) => /^(-e|--eval|-p|--print|-pe)$/.test(arg));
  if (args[0] === "-v" || args[0] === "--version") {
    call.out(`${NODE_VERSION}\n`);
    return 0;
  }
  const start = (script: string, rest: readonly string[], filename: string, prints = false): AppletResult => {
    const { cwd } = call.proc;
    return goOn(call.machine, call.proc, undefined, { kind: "start", script, args: rest, env: textOf(call.env), prints, filename, cwd });
  };
  if (flag >= 0) return start(fromBytes(args[flag + 1] ?? ""), args.slice(flag + 2), "[eval]", /p/.test(args[flag] as string));
  const file = args.findIndex((arg) => !arg.startsWith("-"));
  if (file < 0) return call.withInput((bytes) => start(fromBytes(bytes), [], "[stdin]"));
  const path = call.path(args[file] as string);
  const content = call.machine.fs.read(path);
  if (content.ok) return start(fromBytes(content.bytes), args.slice(file).map(fromBytes), path);
  call.err(
    `node:internal/modules/cjs/loader:1478\n  throw err;\n  ^\n\nError: Cannot find module '${path}'\n    at node:internal/main/run_main_module:33:47 {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}\n\nNode.js ${NODE_VERSION}\n`,
  );
  return 1;
};

const textOf = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fromBytes(value)]));

const takeSignal = (proc: Proc): Happening => {
  const [name = "TERM", ...rest] = proc.signals;
  proc.signals = rest;
  return { kind: "signal", name };
};

/** Processes that are being played, by their newest event: a fork that finds none plays its story again. */
const playing = new WeakMap<NodeEvent, NodeRuntime>();

const runtimeAt = (machine: Machine, proc: Proc, last: NodeEvent | undefined): NodeRuntime => {
  if (last === undefined) return new NodeRuntime();
  const known = playing.get(last);
  playing.delete(last);
  return known ?? NodeRuntime.replay(last, hostOf(machine, proc));
};

/** One turn of a Node.js process. */
const goOn = (machine: Machine, proc: Proc, last: NodeEvent | undefined, happening: Happening): AppletResult => {
  const runtime = runtimeAt(machine, proc, last);
  const answers = runtime.apply(happening, machine.nowMs, hostOf(machine, proc));
  const event: NodeEvent = { before: last, atMs: machine.nowMs, happening, answers };
  for (const { stream, text } of runtime.output) machine.write(proc, stream === "stdout" ? 1 : 2, toBytes(text));
  if (runtime.exitCode !== undefined) return runtime.exitCode;
  playing.set(event, runtime);
  proc.heapMiB = RESTING_MIB + runtime.heapMiB * (runtime.isSpinning ? SPINNING_FACTOR : 1);
  const ports = [...runtime.servers.keys()];
  proc.sockets = ports.map((port) => ({ port, protocol: "TCP", serves: `node/${port}` }));
  const signals = [...runtime.listeners.keys()].filter((name) => name.startsWith("SIG")).map((name) => name.slice(3));
  const nextMs = runtime.nextMs();
  return { wait: nextMs === undefined ? { on: "ever" } : { on: "time", atMs: Math.max(nextMs, machine.nowMs + 1) }, state: event, signals };
};

/** What a Node.js process holds before its script does anything, in MiB. */
const RESTING_MIB = 40;
/** A loop without end that takes memory takes all there is. */
const SPINNING_FACTOR = 1000;

/** Lets a server of a script answer a request. */
export const answerRequest = (
  machine: Machine,
  port: number,
  request: Extract<Happening, { readonly kind: "request" }>["request"],
): { readonly status: number; readonly body: string; readonly afterMs: number } | undefined => {
  const found = machine
    .all()
    .find(({ sockets, exit }) => exit === undefined && sockets?.some((socket) => socket.port === port && socket.serves === `node/${port}`));
  if (found === undefined || found.program.kind !== "applet") return undefined;
  const proc = machine.edit(found.pid);
  const { program } = proc;
  if (program.kind !== "applet") return undefined;
  const result = goOn(machine, proc, program.state as NodeEvent, { kind: "request", port, request });
  if (typeof result === "number") {
    machine.exit(proc, result);
    return undefined;
  }
  proc.program = { ...program, state: result.state, ...(result.signals === undefined ? {} : { signals: result.signals }) };
  proc.wait = result.wait;
  return waitForAnswer(machine, proc, result.state as NodeEvent);
};

/** An answer that comes later is looked for in a copy of the process that is played ahead. */
const waitForAnswer = (machine: Machine, proc: Proc, last: NodeEvent) => {
  const now = playing.get(last)?.answer;
  if (now?.isEnded === true) return { status: now.status, body: now.body, afterMs: 1 };
  const ahead = NodeRuntime.replay(last, hostOf(machine, proc));
  for (let turn = 0; turn < TURNS_AHEAD; turn++) {
    const nextMs = ahead.nextMs();
    if (nextMs === undefined || nextMs > machine.nowMs + AHEAD_MS) break;
    ahead.apply({ kind: "timers" }, nextMs, hostOf(machine, proc));
    if (ahead.answer?.isEnded === true) return { status: ahead.answer.status, body: ahead.answer.body, afterMs: nextMs - machine.nowMs };
  }
  return { status: 0, body: "", afterMs: Number.POSITIVE_INFINITY };
};

const TURNS_AHEAD = 200;
const AHEAD_MS = 120_000;

const hostOf = (machine: Machine, proc: Proc): NodeHost => ({
  readFile: (path) => machine.fs.read(normalise(path, proc.cwd)),
  writeFile: (path, bytes, appends) => {
    const full = normalise(path, proc.cwd);
    const before = appends ? machine.fs.read(full) : undefined;
    return machine.fs.write(full, (before?.ok === true ? before.bytes : "") + bytes);
  },
  makeFolder: (path, isDeep) => makeFolder(machine, normalise(path, proc.cwd), isDeep),
  remove: (path) => machine.fs.remove(normalise(path, proc.cwd)),
  list: (path) => {
    const info = machine.fs.stat(normalise(path, proc.cwd));
    if (info === undefined) return "No such file or directory";
    return info.kind === "folder" ? machine.fs.list(normalise(path, proc.cwd)) : "Not a directory";
  },
  stat: (path) => {
    const info = machine.fs.stat(normalise(path, proc.cwd));
    return info === undefined ? undefined : { kind: info.kind, size: info.sizeBytes, mode: info.mode, modifiedMs: info.modifiedMs };
  },
  lookup: (name) => {
    const resolution = resolveHost(machine.world, callerOfProcess(machine.world, machine.process), name);
    return resolution.kind === "failed" ? undefined : resolution.addresses[0];
  },
  address: () => podOf(machine.world, machine.process).status?.podIP ?? machine.process.start.pod.status?.podIP ?? "127.0.0.1",
  isTaken: (port) => machine.all().some(({ pid, sockets = [] }) => pid !== proc.pid && sockets.some((socket) => socket.port === port)),
  fetch: (url) => fetchUrl(machine, url),
  random: () => machine.world.rng(`shell/node/${machine.process.key}/${proc.pid}/${machine.nowMs}`).fraction(),
});

const makeFolder = (machine: Machine, path: string, isDeep: boolean): string | undefined => {
  if (!isDeep) return machine.fs.makeFolder(path);
  if (machine.fs.isFolder(path)) return undefined;
  return makeFolder(machine, parentOf(path), true) ?? machine.fs.makeFolder(path);
};

const fetchUrl = ({ world, process }: Machine, url: string): ReturnType<NodeHost["fetch"]> => {
  const match = /^(\w+):\/\/([^/:?]+)(?::(\d+))?([^#]*)$/.exec(url);
  if (match === null) return { code: "ERR_INVALID_URL", afterMs: 1 };
  const [, scheme, host = "", given, path] = match;
  const caller = callerOfProcess(world, process);
  const port = Number(given ?? (scheme === "https" ? 443 : 80));
  const result =
    scheme === "tcp"
      ? tcpConnect(world, caller, { host, port, timeoutMs: CONNECT_MS })
      : httpGet(world, caller, { host, port, method: "GET", path: path === "" ? "/" : (path as string), timeoutMs: FETCH_MS });
  const afterMs = Math.max(1, result.latencyMs);
  switch (result.kind) {
    case "response":
      return { status: result.status, body: result.body, afterMs };
    case "connected":
      return { status: 0, body: "", afterMs };
    case "refused":
      return { code: "ECONNREFUSED", afterMs, detail: result.detail };
    case "no-such-host":
      return { code: "ENOTFOUND", afterMs };
    case "timed-out":
      return {
        detail: result.detail,
        code: scheme === "tcp" ? "ETIMEDOUT" : "UND_ERR_CONNECT_TIMEOUT",
        afterMs: scheme === "tcp" ? CONNECT_MS : 10_000,
      };
    default:
      return { code: "ECONNRESET", afterMs };
  }
};

const CONNECT_MS = 130_000;
const FETCH_MS = 300_000;
