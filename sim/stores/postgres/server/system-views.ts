import { showTime } from "../../sql/evaluate.ts";
import type { SqlValue } from "../../sql/syntax.ts";
import type { QueryResult } from "../../sql/tables.ts";
import type { PgSession } from "./postgres-cluster.ts";
import { postgresConnections } from "./postgres-connections.ts";
import type { PgTurn } from "./postgres-context.ts";
import { settingNames, settingOf } from "./postgres-settings.ts";

/** View of the catalogue; undefined for any other name. */
export const systemView = (turn: PgTurn, schema: string | undefined, name: string): QueryResult | undefined => {
  if (schema === "information_schema") return VIEWS[`information_schema.${name}`]?.(turn);
  return schema === undefined || schema === "pg_catalog" ? VIEWS[name]?.(turn) : undefined;
};

type Columns = Readonly<Record<string, string>>;

const view = (columns: Columns, rows: readonly (readonly SqlValue[])[]): QueryResult => ({
  columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
  rows,
});

const time = (atMs: number): string => showTime(atMs, "timestamp with time zone");

const ACTIVITY: Columns = {
  datid: "oid",
  datname: "name",
  pid: "integer",
  usename: "name",
  application_name: "text",
  client_addr: "inet",
  client_hostname: "text",
  client_port: "integer",
  backend_start: "timestamp with time zone",
  xact_start: "timestamp with time zone",
  query_start: "timestamp with time zone",
  state_change: "timestamp with time zone",
  wait_event_type: "text",
  wait_event: "text",
  state: "text",
  query: "text",
  backend_type: "text",
};

const activity = (turn: PgTurn): QueryResult =>
  view(
    ACTIVITY,
    postgresConnections(turn).map((session) => {
      const [kind, event] = waitOf(session);
      return [
        16_384 + Object.keys(turn.cluster.databases).indexOf(session.database),
        session.database,
        session.pid,
        session.user,
        session.application,
        session.isLocal ? null : session.home.ip,
        null,
        session.isLocal ? -1 : session.port,
        time(session.startedAtMs),
        session.transaction === undefined
          ? session.state === "active"
            ? time(session.queryAtMs)
            : null
          : time(session.transaction.startedAtMs),
        time(session.queryAtMs),
        time(session.changedAtMs),
        kind,
        event,
        session.state,
        session.query,
        "client backend",
      ];
    }),
  );

const waitOf = ({ pending, state }: PgSession): readonly [string | null, string | null] => {
  if (pending?.waitsFor !== undefined) return ["Lock", pending.waitsFor.relation.includes("#") ? "transactionid" : "relation"];
  if (pending !== undefined) return ["Timeout", "PgSleep"];
  return state === "active" ? [null, null] : ["Client", "ClientRead"];
};

const locks = (turn: PgTurn): QueryResult => {
  const rows = postgresConnections(turn).flatMap((session) => [
    ...session.locks.map((lock) => [session, lock, true] as const),
    ...(session.pending?.waitsFor === undefined ? [] : [[session, session.pending.waitsFor, false] as const]),
  ]);
  return view(
    { locktype: "text", database: "oid", relation: "oid", pid: "integer", mode: "text", granted: "boolean" },
    rows.map(([{ pid }, { relation, mode }, isGranted]) => [
      relation.includes("#") ? "transactionid" : "relation",
      16_384,
      relationName(relation),
      pid,
      mode,
      isGranted,
    ]),
  );
};

/** Numbers of relations cast to regclass are their names; here they are names at once. */
const relationName = (relation: string): string => relation.replace(/^public\./, "").replace(/#.*$/, "");

const roles = ({ cluster }: PgTurn): QueryResult =>
  view(
    {
      rolname: "name",
      rolsuper: "boolean",
      rolinherit: "boolean",
      rolcreaterole: "boolean",
      rolcreatedb: "boolean",
      rolcanlogin: "boolean",
      rolreplication: "boolean",
      rolconnlimit: "integer",
      rolpassword: "text",
      rolvaliduntil: "timestamp with time zone",
      rolbypassrls: "boolean",
    },
    Object.entries(cluster.roles).map(([name, role]) => [
      name,
      role.isSuperuser,
      true,
      role.canCreateRole,
      role.canCreateDb,
      role.canLogin,
      role.canReplicate,
      role.connectionsMax,
      "********",
      null,
      role.bypassesRls,
    ]),
  );

const users = ({ cluster }: PgTurn): QueryResult =>
  view(
    {
      usename: "name",
      usesysid: "oid",
      usecreatedb: "boolean",
      usesuper: "boolean",
      userepl: "boolean",
      usebypassrls: "boolean",
      passwd: "text",
    },
    Object.entries(cluster.roles)
      .filter(([, { canLogin }]) => canLogin)
      .map(([name, role], index) => [
        name,
        index === 0 ? 10 : 16_384 + index,
        role.canCreateDb,
        role.isSuperuser,
        role.canReplicate,
        role.bypassesRls,
        "********",
      ]),
  );

const databases = ({ cluster }: PgTurn): QueryResult =>
  view(
    { datname: "name", datdba: "oid", datallowconn: "boolean", datconnlimit: "integer", datistemplate: "boolean" },
    Object.entries(cluster.databases).map(([name, { allows }]) => [name, 10, allows, -1, name.startsWith("template")]),
  );

const allTables = ({ schemas }: PgTurn) =>
  Object.entries(schemas).flatMap(([schema, { tables }]) => Object.entries(tables).map(([name, table]) => ({ schema, name, table })));

const settings = ({ state, cluster, session }: PgTurn): QueryResult =>
  view(
    { name: "text", setting: "text", source: "text" },
    settingNames().map((name) => [
      name,
      settingOf(state, cluster, name, session) ?? "",
      cluster.settings[name] === undefined ? "default" : "configuration file",
    ]),
  );

const VIEWS: Readonly<Record<string, (turn: PgTurn) => QueryResult>> = {
  pg_stat_activity: activity,
  pg_locks: locks,
  pg_roles: roles,
  pg_authid: roles,
  pg_user: users,
  pg_shadow: users,
  pg_database: databases,
  pg_settings: settings,
  pg_tables: (turn) =>
    view(
      { schemaname: "name", tablename: "name", tableowner: "name", tablespace: "name", hasindexes: "boolean" },
      allTables(turn).map(({ schema, name, table }) => [
        schema,
        name,
        table.owner,
        null,
        table.constraints.some(({ kind }) => kind !== "check" && kind !== "foreign"),
      ]),
    ),
  pg_stat_user_tables: (turn) =>
    view(
      { schemaname: "name", relname: "name", seq_scan: "bigint", n_live_tup: "bigint", n_dead_tup: "bigint" },
      allTables(turn).map(({ schema, name, table }) => [schema, name, 0, table.rows.length, 0]),
    ),
  pg_indexes: (turn) =>
    view(
      { schemaname: "name", tablename: "name", indexname: "name", tablespace: "name", indexdef: "text" },
      allTables(turn).flatMap(({ schema, name, table }) =>
        table.constraints.flatMap((constraint) =>
          constraint.kind === "primary" || constraint.kind === "unique" || constraint.kind === "index"
            ? [
                [
                  schema,
                  name,
                  constraint.name,
                  null,
                  `CREATE ${constraint.kind === "index" ? "" : "UNIQUE "}INDEX ${constraint.name} ON ${schema}.${name} USING btree (${constraint.columns.join(", ")})`,
                ],
              ]
            : [],
        ),
      ),
    ),
  pg_namespace: ({ schemas }) =>
    view(
      { nspname: "name", nspowner: "oid" },
      [...Object.keys(schemas), "pg_catalog", "information_schema"].map((name) => [name, 10]),
    ),
  pg_extension: () => view({ extname: "name", extversion: "text" }, [["plpgsql", "1.0"]]),
  pg_replication_slots: () => view({ slot_name: "name", slot_type: "text", active: "boolean", restart_lsn: "text" }, []),
  pg_stat_replication: () => view({ pid: "integer", usename: "name", application_name: "text", state: "text" }, []),
  pg_stat_database: (turn) =>
    view(
      { datname: "name", numbackends: "integer" },
      Object.keys(turn.cluster.databases).map((name) => [
        name,
        postgresConnections(turn).filter(({ database }) => database === name).length,
      ]),
    ),
  pg_hba_file_rules: ({ state }) =>
    view(
      { line_number: "integer", type: "text", database: "text", user_name: "text", auth_method: "text" },
      state.hba.flatMap((line, index) => {
        const words = line.replace(/#.*$/, "").trim().split(/\s+/);
        return words.length < 4 ? [] : [[index + 1, words[0] ?? "", `{${words[1]}}`, `{${words[2]}}`, words.at(-1) ?? ""]];
      }),
    ),
  "information_schema.tables": (turn) =>
    view(
      { table_catalog: "name", table_schema: "name", table_name: "name", table_type: "text" },
      allTables(turn).map(({ schema, name }) => [turn.session.database, schema, name, "BASE TABLE"]),
    ),
  "information_schema.columns": (turn) =>
    view(
      {
        table_schema: "name",
        table_name: "name",
        column_name: "name",
        ordinal_position: "integer",
        column_default: "text",
        is_nullable: "text",
        data_type: "text",
      },
      allTables(turn).flatMap(({ schema, name, table }) =>
        table.columns.map((column, index) => [
          schema,
          name,
          column.name,
          index + 1,
          column.defaultText === "" ? null : column.defaultText,
          column.isNotNull ? "NO" : "YES",
          column.type.name,
        ]),
      ),
    ),
  "information_schema.schemata": ({ schemas, session }) =>
    view(
      { catalog_name: "name", schema_name: "name" },
      Object.keys(schemas).map((name) => [session.database, name]),
    ),
};
