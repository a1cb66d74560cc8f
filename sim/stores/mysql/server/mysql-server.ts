import { toMicroTimestamp, toTimestamp } from "#core/timestamp.ts";
import type { AppletResult } from "#shell/interpreter/applet-call.ts";
import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import { bindPorts } from "../../../containers/bind-port.ts";
import type { ContainerApplet, ContainerCall } from "../../../containers/container-applet.ts";
import { homeOf } from "../../connections/dial-server.ts";
import { type DataFolder, writeIn } from "../../runtime/data-folder.ts";
import { moveOrSet } from "../../runtime/server-memory.ts";
import { statementEnd } from "../../sql/tokens.ts";
import { closeMysql, executeMysql } from "./execute-mysql.ts";
import { ALL_RIGHTS, accountOf, type MysqlData, mysqlStore, plainUser, rootUser } from "./mysql-data.ts";
import { normaliseVariable, readMysqlFile } from "./mysql-variables.ts";
import { type MysqlVersion, mysqlVersion, versionNumber, versionText } from "./mysql-version.ts";
import { openMysql } from "./open-mysql.ts";

/** `docker-entrypoint.sh` of the images: makes a data directory where there is none, runs the scripts, starts the server. */
export const mysqlEntrypoint: ContainerApplet = (call) => {
  const version = mysqlVersion(call.machine.process);
  const words = commandOf(call, version);
  if (!/^(mysqld|mariadbd)$/.test(words[0] ?? "")) return call.become(words.map(toBytes));
  if (call.state === "made") return fill(call, version, words);
  note(
    call,
    version,
    "Note",
    `Entrypoint script for ${version.product === "mariadb" ? "MariaDB" : "MySQL"} Server ${packageOf(version)} started.`,
  );
  const made = mysqlStore.dataIn(folderOf(call));
  if (made !== undefined) return call.become(words.map(toBytes));
  if (
    setting(call, "ROOT_PASSWORD") === undefined &&
    setting(call, "ALLOW_EMPTY_PASSWORD") === undefined &&
    setting(call, "RANDOM_ROOT_PASSWORD") === undefined
  ) {
    const prefix = version.product === "mariadb" ? "MARIADB" : "MYSQL";
    note(
      call,
      version,
      "ERROR",
      `Database is uninitialized and password option is not specified\n    You need to specify one of the following as an environment variable:\n    - ${prefix}_ROOT_PASSWORD${version.product === "mariadb" ? "\n    - MARIADB_ROOT_PASSWORD_HASH" : ""}\n    - ${prefix}_ALLOW_EMPTY_${version.product === "mariadb" ? "ROOT_" : ""}PASSWORD\n    - ${prefix}_RANDOM_ROOT_PASSWORD`,
    );
    return 1;
  }
  note(call, version, "Note", "Initializing database files");
  return { wait: { on: "time", atMs: call.machine.nowMs + INIT_MS }, state: "made" };
};

const INIT_MS = 4500;
const PORT = 3306;

const commandOf = (call: ContainerCall, { product }: MysqlVersion): readonly string[] => {
  const words = call.args.map(fromBytes);
  return words[0]?.startsWith("-") === true ? [product === "mariadb" ? "mariadbd" : "mysqld", ...words] : words;
};

const packageOf = ({ product, version }: MysqlVersion): string =>
  product === "mariadb" ? `1:${version}+maria~ubu2404` : `${version}-1.el9`;

const folderOf = ({ machine }: ContainerCall): DataFolder => ({ world: machine.world, process: machine.process, path: "/var/lib/mysql" });

/** Variable under either of its names, or the content of the file that its `_FILE` variant names. */
const setting = (call: ContainerCall, name: string): string | undefined => {
  for (const prefix of ["MYSQL_", "MARIADB_"]) {
    const value =
      call.env[`${prefix}${name}`] ?? (name === "ALLOW_EMPTY_PASSWORD" ? call.env[`${prefix}ALLOW_EMPTY_ROOT_PASSWORD`] : undefined);
    if (value !== undefined && value !== "") return fromBytes(value);
    const file = call.env[`${prefix}${name}_FILE`];
    const content = file === undefined ? undefined : call.machine.fs.read(call.path(file));
    if (content?.ok === true) return fromBytes(content.bytes).replace(/\n+$/, "");
  }
  return undefined;
};

const note = (call: ContainerCall, _version: MysqlVersion, level: "Note" | "Warn" | "ERROR", text: string): void => {
  const line = toBytes(`${toTimestamp(call.machine.nowMs).replace("T", " ").replace("Z", "+00:00")} [${level}] [Entrypoint]: ${text}\n`);
  if (level === "ERROR") call.err(line);
  else call.out(line);
};

const fill = (call: ContainerCall, version: MysqlVersion, words: readonly string[]): AppletResult => {
  const { world, process, nowMs } = call.machine;
  const folder = folderOf(call);
  const password = setting(call, "ROOT_PASSWORD") ?? "";
  const [database, user, userPassword] = [setting(call, "DATABASE"), setting(call, "USER"), setting(call, "PASSWORD")];
  note(call, version, "Note", "Database files initialized");
  note(call, version, "Note", "Starting temporary server");
  note(call, version, "Note", "Temporary server started.");
  const users = [rootUser("localhost", password), rootUser(setting(call, "ROOT_HOST") ?? "%", password)];
  if (user !== undefined && userPassword !== undefined) {
    const own = ALL_RIGHTS.filter(
      (right) => !["RELOAD", "SHUTDOWN", "PROCESS", "FILE", "SHOW DATABASES", "SUPER", "CREATE USER"].includes(right),
    );
    users.push({ ...plainUser(user, "%", userPassword), grants: database === undefined ? {} : { [`${database}.*`]: own } });
  }
  for (const [name, size] of [
    ["ibdata1", 12_582_912],
    ["mysql.ibd", 25_165_824],
    ["auto.cnf", 56],
    ["binlog.index", 32],
  ] as const)
    writeIn(folder, name, "", size);
  const data: MysqlData = {
    product: version.product,
    version: version.version,
    users: Object.fromEntries(users.map((one) => [accountOf(one), one])),
    schemas: database === undefined ? {} : { [database]: { owner: "", tables: {}, rights: {} } },
    persisted: {},
  };
  mysqlStore.setDataIn(folder, data);
  if (database !== undefined) note(call, version, "Note", `Creating database ${database}`);
  if (user !== undefined) note(call, version, "Note", `Creating user ${user}`);
  mysqlStore.setState(
    world,
    { process, port: PORT },
    { version, folder: folder.path, startedAtMs: nowMs, variables: {}, sessions: {}, lastId: 4 },
  );
  const status = runScripts(call, version, password, database ?? "");
  mysqlStore.setState(world, { process, port: PORT }, undefined);
  if (status !== 0) return status;
  note(call, version, "Note", "Stopping temporary server");
  note(call, version, "Note", "Temporary server stopped");
  call.out("\n");
  note(call, version, "Note", `${version.product === "mariadb" ? "MariaDB" : "MySQL"} init process done. Ready for start up.`);
  call.out("\n");
  return call.become(words.map(toBytes));
};

const SCRIPTS = "/docker-entrypoint-initdb.d";

const runScripts = (call: ContainerCall, version: MysqlVersion, password: string, database: string): number => {
  const { machine } = call;
  const server = { process: machine.process, port: PORT };
  for (const name of machine.fs.isFolder(SCRIPTS) ? machine.fs.list(SCRIPTS) : []) {
    const path = `${SCRIPTS}/${name}`;
    if (machine.fs.isFolder(path)) continue;
    if (!path.endsWith(".sql")) {
      note(call, version, "Warn", `${SCRIPTS}: ignoring ${path}`);
      continue;
    }
    note(call, version, "Note", `/usr/local/bin/docker-entrypoint.sh: running ${path}`);
    const content = machine.fs.read(path);
    const text = content.ok ? fromBytes(content.bytes) : "";
    const opened = openMysql(machine.world, server, { user: "root", password, database, home: homeOf(call, true), isLocal: true });
    if (!opened.ok) return 1;
    for (let at = 0; at < text.length; ) {
      const { end = text.length - at } = statementEnd(text.slice(at), "mysql");
      const statement = text.slice(at, at + end);
      at += end;
      if (/^(\s|--[^\n]*(\n|$)|#[^\n]*(\n|$)|;)*$/.test(statement)) continue;
      const reply = executeMysql(machine.world, server, opened.id, statement.replace(/;\s*$/, ""));
      if (reply.kind !== "error") continue;
      call.err(
        toBytes(`ERROR ${reply.error.code} (${reply.error.state}) at line ${text.slice(0, at).split("\n").length}: ${reply.error.text}\n`),
      );
      return 1;
    }
    closeMysql(machine.world, server, opened.id);
  }
  return 0;
};

/** `mysqld` and `mariadbd`: the server itself. */
export const mysqlServer: ContainerApplet = (call) => {
  const state = call.state as
    | { readonly port: number; readonly isOpen: boolean; readonly variables: Readonly<Record<string, string>> }
    | undefined;
  if (state === undefined) return start(call);
  return state.isOpen ? stop(call, state.port) : open(call, state.port, state.variables);
};

const CONFIGS = ["/etc/my.cnf", "/etc/mysql/my.cnf"];
const FOLDERS = ["/etc/mysql/conf.d", "/etc/my.cnf.d", "/etc/mysql/mariadb.conf.d"];

const start = (call: ContainerCall): AppletResult => {
  const version = mysqlVersion(call.machine.process);
  const args = call.args.map(fromBytes);
  const { fs } = call.machine;
  if (args.includes("--version") || args.includes("-V")) {
    call.out(`/usr/sbin/mysqld  Ver ${versionText(version)} for Linux on x86_64 (MySQL Community Server - GPL)\n`);
    return 0;
  }
  const paths = [
    ...CONFIGS,
    ...FOLDERS.flatMap((folder) =>
      fs.isFolder(folder)
        ? fs
            .list(folder)
            .filter((name) => name.endsWith(".cnf"))
            .map((name) => `${folder}/${name}`)
        : [],
    ),
  ];
  const files = paths.map((path) => {
    const content = fs.read(path);
    return content.ok ? readMysqlFile(fromBytes(content.bytes)) : {};
  });
  const own = Object.fromEntries(
    args.flatMap((arg) =>
      arg.startsWith("--")
        ? [[arg.slice(2).split("=")[0]?.replaceAll("-", "_") ?? "", arg.includes("=") ? arg.slice(arg.indexOf("=") + 1) : "ON"]]
        : [],
    ),
  );
  const variables: Record<string, string> = Object.assign({}, ...files, own);
  for (const [name, value] of Object.entries(variables)) variables[name] = normaliseVariable(name, value) ?? value;
  const data = mysqlStore.dataIn(folderOf(call));
  say(call, "System", "MY-010116", `/usr/sbin/mysqld (mysqld ${versionText(version)}) starting as process ${call.proc.pid}`);
  if (data === undefined) {
    say(call, "ERROR", "MY-010457", "--initialize specified or the data directory has no system tables. Aborting.");
    return 1;
  }
  if (data.product === version.product && versionNumber(data.version) > versionNumber(version.version)) {
    say(
      call,
      "ERROR",
      "MY-013171",
      `[InnoDB] Cannot boot server version ${versionNumber(version.version)} on data directory built by version ${versionNumber(data.version)}. Downgrade is not supported`,
    );
    say(call, "ERROR", "MY-010334", "Failed to initialize DD Storage Engine");
    say(call, "ERROR", "MY-010020", "Data Dictionary initialization failed.");
    say(call, "ERROR", "MY-010119", "Aborting");
    return 1;
  }
  if (data.version !== version.version) mysqlStore.setDataIn(folderOf(call), { ...data, version: version.version });
  say(call, "System", "MY-013576", "[InnoDB] InnoDB initialization has started.");
  return {
    wait: { on: "time", atMs: call.machine.nowMs + START_MS },
    state: { port: Number(variables["port"] ?? PORT), isOpen: false, variables },
  };
};

const START_MS = 900;
const RESTING_MIB = 380;

const open = (call: ContainerCall, port: number, variables: Readonly<Record<string, string>>): AppletResult => {
  const { world, process, nowMs } = call.machine;
  const version = mysqlVersion(process);
  say(call, "System", "MY-013577", "[InnoDB] InnoDB initialization has ended.");
  if (!bindPorts(call, [{ port, protocol: "TCP", serves: "mysql" }])) {
    say(call, "ERROR", "MY-010262", "Can't start server: Bind on TCP/IP port: Address already in use");
    say(call, "ERROR", "MY-010257", `Do you already have another mysqld server running on port: ${port} ?`);
    say(call, "ERROR", "MY-010119", "Aborting");
    return 1;
  }
  mysqlStore.setState(
    world,
    { process, port },
    { version, folder: "/var/lib/mysql", startedAtMs: nowMs, variables, sessions: {}, lastId: 7 },
  );
  moveOrSet(world, process, version.product === "mariadb" ? RESTING_MIB / 4 : RESTING_MIB);
  say(
    call,
    "System",
    "MY-010931",
    `/usr/sbin/mysqld: ready for connections. Version: '${versionText(version)}'  socket: '/var/run/mysqld/mysqld.sock'  port: ${port}  ${version.product === "mariadb" ? "mariadb.org binary distribution" : "MySQL Community Server - GPL"}.`,
  );
  return { wait: { on: "ever" }, state: { port, isOpen: true, variables }, signals: ["TERM"] };
};

const stop = (call: ContainerCall, port: number): AppletResult => {
  const { world, process } = call.machine;
  say(
    call,
    "System",
    "MY-013172",
    `Received SHUTDOWN from user <via user signal>. Shutting down mysqld (Version: ${versionText(mysqlVersion(process))}).`,
  );
  say(
    call,
    "System",
    "MY-010910",
    `/usr/sbin/mysqld: Shutdown complete (mysqld ${versionText(mysqlVersion(process))})  MySQL Community Server - GPL.`,
  );
  if (mysqlStore.state(world, { process, port }) !== undefined) mysqlStore.setState(world, { process, port }, undefined);
  return 0;
};

const say = (call: ContainerCall, level: "System" | "Warning" | "ERROR", code: string, text: string): void => {
  const isInnoDb = text.startsWith("[InnoDB] ");
  call.err(
    toBytes(
      `${toMicroTimestamp(call.machine.nowMs)} 0 [${level}] [${code}] [${isInnoDb ? "InnoDB" : "Server"}] ${text.replace("[InnoDB] ", "")}\n`,
    ),
  );
};
