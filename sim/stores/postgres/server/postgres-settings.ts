import type { PgCluster, PgServer, PgSession } from "./postgres-cluster.ts";

/** A setting in force for a session, or for a new one. */
export const settingOf = (
  state: PgServer,
  cluster: PgCluster,
  name: string,
  session?: Pick<PgSession, "settings" | "database" | "sessionUser">,
): string | undefined => {
  if (session?.settings[name] !== undefined) return session.settings[name];
  const database = session === undefined ? undefined : cluster.databases[session.database];
  const role = session === undefined ? undefined : cluster.roles[session.sessionUser];
  const reloaded = AT_START.has(name) ? undefined : cluster.settings[name];
  return (
    role?.settings[name] ?? database?.settings[name] ?? state.settings[`-c ${name}`] ?? reloaded ?? state.settings[name] ?? SETTINGS[name]
  );
};

/** True for the name of a setting; names with a dot are anybody's own. */
export const isSetting = (name: string): boolean => SETTINGS[name] !== undefined || /^\w+\.\w+$/.test(name);

/** Names of all settings, sorted. */
export const settingNames = (): readonly string[] => Object.keys(SETTINGS).sort();

/** Reads a file of settings. */
export const readSettings = (text: string): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const match = /^\s*([\w.]+)\s*(?:=|\s)\s*('(?:[^']|'')*'|[^#\s]+)/.exec(line);
    if (match !== null)
      found[(match[1] as string).toLowerCase()] = (match[2] as string).replace(/^'([\s\S]*)'$/, "$1").replaceAll("''", "'");
  }
  return found;
};

/** Milliseconds of a time setting: `5s`, `100`, `1min`. */
export const settingMs = (text: string): number => {
  const match = /^(\d+)\s*(us|ms|s|min|h|d)?$/.exec(text.trim());
  return match === null
    ? 0
    : Number(match[1]) * ({ us: 0.001, ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }[match[2] ?? "ms"] ?? 1);
};

/** A value as `SHOW` gives it; undefined for one that the setting cannot have. */
export const normaliseSetting = (name: string, value: string): string | undefined => {
  if (BOOLEANS.has(name)) {
    const lower = value.toLowerCase();
    if (["on", "true", "yes", "1", "t", "y"].includes(lower)) return "on";
    return ["off", "false", "no", "0", "f", "n"].includes(lower) ? "off" : undefined;
  }
  if (TIMES.has(name)) {
    if (!/^\d+\s*(us|ms|s|min|h|d)?$/.test(value.trim())) return undefined;
    const ms = settingMs(value);
    if (ms === 0) return "0";
    for (const [unit, size] of [
      ["h", 3_600_000],
      ["min", 60_000],
      ["s", 1000],
    ] as const)
      if (ms % size === 0) return `${ms / size}${unit}`;
    return `${ms}ms`;
  }
  return NUMBERS.has(name) && !/^-?\d+$/.test(value) ? undefined : value;
};

/** True for what only a start changes. */
export const needsRestart = (name: string): boolean => AT_START.has(name);

/** Tells read-only settings, such as the server version. */
export const isFixed = (name: string): boolean => FACTS.has(name);

const AT_START = new Set([
  "max_connections",
  "superuser_reserved_connections",
  "shared_buffers",
  "port",
  "listen_addresses",
  "wal_level",
  "max_wal_senders",
  "ssl_min_protocol_version",
  "max_locks_per_transaction",
  "max_prepared_transactions",
  "unix_socket_directories",
]);
const FACTS = new Set([
  "server_version",
  "server_version_num",
  "server_encoding",
  "data_directory",
  "hba_file",
  "config_file",
  "block_size",
  "in_hot_standby",
]);
const BOOLEANS = new Set([
  "default_transaction_read_only",
  "transaction_read_only",
  "log_lock_waits",
  "log_connections",
  "log_disconnections",
  "ssl",
  "autovacuum",
  "fsync",
  "synchronous_commit",
  "full_page_writes",
  "is_superuser",
  "row_security",
  "standard_conforming_strings",
]);
const TIMES = new Set([
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
  "idle_session_timeout",
  "deadlock_timeout",
  "checkpoint_timeout",
  "authentication_timeout",
]);
const NUMBERS = new Set(["max_connections", "superuser_reserved_connections", "port", "max_wal_senders", "max_locks_per_transaction"]);

const SETTINGS: Readonly<Record<string, string>> = {
  application_name: "",
  authentication_timeout: "1min",
  autovacuum: "on",
  checkpoint_timeout: "5min",
  client_encoding: "UTF8",
  client_min_messages: "notice",
  config_file: "/var/lib/postgresql/data/postgresql.conf",
  data_directory: "/var/lib/postgresql/data",
  datestyle: "ISO, MDY",
  deadlock_timeout: "1s",
  default_transaction_isolation: "read committed",
  default_transaction_read_only: "off",
  effective_cache_size: "4GB",
  fsync: "on",
  full_page_writes: "on",
  hba_file: "/var/lib/postgresql/data/pg_hba.conf",
  idle_in_transaction_session_timeout: "0",
  idle_session_timeout: "0",
  in_hot_standby: "off",
  is_superuser: "off",
  listen_addresses: "*",
  lock_timeout: "0",
  log_connections: "off",
  log_disconnections: "off",
  log_lock_waits: "off",
  log_min_duration_statement: "-1",
  log_statement: "none",
  logging_collector: "off",
  maintenance_work_mem: "64MB",
  max_connections: "100",
  max_locks_per_transaction: "64",
  max_prepared_transactions: "0",
  max_wal_senders: "10",
  max_wal_size: "1GB",
  password_encryption: "scram-sha-256",
  port: "5432",
  role: "none",
  row_security: "on",
  search_path: '"$user", public',
  server_encoding: "UTF8",
  server_version: "",
  server_version_num: "",
  shared_buffers: "128MB",
  shared_preload_libraries: "",
  ssl: "off",
  standard_conforming_strings: "on",
  statement_timeout: "0",
  superuser_reserved_connections: "3",
  synchronous_commit: "on",
  timezone: "Etc/UTC",
  transaction_isolation: "read committed",
  transaction_read_only: "off",
  unix_socket_directories: "/var/run/postgresql",
  wal_level: "replica",
  work_mem: "4MB",
};
