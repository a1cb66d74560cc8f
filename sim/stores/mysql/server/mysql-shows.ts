import { LinearExpression } from "#core/linear-expression.ts";
import type { TokenReader } from "../../sql/read-tokens.ts";
import { findTable } from "../../sql/run-select.ts";
import type { SqlValue } from "../../sql/syntax.ts";
import { type QueryResult, type Table, tableOf } from "../../sql/tables.ts";
import { mysqlConnections } from "./mysql-connections.ts";
import type { MysqlUser } from "./mysql-data.ts";
import { ALL_RIGHTS } from "./mysql-data.ts";
import { refuse } from "./mysql-error.ts";
import { accountOfSession, hasRight, type MysqlTurn } from "./mysql-rights.ts";
import { mysqlContext } from "./mysql-turn.ts";
import { variableNames, variableOf } from "./mysql-variables.ts";
import { keyText, processes, table, typeText, visibleDatabases } from "./mysql-views.ts";
import { readAccount } from "./read-account.ts";

/** Reads and answers SHOW and DESCRIBE; undefined when the next words begin neither. */
export const showMysql = (turn: MysqlTurn, reader: TokenReader): QueryResult | undefined => {
  if (reader.takeOneOf("describe", "desc", "explain") !== undefined) return describe(turn, reader);
  if (!reader.takeWord("show")) return undefined;
  const isFull = reader.takeWord("full");
  const scope = reader.takeOneOf("global", "session");
  const what = reader.next();
  switch (what.text) {
    case "databases":
    case "schemas":
      return filtered(
        reader,
        "Database",
        visibleDatabases(turn).map((name) => [name]),
        ["Database"],
      );
    case "tables":
      return tables(turn, reader, isFull);
    case "columns":
    case "fields":
      reader.takeOneOf("from", "in");
      return describe(turn, reader);
    case "index":
    case "indexes":
    case "keys":
      return indexes(turn, reader);
    case "create":
      return create(turn, reader);
    case "grants":
      return grants(turn, reader);
    case "processlist":
      reader.expectEnd();
      return processes(turn, isFull);
    case "variables":
      return filtered(
        reader,
        "Variable_name",
        variableNames().map((name) => [name, variableOf(turn.state, turn.data, name, scope === "global" ? undefined : turn.session) ?? ""]),
        ["Variable_name", "Value"],
      );
    case "status":
      return filtered(reader, "Variable_name", status(turn), ["Variable_name", "Value"]);
    case "warnings":
    case "errors":
      reader.expectEnd();
      return table(["Level", "#Code", "Message"], []);
    case "engines":
      reader.expectEnd();
      return table(
        ["Engine", "Support", "Comment", "Transactions", "XA", "Savepoints"],
        [["InnoDB", "DEFAULT", "Supports transactions, row-level locking, and foreign keys", "YES", "YES", "YES"]],
      );
    case "master":
    case "binary":
      reader.expectWord(what.text === "master" ? "status" : "log");
      if (what.text === "binary") reader.expectWord("status");
      reader.expectEnd();
      return table(["File", "#Position", "Binlog_Do_DB", "Binlog_Ignore_DB", "Executed_Gtid_Set"], [["binlog.000002", 157, "", "", ""]]);
    case "slave":
    case "replica":
      reader.expectWord("status");
      reader.expectEnd();
      return table([], []);
    default:
      throw reader.error(what);
  }
};

/** `LIKE 'x%'` and `WHERE name = 'x'` at the end. */
const filtered = (reader: TokenReader, column: string, rows: readonly (readonly SqlValue[])[], names: readonly string[]): QueryResult => {
  let pattern: RegExp | undefined;
  let title = names[0] ?? "";
  if (reader.takeWord("like")) {
    const text = reader.text();
    pattern = new LinearExpression(
      `^${text
        .replace(/[$()*+./?[\\\]^{|}-]/g, "\\$&")
        .replaceAll("\\\\_", "_")
        .replaceAll("%", ".*")
        .replaceAll(/(?<!\\)_/g, ".")}$`,
      "i",
    );
    if (title.startsWith("Database") || title.startsWith("Tables_in")) title = `${title} (${text})`;
  } else if (reader.takeWord("where")) {
    if (reader.name().toLowerCase() !== column.toLowerCase()) throw reader.error();
    if (reader.takeWord("in")) {
      const wanted = reader.bracketed(() => reader.text().toLowerCase());
      reader.expectEnd();
      return table(
        names,
        rows.filter(([name]) => wanted.includes(`${name}`.toLowerCase())),
      );
    }
    const isLike = reader.takeWord("like");
    if (!isLike) reader.expectSign("=");
    pattern = new LinearExpression(
      `^${reader
        .text()
        .replace(/[$()*+./?[\\\]^{|}-]/g, "\\$&")
        .replaceAll("%", isLike ? ".*" : "%")}$`,
      "i",
    );
  }
  reader.expectEnd();
  const kept = pattern === undefined ? rows : rows.filter(([name]) => pattern.test(`${name}`));
  return table([title, ...names.slice(1)], kept);
};

const tables = (turn: MysqlTurn, reader: TokenReader, isFull: boolean): QueryResult => {
  const database = reader.takeOneOf("from", "in") === undefined ? turn.session.database : reader.name();
  if (database === "") throw refuse(1046, "3D000", "No database selected");
  const schema = turn.data.schemas[database];
  if (schema === undefined) throw refuse(1049, "42000", `Unknown database '${database}'`);
  const user = accountOfSession(turn);
  const names = Object.keys(schema.tables)
    .filter((name) => ALL_RIGHTS.some((right) => hasRight(user, right, database, name)))
    .sort();
  return filtered(
    reader,
    `Tables_in_${database}`,
    names.map((name) => (isFull ? [name, "BASE TABLE"] : [name])),
    [`Tables_in_${database}`, ...(isFull ? ["Table_type"] : [])],
  );
};

const open = (turn: MysqlTurn, reader: TokenReader): { readonly name: string; readonly held: Table } => {
  const parts = reader.qualifiedName();
  const database = reader.takeOneOf("from", "in") === undefined ? undefined : reader.name();
  const place = findTable(mysqlContext(turn), database === undefined ? parts : { ...parts, parts: [database, ...parts.parts.slice(-1)] });
  return { name: place.name, held: tableOf(turn.data.schemas, place.schema, place.name) as Table };
};

const describe = (turn: MysqlTurn, reader: TokenReader): QueryResult => {
  const { held } = open(turn, reader);
  reader.expectEnd();
  const rows = held.columns.map((column) => [
    column.name,
    typeText(column),
    column.isNotNull ? "NO" : "YES",
    keyText(held, column.name),
    column.defaultText === "" || column.defaultText.toLowerCase() === "null" ? null : column.defaultText.replace(/^'(.*)'$/, "$1"),
    column.isSerial ? "auto_increment" : /^(current_timestamp|now)/i.test(column.defaultText) ? "DEFAULT_GENERATED" : "",
  ]);
  return table(["Field", "Type", "Null", "Key", "Default", "Extra"], rows);
};

const indexes = (turn: MysqlTurn, reader: TokenReader): QueryResult => {
  reader.takeOneOf("from", "in");
  const { name, held } = open(turn, reader);
  reader.expectEnd();
  const rows = held.constraints.flatMap((one) =>
    one.kind === "check"
      ? []
      : one.columns.map((column, index) => [
          name,
          one.kind === "primary" || one.kind === "unique" ? 0 : 1,
          one.name,
          index + 1,
          column,
          "A",
          held.rows.length,
          null,
          null,
          keyText(held, column) === "PRI" ? "" : "YES",
          "BTREE",
          "",
          "",
          "YES",
          null,
        ]),
  );
  return table(
    [
      "Table",
      "#Non_unique",
      "Key_name",
      "#Seq_in_index",
      "Column_name",
      "Collation",
      "#Cardinality",
      "#Sub_part",
      "Packed",
      "Null",
      "Index_type",
      "Comment",
      "Index_comment",
      "Visible",
      "Expression",
    ],
    rows,
  );
};

const create = (turn: MysqlTurn, reader: TokenReader): QueryResult => {
  if (reader.takeOneOf("database", "schema") !== undefined) {
    const name = reader.name();
    reader.expectEnd();
    if (turn.data.schemas[name] === undefined) throw refuse(1049, "42000", `Unknown database '${name}'`);
    return table(
      ["Database", "Create Database"],
      [
        [
          name,
          `CREATE DATABASE \`${name}\` /*!40100 DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci */ /*!80016 DEFAULT ENCRYPTION='N' */`,
        ],
      ],
    );
  }
  reader.expectWord("table");
  const { name, held } = open(turn, reader);
  reader.expectEnd();
  const columns = held.columns.map(
    (column) =>
      `  \`${column.name}\` ${typeText(column)}${column.isNotNull ? " NOT NULL" : ""}${column.isSerial ? " AUTO_INCREMENT" : column.defaultText !== "" ? ` DEFAULT ${column.defaultText}` : column.isNotNull ? "" : " DEFAULT NULL"}`,
  );
  const quoted = (names: readonly string[]) => names.map((one) => `\`${one}\``).join(",");
  const keys = held.constraints.map((one) => {
    if (one.kind === "check") return `  CONSTRAINT \`${one.name}\` CHECK (${one.text})`;
    if (one.kind === "primary") return `  PRIMARY KEY (${quoted(one.columns)})`;
    if (one.kind === "foreign")
      return `  CONSTRAINT \`${one.name}\` FOREIGN KEY (${quoted(one.columns)}) REFERENCES \`${one.table}\` (${quoted(one.target)})${one.onDelete === "restrict" ? "" : ` ON DELETE ${one.onDelete.toUpperCase()}`}`;
    return `  ${one.kind === "unique" ? "UNIQUE " : ""}KEY \`${one.name}\` (${quoted(one.columns)})`;
  });
  const counter = held.columns.some(({ isSerial }) => isSerial) && held.nextSerial > 1 ? ` AUTO_INCREMENT=${held.nextSerial}` : "";
  return table(
    ["Table", "Create Table"],
    [
      [
        name,
        `CREATE TABLE \`${name}\` (\n${[...columns, ...keys].join(",\n")}\n) ENGINE=InnoDB${counter} DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci`,
      ],
    ],
  );
};

const grants = (turn: MysqlTurn, reader: TokenReader): QueryResult => {
  const account = reader.takeWord("for") ? readAccount(turn, reader) : turn.session.account;
  reader.expectEnd();
  const user = turn.data.users[account];
  const [name = "", host = ""] = account.split("@");
  if (user === undefined) throw refuse(1141, "42000", `There is no such grant defined for user '${name}' on host '${host}'`);
  return table(
    [`Grants for ${account}`],
    grantLines(user).map((line) => [line]),
  );
};

const grantLines = (user: MysqlUser): readonly string[] => {
  const scopes = Object.entries(user.grants);
  const lines = scopes.map(([scope, rights]) => {
    const option = rights.includes("GRANT OPTION") ? " WITH GRANT OPTION" : "";
    const own = rights.filter((right) => right !== "GRANT OPTION");
    const [database = "", held = ""] = scope.split(".");
    const place = scope === "*.*" ? scope : `\`${database}\`.${held === "*" ? "*" : `\`${held}\``}`;
    const isAll = scope !== "*.*" && own.length >= DATABASE_RIGHTS;
    return `GRANT ${isAll ? "ALL PRIVILEGES" : own.length === 0 ? "USAGE" : own.join(", ")} ON ${place} TO \`${user.user}\`@\`${user.host}\`${option}`;
  });
  return user.grants["*.*"] === undefined ? [`GRANT USAGE ON *.* TO \`${user.user}\`@\`${user.host}\``, ...lines] : lines;
};

/** With so many rights on a database a user has all. */
const DATABASE_RIGHTS = 18;

const status = (turn: MysqlTurn): readonly (readonly SqlValue[])[] => {
  const live = mysqlConnections(turn);
  return [
    ["Aborted_connects", "0"],
    ["Connections", `${turn.state.lastId}`],
    ["Max_used_connections", `${live.length}`],
    ["Threads_connected", `${live.length}`],
    ["Threads_running", `${live.filter(({ command }) => command === "Query").length}`],
    ["Uptime", `${Math.floor((turn.world.nowMs() - turn.state.startedAtMs) / 1000)}`],
  ];
};
