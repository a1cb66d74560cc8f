import { digestText } from "#core/digest.ts";
import type { AppletResult } from "#shell/interpreter/applet-call.ts";
import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import { bindPorts } from "../../../containers/bind-port.ts";
import type { ContainerApplet, ContainerCall } from "../../../containers/container-applet.ts";
import { setServerState } from "../../runtime/server-state.ts";
import { applyRule, DEFAULT_USER, NEW_USER, passwordHash } from "./redis-acl.ts";
import { type RedisConfig, readConfig, splitLine } from "./redis-config.ts";
import { redisLine } from "./redis-log.ts";
import {
  countKeys,
  loadFiles,
  type RedisState,
  redisState,
  saveSnapshot,
  setRedisState,
  setWorkingSet,
  startAppending,
  withoutExpired,
} from "./redis-server-state.ts";
import { type RedisVersion, versionOf } from "./redis-version.ts";
import { hasSavePoints } from "./save-points.ts";

/** `redis-server` and `valkey-server`. */
export const redisServer: ContainerApplet = (call) => {
  const state = call.state as ServerPhase | undefined;
  if (state === undefined) return boot(call);
  return state.phase === "booting" ? open(call, state.port) : stop(call, state.port);
};

interface ServerPhase {
  readonly phase: "booting" | "serving";
  readonly port: number;
}

const boot = (call: ContainerCall): AppletResult => {
  const version = versionOf(call.machine.process);
  const args = call.args.map(fromBytes);
  if (args[0] === "--version" || args[0] === "-v") {
    call.out(
      `${version.product === "Valkey" ? "Valkey" : "Redis"} server v=${version.version} sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=5f2bd5a6bb0f2b3f\n`,
    );
    return 0;
  }
  const reading = read(call, args, version);
  if (typeof reading === "number") return reading;
  const { config, users, hasFile } = reading;
  const port = Number(config["port"]);
  const { pid } = call.proc;
  const level = isOld(version) ? "#" : "*";
  say(call, "C", level, `oO0OoO0OoO0Oo ${version.product} is starting oO0OoO0OoO0Oo`);
  say(call, "C", level, `${version.product} version=${version.version}, bits=64, commit=00000000, modified=0, pid=${pid}, just started`);
  if (hasFile || args.length > 0) say(call, "C", level, "Configuration loaded");
  else
    say(
      call,
      "C",
      "#",
      `Warning: no config file specified, using the default config. In order to specify a config file use ${version.product.toLowerCase()}-server /path/to/${version.product.toLowerCase()}.conf`,
    );
  setServerState(call.machine.world, { process: call.machine.process, port }, newState(call, version, config, users));
  return { wait: { on: "time", atMs: call.machine.nowMs + BOOT_MS }, state: { phase: "booting", port } satisfies ServerPhase };
};

const BOOT_MS = 40;

const isOld = ({ product, version }: RedisVersion): boolean =>
  product === "Redis" && (/^[56]\./.test(version) || version.startsWith("7.0"));

const read = (call: ContainerCall, args: readonly string[], version: RedisVersion) => {
  const reading = readConfig(args, version, (path) => {
    const content = call.machine.fs.read(call.path(path));
    return content.ok ? fromBytes(content.bytes) : undefined;
  });
  if (reading.ok) return reading;
  if ("missing" in reading) {
    say(call, "C", "#", `Fatal error, can't open config file '${call.path(reading.missing)}': No such file or directory`);
    return 1;
  }
  call.err(
    toBytes(
      `\n*** FATAL CONFIG FILE ERROR (${version.product} ${version.version}) ***\nReading the configuration file, at line ${reading.line}\n>>> '${reading.text}'\n${reading.why}\n`,
    ),
  );
  return 1;
};

const newState = (call: ContainerCall, version: RedisVersion, config: RedisConfig, lines: readonly string[]): RedisState => {
  const password = config["requirepass"] ?? "";
  const users: Record<string, RedisState["users"][string]> = {
    default: password === "" ? DEFAULT_USER : { ...DEFAULT_USER, hasNoPassword: false, passwords: [passwordHash(password)] },
  };
  for (const line of lines) {
    const [name = "", ...rules] = splitLine(line) ?? [];
    users[name] = rules.reduce((user, rule) => applyRule(user, rule, () => true) ?? user, users[name] ?? NEW_USER);
  }
  const { nowMs, process } = call.machine;
  return {
    version,
    config,
    users,
    databases: {},
    clients: {},
    startedAtMs: nowMs,
    pid: call.proc.pid,
    runId: digestText(`redis/${process.key}/${nowMs}/${call.proc.pid}`).slice(7, 47),
    lastSaveMs: nowMs,
    dirty: 0,
    lastClientId: 2,
    uses: 0,
    stats: { connections: 0, commands: 0, hits: 0, misses: 0, expired: 0, evicted: 0, rejected: 0 },
    replicaOf: config["replicaof"] ?? "",
  };
};

const open = (call: ContainerCall, port: number): AppletResult => {
  const { world, process } = call.machine;
  const server = { process, port };
  const state = redisState(world, server) as RedisState;
  const level = isOld(state.version) ? "#" : "*";
  say(call, "M", "*", "monotonic clock: POSIX clock_gettime");
  if (!bindPorts(call, [{ port, protocol: "TCP", serves: "redis" }])) {
    say(call, "M", "#", `Warning: Could not create server TCP listening socket *:${port}: bind: Address already in use`);
    say(call, "M", "#", `Failed listening on port ${port} (tcp), aborting.`);
    return 1;
  }
  say(call, "M", "*", `Running mode=standalone, port=${port}.`);
  say(call, "M", level, "Server initialized");
  const loaded = load(call, state);
  setRedisState(world, server, loaded);
  setWorkingSet(world, server, loaded);
  const modern = isOld(state.version) ? "" : " tcp";
  say(call, "M", "*", `Ready to accept connections${modern}`);
  return { wait: { on: "ever" }, state: { phase: "serving", port } satisfies ServerPhase, signals: ["TERM", "INT"] };
};

const load = (call: ContainerCall, state: RedisState): RedisState => {
  const { world, process, nowMs } = call.machine;
  const server = { process, port: Number(state.config["port"]) };
  const { appended, snapshot } = loadFiles(world, server, state.config);
  if (state.config["appendonly"] === "yes") {
    if (appended === undefined) {
      const name = state.config["appendfilename"] ?? "appendonly.aof";
      if (state.version.major >= 7) {
        say(call, "M", "*", `Creating AOF base file ${name}.1.base.rdb on server start`);
        say(call, "M", "*", `Creating AOF incr file ${name}.1.incr.aof on server start`);
      }
      startAppending(world, server, state);
      return state;
    }
    say(call, "M", "*", "DB loaded from append only file: 0.000 seconds");
    return { ...state, databases: withoutExpired(appended.databases, nowMs).databases };
  }
  if (snapshot === undefined) return state;
  const { databases, expired } = withoutExpired(snapshot.databases, nowMs);
  say(call, "M", "*", `Loading RDB produced by ${state.version.product === "Valkey" ? "Valkey " : ""}version ${snapshot.version}`);
  say(call, "M", "*", `RDB age ${Math.floor((nowMs - snapshot.savedAtMs) / 1000)} seconds`);
  say(call, "M", "*", "RDB memory usage when created 0.85 Mb");
  say(call, "M", "*", `Done loading RDB, keys loaded: ${countKeys({ databases })}, keys expired: ${expired}.`);
  say(call, "M", "*", "DB loaded from disk: 0.000 seconds");
  return { ...state, databases };
};

const stop = (call: ContainerCall, port: number): AppletResult => {
  const { world, process } = call.machine;
  const server = { process, port };
  const state = redisState(world, server);
  const [signal = "TERM", ...rest] = call.proc.signals;
  call.proc.signals = rest;
  const level = state === undefined || !isOld(state.version) ? "*" : "#";
  call.out(`${call.proc.pid}:signal-handler (${Math.floor(call.machine.nowMs / 1000)}) Received SIG${signal} scheduling shutdown...\n`);
  say(call, "M", level, "User requested shutdown...");
  if (state !== undefined && hasSavePoints(state)) {
    say(call, "M", "*", "Saving the final RDB snapshot before exiting.");
    saveSnapshot(world, server, state);
    say(call, "M", "*", "DB saved on disk");
  }
  say(call, "M", "#", `${state?.version.product ?? "Redis"} is now ready to exit, bye bye...`);
  setServerState(world, server, undefined);
  return 0;
};

const say = (call: ContainerCall, role: "C" | "M", level: "*" | "#", text: string): void =>
  call.out(toBytes(`${redisLine(call.machine.nowMs, call.proc.pid, role, level, text)}\n`));
