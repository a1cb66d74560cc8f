import type { ConnectionHome } from "../../runtime/connection-home.ts";
import { serverData } from "../../runtime/server-data.ts";
import type { Rights, Schemas } from "../../sql/tables.ts";

/** Contents of a data directory. */
export interface PgCluster {
  /** Major version that made it: no other can open it. */
  readonly major: number;
  readonly roles: Readonly<Record<string, PgRole>>;
  readonly databases: Readonly<Record<string, PgDatabase>>;
  /** Settings of `ALTER SYSTEM`. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface PgRole {
  readonly canLogin: boolean;
  readonly isSuperuser: boolean;
  readonly canCreateDb: boolean;
  readonly canCreateRole: boolean;
  readonly canReplicate: boolean;
  readonly bypassesRls: boolean;
  readonly password: string | undefined;
  /** -1: no limit. */
  readonly connectionsMax: number;
  readonly memberOf: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
}

export interface PgDatabase {
  readonly owner: string;
  readonly allows: boolean;
  /** Privileges by role, `` being PUBLIC: `CONNECT`, `CREATE`, `TEMPORARY`. */
  readonly rights: Rights;
  readonly schemas: Schemas;
  readonly settings: Readonly<Record<string, string>>;
  /** Rights that new tables of a schema get, by schema and role. */
  readonly defaults: Readonly<Record<string, Rights>>;
}

/** State of a running server, in memory. */
export interface PgServer {
  readonly version: string;
  readonly folder: string;
  readonly startedAtMs: number;
  /** Settings in force at the start; those that can change at runtime are looked up anew. */
  readonly settings: Readonly<Record<string, string>>;
  readonly sessions: Readonly<Record<number, PgSession>>;
  readonly lastPid: number;
  /** Lines of pg_hba.conf that were read last. */
  readonly hba: readonly string[];
}

export interface PgSession {
  readonly pid: number;
  readonly home: ConnectionHome;
  readonly isLocal: boolean;
  readonly port: number;
  /** User who logged in, and the one that it acts as. */
  readonly sessionUser: string;
  readonly user: string;
  readonly database: string;
  readonly application: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly startedAtMs: number;
  readonly state: "active" | "idle" | "idle in transaction" | "idle in transaction (aborted)";
  readonly query: string;
  readonly queryAtMs: number;
  readonly changedAtMs: number;
  readonly transaction: PgTransaction | undefined;
  readonly locks: readonly PgLock[];
  /** The statement that waits. */
  readonly pending: PgPending | undefined;
}

export interface PgTransaction {
  readonly startedAtMs: number;
  readonly isFailed: boolean;
  readonly isReadOnly: boolean;
  /** The database as it was, and as the transaction sees it. */
  readonly base: Schemas;
  readonly schemas: Schemas;
  /** Rows changed by it, `schema.table` → ids. */
  readonly touched: Readonly<Record<string, readonly number[]>>;
}

export interface PgLock {
  /** `schema.table`. */
  readonly relation: string;
  readonly mode: PgLockMode;
}

export type PgLockMode =
  | "AccessShareLock"
  | "RowShareLock"
  | "RowExclusiveLock"
  | "ShareUpdateExclusiveLock"
  | "ShareLock"
  | "ShareRowExclusiveLock"
  | "ExclusiveLock"
  | "AccessExclusiveLock";

export interface PgPending {
  readonly sql: string;
  readonly sinceMs: number;
  readonly wakeAtMs: number | undefined;
  /** Number of finished sleeps of the statement. */
  readonly slept: number;
  readonly waitsFor: PgLock | undefined;
}

/** Access to the data and state of PostgreSQL servers. */
export const postgresStore = serverData<PgCluster, PgServer>("postgres", "PG_VERSION");

/** Role without privileges. */
export const PLAIN_ROLE: PgRole = {
  canLogin: false,
  isSuperuser: false,
  canCreateDb: false,
  canCreateRole: false,
  canReplicate: false,
  bypassesRls: false,
  password: undefined,
  connectionsMax: -1,
  memberOf: [],
  settings: {},
};

/** New database. */
export const newDatabase = (owner: string): PgDatabase => ({
  owner,
  allows: true,
  rights: { "": ["CONNECT", "TEMPORARY"] },
  schemas: { public: { owner: "pg_database_owner", tables: {}, rights: { "": ["USAGE"] } } },
  settings: {},
  defaults: {},
});

/** New cluster with its superuser. */
export const newCluster = (major: number, superuser: string, password: string | undefined): PgCluster => ({
  major,
  roles: {
    [superuser]: {
      ...PLAIN_ROLE,
      canLogin: true,
      isSuperuser: true,
      canCreateDb: true,
      canCreateRole: true,
      canReplicate: true,
      bypassesRls: true,
      password,
    },
  },
  databases: {
    postgres: newDatabase(superuser),
    template0: { ...newDatabase(superuser), allows: false },
    template1: newDatabase(superuser),
  },
  settings: {},
});

/** True when a role is another, or a member of it. */
export const isMember = ({ roles }: PgCluster, role: string, of: string, depth = 0): boolean =>
  role === of || (depth < 16 && (roles[role]?.memberOf ?? []).some((parent) => isMember({ roles } as PgCluster, parent, of, depth + 1)));
