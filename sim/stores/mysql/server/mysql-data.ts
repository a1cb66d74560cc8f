import type { ConnectionHome } from "../../runtime/connection-home.ts";
import { serverData } from "../../runtime/server-data.ts";
import type { Schemas } from "../../sql/tables.ts";
import type { MysqlVersion } from "./mysql-version.ts";

/** Contents of a data directory. */
export interface MysqlData {
  readonly product: MysqlVersion["product"];
  /** Of the server that wrote it last. */
  readonly version: string;
  /** By `user@host`. */
  readonly users: Readonly<Record<string, MysqlUser>>;
  /** Schemas of all databases. */
  readonly schemas: Schemas;
  /** Variables kept by `SET PERSIST`. */
  readonly persisted: Readonly<Record<string, string>>;
}

export interface MysqlUser {
  readonly user: string;
  /** `%`, `localhost`, an address, or one with `%` in it. */
  readonly host: string;
  readonly password: string;
  readonly isLocked: boolean;
  readonly connectionsMax: number;
  /** Privileges by scope: `*.*`, `db.*`, `db.table`. */
  readonly grants: Readonly<Record<string, readonly string[]>>;
}

/** A server that runs. */
export interface MysqlServer {
  readonly version: MysqlVersion;
  readonly folder: string;
  /** Addresses of the PDs behind a TiDB, `host:port`; missing: the server keeps its data in its folder. */
  readonly pds?: readonly string[];
  readonly startedAtMs: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly sessions: Readonly<Record<number, MysqlSession>>;
  readonly lastId: number;
}

export interface MysqlSession {
  readonly id: number;
  readonly home: ConnectionHome;
  readonly isLocal: boolean;
  readonly port: number;
  /** Key of the user that it signed in as. */
  readonly account: string;
  readonly user: string;
  readonly database: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly startedAtMs: number;
  readonly command: "Query" | "Sleep";
  readonly info: string;
  readonly changedAtMs: number;
  readonly pending: { readonly sql: string; readonly wakeAtMs: number; readonly slept: number } | undefined;
  /** Tables at the beginning of the transaction; undefined outside of one. */
  readonly before: Schemas | undefined;
}

/** Access to the data and state of MySQL servers. */
export const mysqlStore = serverData<MysqlData, MysqlServer>("mysql", "ibdata1");

/** All privileges on tables and servers. */
export const ALL_RIGHTS: readonly string[] = (
  "SELECT,INSERT,UPDATE,DELETE,CREATE,DROP,RELOAD,SHUTDOWN,PROCESS,FILE,REFERENCES,INDEX,ALTER,SHOW DATABASES,SUPER,CREATE TEMPORARY TABLES," +
  "LOCK TABLES,EXECUTE,REPLICATION SLAVE,REPLICATION CLIENT,CREATE VIEW,SHOW VIEW,CREATE ROUTINE,ALTER ROUTINE,CREATE USER,EVENT,TRIGGER,CREATE TABLESPACE,CREATE ROLE,DROP ROLE"
).split(",");

/** A user with no rights. */
export const plainUser = (user: string, host: string, password: string): MysqlUser => ({
  user,
  host,
  password,
  isLocked: false,
  connectionsMax: 0,
  grants: {},
});

/** Root user with all privileges. */
export const rootUser = (host: string, password: string): MysqlUser => ({
  ...plainUser("root", host, password),
  grants: { "*.*": [...ALL_RIGHTS, "GRANT OPTION"] },
});

/** `user@host`. */
export const accountOf = ({ user, host }: Pick<MysqlUser, "user" | "host">): string => `${user}@${host}`;
