import { showTime } from "../../sql/evaluate.ts";
import type { Column, SqlValue } from "../../sql/syntax.ts";
import type { QueryResult, Table } from "../../sql/tables.ts";
import { mysqlConnections } from "./mysql-connections.ts";
import { accountOfSession, hasRight, hostOf, type MysqlTurn, seesDatabase } from "./mysql-rights.ts";
import { variableNames, variableOf } from "./mysql-variables.ts";

/** Virtual table of the server; undefined for any other name. */
export const mysqlView = (turn: MysqlTurn, schema: string, name: string): QueryResult | undefined => VIEWS[`${schema}.${name}`]?.(turn);

/** Result with named columns; `#` marks numeric ones. */
export const table = (names: readonly string[], rows: readonly (readonly SqlValue[])[]): QueryResult => ({
  columns: names.map((name) => ({ name: name.replace(/^#/, ""), type: name.startsWith("#") ? "bigint" : "varchar" })),
  rows,
});

/** Databases visible to a session, sorted. */
export const visibleDatabases = (turn: MysqlTurn): readonly string[] => {
  const user = accountOfSession(turn);
  const all = hasRight(user, "SHOW DATABASES");
  const system = hasRight(user, "SELECT") ? ["mysql", "sys"] : [];
  return [
    "information_schema",
    "performance_schema",
    ...system,
    ...Object.keys(turn.data.schemas).filter((name) => all || seesDatabase(user, name)),
  ].sort();
};

/** List of sessions; without the PROCESS privilege only the user's own. */
export const processes = (turn: MysqlTurn, isFull: boolean): QueryResult => {
  const mayAll = hasRight(accountOfSession(turn), "PROCESS");
  const nowMs = turn.world.nowMs();
  const rows = mysqlConnections(turn)
    .filter((session) => mayAll || session.user === turn.session.user)
    .map((session) => [
      session.id,
      session.user,
      session.isLocal ? "localhost" : `${hostOf(session)}:${session.port}`,
      session.database === "" ? null : session.database,
      session.command,
      Math.floor((nowMs - session.changedAtMs) / 1000),
      session.pending !== undefined ? "User sleep" : session.command === "Query" ? "init" : "",
      session.command === "Query" ? (isFull ? session.info : session.info.slice(0, 100)) : null,
    ]);
  return table(["#Id", "User", "Host", "db", "Command", "#Time", "State", "Info"], rows);
};

/** A column's type as MySQL writes it. */
export const typeText = ({ type }: Column): string =>
  `${type.name}${type.args.length === 0 || type.name === "int" ? (type.name === "tinyint" ? "(1)" : "") : `(${type.args.join(",")})`}${type.isUnsigned === true ? " unsigned" : ""}`;

/** Key column of SHOW COLUMNS: `PRI`, `UNI`, `MUL` or empty. */
export const keyText = ({ constraints }: Table, name: string): string => {
  if (constraints.some((one) => one.kind === "primary" && one.columns.includes(name))) return "PRI";
  if (constraints.some((one) => one.kind === "unique" && one.columns[0] === name)) return "UNI";
  return constraints.some((one) => (one.kind === "index" || one.kind === "foreign") && one.columns[0] === name) ? "MUL" : "";
};

const VIEWS: Readonly<Record<string, (turn: MysqlTurn) => QueryResult>> = {
  "mysql.user": ({ data }) =>
    table(
      ["Host", "User", "Select_priv", "Super_priv", "plugin", "authentication_string", "account_locked", "#max_user_connections"],
      Object.values(data.users).map((user) => [
        user.host,
        user.user,
        hasRight(user, "SELECT") ? "Y" : "N",
        hasRight(user, "SUPER") ? "Y" : "N",
        "caching_sha2_password",
        "",
        user.isLocked ? "Y" : "N",
        user.connectionsMax,
      ]),
    ),
  "mysql.db": ({ data }) =>
    table(
      ["Host", "Db", "User", "Select_priv", "Insert_priv"],
      Object.values(data.users).flatMap((user) =>
        Object.entries(user.grants)
          .filter(([scope]) => scope.endsWith(".*") && scope !== "*.*")
          .map(([scope, rights]) => [
            user.host,
            scope.slice(0, -2),
            user.user,
            rights.includes("SELECT") ? "Y" : "N",
            rights.includes("INSERT") ? "Y" : "N",
          ]),
      ),
    ),
  "information_schema.processlist": (turn) => ({
    ...processes(turn, true),
    columns: processes(turn, true).columns.map(({ name, type }) => ({ name: name.toUpperCase(), type })),
  }),
  "information_schema.schemata": (turn) =>
    table(
      ["CATALOG_NAME", "SCHEMA_NAME"],
      visibleDatabases(turn).map((name) => ["def", name]),
    ),
  "information_schema.tables": (turn) =>
    table(
      ["TABLE_SCHEMA", "TABLE_NAME", "TABLE_TYPE", "ENGINE", "#TABLE_ROWS", "#DATA_LENGTH", "CREATE_TIME"],
      Object.entries(turn.data.schemas)
        .filter(([name]) => seesDatabase(accountOfSession(turn), name))
        .flatMap(([schema, { tables }]) =>
          Object.entries(tables).map(([name, held]) => [
            schema,
            name,
            "BASE TABLE",
            "InnoDB",
            held.rows.length,
            16_384,
            showTime(turn.state.startedAtMs, "datetime"),
          ]),
        ),
    ),
  "information_schema.columns": (turn) =>
    table(
      ["TABLE_SCHEMA", "TABLE_NAME", "COLUMN_NAME", "#ORDINAL_POSITION", "IS_NULLABLE", "DATA_TYPE", "COLUMN_KEY"],
      Object.entries(turn.data.schemas).flatMap(([schema, { tables }]) =>
        Object.entries(tables).flatMap(([name, held]) =>
          held.columns.map((column, index) => [
            schema,
            name,
            column.name,
            index + 1,
            column.isNotNull ? "NO" : "YES",
            column.type.name,
            keyText(held, column.name),
          ]),
        ),
      ),
    ),
  "performance_schema.global_variables": ({ state, data }) =>
    table(
      ["VARIABLE_NAME", "VARIABLE_VALUE"],
      variableNames().map((name) => [name, variableOf(state, data, name) ?? ""]),
    ),
};
