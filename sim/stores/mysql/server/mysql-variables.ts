import type { MysqlData, MysqlServer, MysqlSession } from "./mysql-data.ts";
import { versionText } from "./mysql-version.ts";

/** A variable of the server, or of a session where it has its own. */
export const variableOf = (state: MysqlServer, data: MysqlData, name: string, session?: MysqlSession): string | undefined =>
  session?.variables[name] ??
  state.variables[name] ??
  data.persisted[name] ??
  (name === "version" ? versionText(state.version) : name === "datadir" ? `${state.folder}/` : VARIABLES[name]);

export const variableNames = (): readonly string[] => [...Object.keys(VARIABLES), "version", "datadir"].sort();

/** Value in the server's form; undefined for an invalid one. */
export const normaliseVariable = (name: string, value: string): string | undefined => {
  const known = VARIABLES[name];
  if (known === undefined) return undefined;
  if (known === "ON" || known === "OFF") {
    const upper = value.toUpperCase();
    if (upper === "1" || upper === "ON" || upper === "TRUE") return "ON";
    return upper === "0" || upper === "OFF" || upper === "FALSE" ? "OFF" : undefined;
  }
  return /^\d+$/.test(known) && !/^\d+$/.test(value) ? undefined : value;
};

/** True for a variable that only the start of the server sets. */
export const isReadOnlyVariable = (name: string): boolean =>
  [
    "port",
    "socket",
    "datadir",
    "version",
    "version_comment",
    "log_bin",
    "lower_case_table_names",
    "skip_networking",
    "innodb_page_size",
  ].includes(name);

/** True for one that sessions cannot have for themselves. */
export const isGlobalOnly = (name: string): boolean =>
  [
    "max_connections",
    "read_only",
    "super_read_only",
    "slow_query_log",
    "general_log",
    "innodb_buffer_pool_size",
    "max_connect_errors",
    "table_open_cache",
    "thread_cache_size",
    "expire_logs_days",
  ].includes(name);

/** Settings of a file: `[mysqld]` sections, `name = value`, dashes for underscores. */
export const readMysqlFile = (text: string): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {};
  let isServer = false;
  for (const line of text.split("\n")) {
    const section = /^\s*\[([^\]]+)\]/.exec(line);
    if (section !== null) isServer = /^(mysqld|server|mariadb|mysqld_safe)/.test(section[1] as string);
    const pair = /^\s*([\w-]+)\s*(?:=\s*([^#\n]*))?$/.exec(line);
    if (isServer && pair !== null)
      found[(pair[1] as string).replaceAll("-", "_")] = (pair[2] ?? "ON").trim().replace(/^(["'])(.*)\1$/, "$2");
  }
  return found;
};

const VARIABLES: Readonly<Record<string, string>> = {
  autocommit: "ON",
  bind_address: "*",
  character_set_server: "utf8mb4",
  collation_server: "utf8mb4_0900_ai_ci",
  connect_timeout: "10",
  default_storage_engine: "InnoDB",
  event_scheduler: "ON",
  expire_logs_days: "0",
  general_log: "OFF",
  hostname: "",
  innodb_buffer_pool_size: "134217728",
  innodb_flush_log_at_trx_commit: "1",
  innodb_lock_wait_timeout: "50",
  innodb_page_size: "16384",
  interactive_timeout: "28800",
  lock_wait_timeout: "31536000",
  log_bin: "ON",
  log_error: "stderr",
  long_query_time: "10.000000",
  lower_case_table_names: "0",
  max_allowed_packet: "67108864",
  max_connect_errors: "100",
  max_connections: "151",
  max_execution_time: "0",
  port: "3306",
  read_only: "OFF",
  server_id: "1",
  skip_name_resolve: "ON",
  skip_networking: "OFF",
  slow_query_log: "OFF",
  socket: "/var/run/mysqld/mysqld.sock",
  sql_mode: "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION",
  super_read_only: "OFF",
  table_open_cache: "4000",
  thread_cache_size: "9",
  time_zone: "SYSTEM",
  transaction_isolation: "REPEATABLE-READ",
  tx_isolation: "REPEATABLE-READ",
  version_comment: "MySQL Community Server - GPL",
  wait_timeout: "28800",
};
