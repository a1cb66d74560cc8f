import type { AppletResult } from "#shell/interpreter/applet-call.ts";
import { fromBytes } from "#shell/machine/bytes.ts";
import { bindPorts } from "../../../containers/bind-port.ts";
import type { ContainerApplet, ContainerCall } from "../../../containers/container-applet.ts";
import { homeOf } from "../../connections/dial-server.ts";
import { closeMysql, executeMysql } from "../../mysql/server/execute-mysql.ts";
import { accountOf, type MysqlData, mysqlStore, rootUser } from "../../mysql/server/mysql-data.ts";
import { openMysql } from "../../mysql/server/open-mysql.ts";
import { moveOrSet } from "../../runtime/server-memory.ts";
import { statementEnd } from "../../sql/tokens.ts";
import { endpointsIn, readOptions } from "../options.ts";
import { reachPd } from "../pd/reach-pd.ts";
import { sayEntry } from "../pingcap-line.ts";
import { releaseOf } from "../release.ts";
import { keepTables, readTables, type StorageFailure } from "./tidb-data.ts";

/** `/tidb-server`: a MySQL without data of its own. It ends when its cluster does not answer at the start. */
export const tidbServer: ContainerApplet = (call) => {
  const phase = call.state as Phase | undefined;
  if (phase === undefined) return start(call);
  if (phase.step === "open") return stop(call);
  return phase.step === "failing" ? end(call, phase.failure) : open(call);
};

type Phase = { readonly step: "booting" | "open" } | { readonly step: "failing"; readonly failure: StorageFailure };

const BOOT_MS = 6000;
const RESTING_MIB = 350;
const PORT = 4000;
const STATUS_PORT = 10_080;

const start = (call: ContainerCall): AppletResult => {
  sayEntry(call, {
    level: "INFO",
    source: "printer.go:47",
    message: "Welcome to TiDB.",
    fields: { "Release Version": releaseOf(call.machine.process), Store: "tikv" },
  });
  return wait(call, BOOT_MS, { step: "booting" });
};

const wait = (call: ContainerCall, ms: number, state: Phase): AppletResult => ({
  wait: { on: "time", atMs: call.machine.nowMs + ms },
  state,
});

const open = (call: ContainerCall): AppletResult => {
  const { world, process, nowMs } = call.machine;
  const options = readOptions(call.args.map(fromBytes));
  const first = endpointsIn(options["path"] ?? "");
  const known = reachPd(world, process, first)?.data.members.map(({ client }) => client) ?? [];
  const pds = [...known, ...first];
  const read = readTables(world, process, pds);
  if (!read.ok) {
    sayEntry(call, {
      level: "WARN",
      source: "backoff.go:179",
      message: `${read.error.code === "9001" ? "pdRPC" : "regionMiss"} backoffer.maxSleep ${read.error.afterMs}ms is exceeded, errors: ${read.error.text}`,
    });
    return wait(call, read.error.afterMs, { step: "failing", failure: read.error });
  }
  if (!bindPorts(call, SOCKETS)) {
    sayEntry(call, {
      level: "FATAL",
      source: "terror.go:309",
      message: "unexpected error",
      fields: { error: "listen tcp 0.0.0.0:4000: bind: address already in use" },
    });
    return 1;
  }
  const release = releaseOf(process);
  mysqlStore.setState(
    world,
    { process, port: PORT },
    { version: { product: "tidb", version: release }, folder: "", pds, startedAtMs: nowMs, variables: {}, sessions: {}, lastId: 4 },
  );
  if (read.value.tables === undefined) bootstrap(call, pds, release);
  moveOrSet(world, process, RESTING_MIB);
  sayEntry(call, {
    level: "INFO",
    source: "server.go:377",
    message: "server is running MySQL protocol",
    fields: { addr: `0.0.0.0:${PORT}` },
  });
  sayEntry(call, {
    level: "INFO",
    source: "http_status.go:101",
    message: "for status and metrics report",
    fields: { "listening on addr": `0.0.0.0:${STATUS_PORT}` },
  });
  return { wait: { on: "ever" }, state: { step: "open" } satisfies Phase, signals: ["TERM", "INT"] };
};

const SOCKETS = [
  { port: PORT, protocol: "TCP", serves: "mysql" },
  { port: STATUS_PORT, protocol: "TCP", serves: "http/tidb-status" },
] as const;

/** The first TiDB of a cluster makes its accounts and databases, and runs the script that its settings name. */
const bootstrap = (call: ContainerCall, pds: readonly string[], release: string): void => {
  const { world, process } = call.machine;
  const root = rootUser("%", "");
  const data: MysqlData = {
    product: "tidb",
    version: release,
    users: { [accountOf(root)]: root },
    schemas: { test: { owner: "", tables: {}, rights: {} } },
    persisted: {},
  };
  keepTables(world, process, pds, data);
  sayEntry(call, { level: "INFO", source: "bootstrap.go:611", message: "bootstrap successful", fields: { "take time": "1.6s" } });
  const script = scriptOf(call);
  if (script !== undefined) runScript(call, script);
};

/** Text of the file that `initialize-sql-file` in the settings names. */
const scriptOf = (call: ContainerCall): string | undefined => {
  const config = readOptions(call.args.map(fromBytes))["config"];
  const settings = config === undefined ? undefined : textAt(call, config);
  const [, path] = /^\s*initialize-sql-file\s*=\s*"([^"]*)"/m.exec(settings ?? "") ?? [];
  return path === undefined ? undefined : textAt(call, path);
};

const textAt = ({ machine }: ContainerCall, path: string): string | undefined => {
  const content = machine.fs.read(path);
  return content.ok ? fromBytes(content.bytes) : undefined;
};

const runScript = (call: ContainerCall, text: string): void => {
  const { world, process } = call.machine;
  const server = { process, port: PORT };
  const opened = openMysql(world, server, { user: "root", password: "", database: "", home: homeOf(call, true), isLocal: true });
  if (!opened.ok) return;
  for (let at = 0; at < text.length; ) {
    const { end: length = text.length - at } = statementEnd(text.slice(at), "mysql");
    const statement = text.slice(at, at + length);
    at += length;
    if (/^(\s|--[^\n]*(\n|$)|#[^\n]*(\n|$)|;)*$/.test(statement)) continue;
    const reply = executeMysql(world, server, opened.id, statement.replace(/;\s*$/, ""));
    if (reply.kind === "error")
      sayEntry(call, {
        level: "WARN",
        source: "bootstrap.go:3262",
        message: "InitializeSQLFile err",
        fields: { error: `[${reply.error.code}]${reply.error.text}` },
      });
  }
  closeMysql(world, server, opened.id);
};

const end = (call: ContainerCall, { code, text }: StorageFailure): AppletResult => {
  sayEntry(call, { level: "FATAL", source: "terror.go:309", message: "unexpected error", fields: { error: `[tikv:${code}]${text}` } });
  return 1;
};

const stop = (call: ContainerCall): AppletResult => {
  const { world, process } = call.machine;
  sayEntry(call, { level: "INFO", source: "signal_posix.go:54", message: "got signal to exit", fields: { signal: "terminated" } });
  if (mysqlStore.state(world, { process, port: PORT }) !== undefined) mysqlStore.setState(world, { process, port: PORT }, undefined);
  return 0;
};
