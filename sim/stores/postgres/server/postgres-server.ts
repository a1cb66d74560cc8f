import type { Applet, AppletCall, AppletResult } from "../../../shell/interpreter/applet-call.ts";
import { fromBytes, toBytes } from "../../../shell/machine/bytes.ts";
import { bindPorts } from "../../connections/bind-port.ts";
import type { DataFolder } from "../../runtime/data-folder.ts";
import { moveOrSet } from "../../runtime/server-memory.ts";
import { type PgServer, postgresStore } from "./postgres-cluster.ts";
import { postgresLine, postgresTime } from "./postgres-log.ts";
import { readSettings } from "./postgres-settings.ts";
import { describeVersion, isAlpine, majorOf, postgresVersion } from "./postgres-version.ts";
import { readHba } from "./sign-in.ts";

/** `postgres`: the server itself. */
export const postgresServer: Applet = (call) => {
  const phase = call.state as Phase | undefined;
  if (phase === undefined) return start(call);
  return phase.state === undefined ? stop(call, phase.port) : open(call, phase.port, phase.state);
};

interface Phase {
  readonly port: number;
  /** State to serve with, while the server starts. */
  readonly state?: PgServer;
}

const START_MS = 150;

const start = (call: AppletCall): AppletResult => {
  const version = postgresVersion(call.machine.process);
  const args = call.args.map(fromBytes);
  if (args.includes("--version") || args.includes("-V")) {
    call.out(`postgres (PostgreSQL) ${version}\n`);
    return 0;
  }
  const options = readArguments(args);
  const path = options["-D"] ?? call.env["PGDATA"];
  if (path === undefined) {
    call.err(
      "postgres does not know where to find the server configuration file.\nYou must specify the --config-file or -D invocation option or set the PGDATA environment variable.\n",
    );
    return 2;
  }
  const settings = { ...readSettings(textAt(call, options["-c config_file"] ?? `${path}/postgresql.conf`) ?? ""), ...options };
  const refusal = inspect(call, path, version);
  if (refusal !== undefined) return refusal;
  const cluster = postgresStore.dataIn(folder(call, path));
  const port = Number(settings["-c port"] ?? settings["port"] ?? "5432");
  const most = Number(settings["-c max_connections"] ?? cluster?.settings["max_connections"] ?? settings["max_connections"] ?? "100");
  const reserved = Number(
    settings["-c superuser_reserved_connections"] ??
      cluster?.settings["superuser_reserved_connections"] ??
      settings["superuser_reserved_connections"] ??
      "3",
  );
  if (reserved >= most) {
    say(
      call,
      "FATAL",
      `superuser_reserved_connections (${reserved}) plus reserved_connections (0) must be less than max_connections (${most})`,
    );
    return 1;
  }
  say(call, "LOG", `starting ${describeVersion(version, isAlpine(call.machine.process))}`);
  const state: PgServer = {
    version,
    folder: path,
    startedAtMs: call.machine.nowMs,
    settings: {
      ...cluster?.settings,
      ...settings,
      server_version: version,
      server_version_num: `${majorOf(version)}00${version.split(".")[1]?.padStart(2, "0")}`,
      data_directory: path,
      hba_file: `${path}/pg_hba.conf`,
      config_file: `${path}/postgresql.conf`,
    },
    sessions: {},
    lastPid: call.proc.pid + 60,
    hba: [],
  };
  return { wait: { on: "time", atMs: call.machine.nowMs + START_MS }, state: { port, state } satisfies Phase };
};

const readArguments = (args: readonly string[]): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string;
    const long = /^--([\w-]+)=(.*)$/.exec(arg);
    if (long !== null) found[`-c ${(long[1] as string).replaceAll("-", "_")}`] = long[2] as string;
    else if (arg === "-c" || arg.startsWith("-c")) {
      const [name = "", ...value] = (arg === "-c" ? (args[++at] ?? "") : arg.slice(2)).split("=");
      found[`-c ${name.trim().replaceAll("-", "_")}`] = value.join("=");
    } else if (arg === "-p" || arg === "-N") found[arg === "-p" ? "-c port" : "-c max_connections"] = args[++at] ?? "";
    else if (arg === "-D") found["-D"] = args[++at] ?? "";
  }
  return found;
};

const textAt = (call: AppletCall, path: string): string | undefined => {
  const content = call.machine.fs.read(path);
  return content.ok ? fromBytes(content.bytes) : undefined;
};

const folder = (call: AppletCall, path: string): DataFolder => ({ world: call.machine.world, process: call.machine.process, path });

/** Checks the data directory before the server opens it. @returns exit code, or undefined when it is usable */
const inspect = (call: AppletCall, path: string, version: string): number | undefined => {
  const made = textAt(call, `${path}/PG_VERSION`)?.trim();
  if (made === undefined) {
    call.err(
      `postgres: could not access directory "${path}": No such file or directory\nRun initdb or pg_basebackup to initialize a PostgreSQL data directory.\n`,
    );
    return 2;
  }
  if (Number(made) === majorOf(version)) return undefined;
  say(call, "FATAL", "database files are incompatible with server");
  say(
    call,
    "DETAIL",
    `The data directory was initialized by PostgreSQL version ${made}, which is not compatible with this version ${version}${isAlpine(call.machine.process) ? "" : ` (Debian ${version}-1.pgdg13+1)`}.`,
  );
  return 1;
};

const open = (call: AppletCall, port: number, state: PgServer): AppletResult => {
  const { world, process, nowMs } = call.machine;
  if (!bindPorts(call, [{ port, protocol: "TCP", serves: "postgres" }])) {
    say(call, "LOG", `could not bind IPv4 address "0.0.0.0": Address already in use`);
    say(call, "HINT", `Is another postmaster already running on port ${port}? If not, wait a few seconds and retry.`);
    say(call, "FATAL", "could not create any TCP/IP sockets");
    return 1;
  }
  const server = { process, port };
  say(call, "LOG", `listening on IPv4 address "0.0.0.0", port ${port}`);
  say(call, "LOG", `listening on IPv6 address "::", port ${port}`);
  say(call, "LOG", `listening on Unix socket "/var/run/postgresql/.s.PGSQL.${port}"`);
  const helper = call.proc.pid + (call.proc.pid === 1 ? 28 : 3);
  const cleanly = textAt(call, `${state.folder}/postmaster.pid`) === undefined;
  call.err(
    toBytes(
      `${postgresLine(nowMs, helper, "LOG", cleanly ? `database system was shut down at ${postgresTime(nowMs - 60).slice(0, 19)} UTC` : `database system was interrupted; last known up at ${postgresTime(nowMs - 60_000).slice(0, 19)} UTC`)}\n`,
    ),
  );
  if (!cleanly) {
    call.err(
      toBytes(`${postgresLine(nowMs, helper, "LOG", "database system was not properly shut down; automatic recovery in progress")}\n`),
    );
    call.err(toBytes(`${postgresLine(nowMs, helper, "LOG", "redo starts at 0/1953C50")}\n`));
  }
  say(call, "LOG", "database system is ready to accept connections");
  call.machine.fs.write(`${state.folder}/postmaster.pid`, toBytes(`${call.proc.pid}\n${state.folder}\n`));
  postgresStore.setState(world, server, { ...state, hba: readHba(world, server, state) });
  moveOrSet(world, process, RESTING_MIB);
  return { wait: { on: "ever" }, state: { port } satisfies Phase, signals: ["TERM", "INT", "HUP"] };
};

const RESTING_MIB = 38;

const stop = (call: AppletCall, port: number): AppletResult => {
  const { world, process } = call.machine;
  const [signal = "INT", ...rest] = call.proc.signals;
  call.proc.signals = rest;
  const server = { process, port };
  const state = postgresStore.state(world, server);
  if (signal === "HUP") {
    say(call, "LOG", "received SIGHUP, reloading configuration files");
    if (state !== undefined) postgresStore.setState(world, server, { ...state, hba: readHba(world, server, state) });
    return { wait: { on: "ever" }, state: { port } satisfies Phase, signals: ["TERM", "INT", "HUP"] };
  }
  // The runtime stops the image's process 1 with the signal that means a fast end.
  const isSmart = signal === "TERM" && call.proc.pid !== 1;
  say(call, "LOG", isSmart ? "received smart shutdown request" : "received fast shutdown request");
  if (!isSmart) say(call, "LOG", "aborting any active transactions");
  say(call, "LOG", "shutting down");
  say(call, "LOG", "checkpoint starting: shutdown immediate");
  say(
    call,
    "LOG",
    "checkpoint complete: wrote 3 buffers (0.0%); 0 WAL file(s) added, 0 removed, 0 recycled; write=0.005 s, sync=0.002 s, total=0.012 s; sync files=2, longest=0.001 s, average=0.001 s; distance=0 kB, estimate=0 kB",
  );
  say(call, "LOG", "database system is shut down");
  if (state !== undefined) call.machine.fs.remove(`${state.folder}/postmaster.pid`);
  postgresStore.setState(world, server, undefined);
  return 0;
};

const say = (call: AppletCall, severity: string, text: string): void =>
  call.err(toBytes(`${postgresLine(call.machine.nowMs, call.proc.pid, severity, text)}\n`));
