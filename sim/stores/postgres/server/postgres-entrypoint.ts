import type { AppletResult } from "#shell/interpreter/applet-call.ts";
import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import type { ContainerApplet, ContainerCall } from "../../../containers/container-applet.ts";
import { homeOf } from "../../connections/dial-server.ts";
import { type DataFolder, writeIn } from "../../runtime/data-folder.ts";
import { statementEnd } from "../../sql/tokens.ts";
import { closePostgres, executePostgres } from "./execute-postgres.ts";
import { newCluster, newDatabase, type PgServer, postgresStore } from "./postgres-cluster.ts";
import { postgresLine } from "./postgres-log.ts";
import { describeVersion, isAlpine, majorOf, postgresVersion } from "./postgres-version.ts";
import { signIn } from "./sign-in.ts";

/** `docker-entrypoint.sh` of the image: makes a database cluster where there is none, runs the scripts, starts the server. */
export const postgresEntrypoint: ContainerApplet = (call) => {
  const state = call.state as EntryState | undefined;
  if (
    state !== undefined &&
    state.child !== undefined &&
    call.machine.find(state.child)?.exit === undefined &&
    call.machine.find(state.child) !== undefined
  )
    return { wait: { on: "time", atMs: call.machine.nowMs + CHILD_POLL_MS }, state };
  if (state !== undefined) return state.at === undefined ? initialise(call) : runScripts(call, state.at);
  const words = commandOf(call);
  if (words[0] !== "postgres") return call.become(words.map(toBytes));
  const path = folderOf(call);
  const content = call.machine.fs.read(`${path}/PG_VERSION`);
  if (content.ok) {
    call.out("\nPostgreSQL Database directory appears to contain a database; Skipping initialization\n\n");
    return call.become(words.map(toBytes));
  }
  if (setting(call, "POSTGRES_PASSWORD") === "" && setting(call, "POSTGRES_HOST_AUTH_METHOD") !== "trust") {
    call.err(NO_PASSWORD);
    return 1;
  }
  call.out(initLines(path).join("\n"));
  return { wait: { on: "time", atMs: call.machine.nowMs + INIT_MS }, state: {} satisfies EntryState };
};

/** Progress of the entry point: the next script, once the cluster is initialised. */
interface EntryState {
  readonly at?: number;
  /** The script of the shell that runs. */
  readonly child?: number;
}

const CHILD_POLL_MS = 20;

const INIT_MS = 1800;

const commandOf = (call: ContainerCall): readonly string[] => {
  const words = call.args.map(fromBytes);
  return words[0]?.startsWith("-") === true ? ["postgres", ...words] : words;
};

const folderOf = (call: ContainerCall): string => fromBytes(call.env["PGDATA"] ?? "/var/lib/postgresql/data");

/** Variable, or the content of the file that its `_FILE` variant names. */
const setting = (call: ContainerCall, name: string, fallback = ""): string => {
  const file = call.env[`${name}_FILE`];
  if (file !== undefined && call.env[name] === undefined) {
    const content = call.machine.fs.read(call.path(file));
    return content.ok ? fromBytes(content.bytes).replace(/\n+$/, "") : fallback;
  }
  const value = fromBytes(call.env[name] ?? "");
  return value === "" ? fallback : value;
};

const NO_PASSWORD = `Error: Database is uninitialized and superuser password is not specified.
       You must specify POSTGRES_PASSWORD to a non-empty value for the
       superuser. For example, "-e POSTGRES_PASSWORD=password" on "docker run".

       You may also use "POSTGRES_HOST_AUTH_METHOD=trust" to allow all
       connections without a password. This is *not* recommended.

       See PostgreSQL documentation about "trust":
       https://www.postgresql.org/docs/current/auth-trust.html
`;

const initLines = (path: string): readonly string[] => [
  'The files belonging to this database system will be owned by user "postgres".',
  "This user must also own the server process.",
  "",
  'The database cluster will be initialized with locale "en_US.utf8".',
  'The default database encoding has accordingly been set to "UTF8".',
  'The default text search configuration will be set to "english".',
  "",
  "Data page checksums are disabled.",
  "",
  `fixing permissions on existing directory ${path} ... ok`,
  "creating subdirectories ... ok",
  "selecting dynamic shared memory implementation ... posix",
  'selecting default "max_connections" ... 100',
  'selecting default "shared_buffers" ... 128MB',
  "selecting default time zone ... Etc/UTC",
  "creating configuration files ... ok",
  "running bootstrap script ... ",
];

const initialise = (call: ContainerCall): AppletResult => {
  const { world, process, nowMs } = call.machine;
  const version = postgresVersion(process);
  const path = folderOf(call);
  const folder: DataFolder = { world, process, path };
  const user = setting(call, "POSTGRES_USER", "postgres");
  const database = setting(call, "POSTGRES_DB", user);
  const password = setting(call, "POSTGRES_PASSWORD");
  writeIn(folder, "PG_VERSION", `${majorOf(version)}\n`);
  writeIn(folder, "postgresql.conf", CONFIG);
  writeIn(folder, "postgresql.auto.conf", "# Do not edit this file manually!\n# It will be overwritten by the ALTER SYSTEM command.\n");
  writeIn(folder, "pg_hba.conf", `${HBA}host all all all ${setting(call, "POSTGRES_HOST_AUTH_METHOD", "scram-sha-256")}\n`);
  writeIn(folder, "base/1/PG_VERSION", `${majorOf(version)}\n`);
  writeIn(folder, "pg_wal/000000010000000000000001", "", 16_777_216);
  const made = newCluster(majorOf(version), user, password === "" ? undefined : password);
  const isOwn = made.databases[database] === undefined;
  postgresStore.setDataIn(folder, isOwn ? { ...made, databases: { ...made.databases, [database]: newDatabase(user) } } : made);
  const line = (severity: string, text: string) => postgresLine(nowMs, call.proc.pid + 47, severity, text);
  call.out(
    `ok\nperforming post-bootstrap initialization ... ok\nsyncing data to disk ... ok\n\n\nSuccess. You can now start the database server using:\n\n    pg_ctl -D ${path} -l logfile start\n\nwaiting for server to start....`,
  );
  call.err(
    toBytes(
      `${line("LOG", `starting ${describeVersion(version, isAlpine(process))}`)}\n${line("LOG", 'listening on Unix socket "/var/run/postgresql/.s.PGSQL.5432"')}\n${line("LOG", "database system is ready to accept connections")}\n`,
    ),
  );
  call.out(` done\nserver started\n${isOwn ? "CREATE DATABASE\n\n" : ""}\n`);
  const state: PgServer = {
    version,
    folder: path,
    startedAtMs: nowMs,
    settings: { server_version: version },
    sessions: {},
    lastPid: call.proc.pid + 60,
    hba: ["local all all trust"],
  };
  postgresStore.setState(world, { process, port: 5432 }, state);
  return runScripts(call, 0);
};

const SCRIPTS = "/docker-entrypoint-initdb.d";

/** Runs the scripts of the init folder in order, and waits for shell scripts. */
const runScripts = (call: ContainerCall, from: number): AppletResult => {
  const { machine } = call;
  const names = machine.fs.isFolder(SCRIPTS) ? machine.fs.list(SCRIPTS) : [];
  if (names.length === 0) call.out(`/usr/local/bin/docker-entrypoint.sh: ignoring ${SCRIPTS}/*\n\n`);
  for (let at = from; at < names.length; at++) {
    const path = `${SCRIPTS}/${names[at]}`;
    if (machine.fs.isFolder(path)) {
      call.out(`/usr/local/bin/docker-entrypoint.sh: ignoring ${path}\n`);
      continue;
    }
    if (path.endsWith(".sql")) {
      call.out(toBytes(`/usr/local/bin/docker-entrypoint.sh: running ${path}\n`));
      const status = runSqlFile(call, path);
      if (status !== 0) return status;
      call.out("\n\n");
    } else if (path.endsWith(".sh")) {
      call.out(toBytes(`/usr/local/bin/docker-entrypoint.sh: running ${path}\n`));
      const child = startShell(call, path);
      return { wait: { on: "time", atMs: call.machine.nowMs + CHILD_POLL_MS }, state: { at: at + 1, child } satisfies EntryState };
    } else call.out(toBytes(`/usr/local/bin/docker-entrypoint.sh: ignoring ${path}\n`));
  }
  postgresStore.setState(machine.world, { process: machine.process, port: 5432 }, undefined);
  call.out("waiting for server to shut down....");
  for (const text of [
    "received fast shutdown request",
    "aborting any active transactions",
    "shutting down",
    "database system is shut down",
  ])
    call.err(toBytes(`${postgresLine(machine.nowMs, call.proc.pid + 47, "LOG", text)}\n`));
  call.out(" done\nserver stopped\n\nPostgreSQL init process complete; ready for start up.\n\n");
  return call.become(commandOf(call).map(toBytes));
};

const runSqlFile = (call: ContainerCall, path: string): number => {
  const { world, process } = call.machine;
  const server = { process, port: 5432 };
  const user = setting(call, "POSTGRES_USER", "postgres");
  const content = call.machine.fs.read(path);
  const text = content.ok ? fromBytes(content.bytes) : "";
  const signed = signIn(world, server, {
    user,
    database: setting(call, "POSTGRES_DB", user),
    password: undefined,
    application: "psql",
    home: homeOf(call, true),
    isLocal: true,
  });
  if (signed.kind !== "in") return 2;
  for (let at = 0; at < text.length; ) {
    const { end = text.length } = statementEnd(text.slice(at), "postgres");
    const statement = text.slice(at, at + end);
    if (/^\s*(--[^\n]*\n\s*)*$/.test(`${statement}\n`)) break;
    const reply = executePostgres(world, server, signed.pid, statement);
    if (reply.kind === "error") {
      const line = text.slice(0, at + end).split("\n").length;
      call.err(
        toBytes(
          `psql:${path}:${line}: ERROR:  ${reply.error.text}\n${reply.error.detail === undefined ? "" : `DETAIL:  ${reply.error.detail}\n`}`,
        ),
      );
      return 3;
    }
    if (reply.kind === "done") call.out(toBytes(`${reply.tag}\n`));
    at += end;
  }
  closePostgres(world, server, signed.pid);
  return 0;
};

const startShell = (call: ContainerCall, path: string): number => {
  const { machine, proc } = call;
  const env = {
    ...call.env,
    PGUSER: call.env["PGUSER"] ?? call.env["POSTGRES_USER"] ?? "postgres",
    POSTGRES_USER: call.env["POSTGRES_USER"] ?? "postgres",
    POSTGRES_DB: toBytes(setting(call, "POSTGRES_DB", setting(call, "POSTGRES_USER", "postgres"))),
  };
  const program = { kind: "applet", name: "env", args: ["bash", path], state: undefined } as const;
  return machine.spawn({ ppid: proc.pid, argv: ["bash", path], program, env, cwd: proc.cwd, fds: proc.fds }).pid;
};

const CONFIG = `# -----------------------------
# PostgreSQL configuration file
# -----------------------------
listen_addresses = '*'
max_connections = 100
shared_buffers = 128MB
dynamic_shared_memory_type = posix
max_wal_size = 1GB
min_wal_size = 80MB
log_timezone = 'Etc/UTC'
datestyle = 'iso, mdy'
timezone = 'Etc/UTC'
lc_messages = 'en_US.utf8'
default_text_search_config = 'pg_catalog.english'
`;

const HBA = `# TYPE  DATABASE        USER            ADDRESS                 METHOD

# "local" is for Unix domain socket connections only
local   all             all                                     trust
# IPv4 local connections:
host    all             all             127.0.0.1/32            trust
# IPv6 local connections:
host    all             all             ::1/128                 trust
# Allow replication connections from localhost, by a user with the
# replication privilege.
local   replication     all                                     trust
host    replication     all             127.0.0.1/32            trust
host    replication     all             ::1/128                 trust

`;
