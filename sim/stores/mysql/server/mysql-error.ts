import { SqlError, type SqlErrorKind } from "../../sql/sql-error.ts";
import type { MysqlVersion } from "./mysql-version.ts";

/** An error as the server sends it. */
export interface MysqlError {
  readonly code: string;
  readonly state: string;
  readonly text: string;
  /** Time after which the client has it, ms; missing: at once. */
  readonly afterMs?: number;
}

/** An error with a number of MySQL's own. */
export const refuse = (code: number, state: string, text: string): SqlError => new SqlError("said", [`${code}`, state, text]);

/** Error of a statement, in MySQL's words. */
export const describeMysqlError = ({ kind, about, at }: SqlError, sql: string, product: MysqlVersion["product"]): MysqlError => {
  if (kind === "syntax" || kind === "unclosed-quote") {
    const near = at === undefined ? (about[0] ?? "") : sql.slice(at).replace(/;\s*$/, "").slice(0, 80);
    const manual = MANUALS[product];
    const line = sql.slice(0, at ?? 0).split("\n").length;
    return error(
      "1064",
      "42000",
      `You have an error in your SQL syntax; check the manual that corresponds to your ${manual} server version for the right syntax to use near '${near}' at line ${line}`,
    );
  }
  return error(...WORDS[kind](about));
};

const MANUALS = { mysql: "MySQL", mariadb: "MariaDB", tidb: "TiDB" } as const;

const error = (code: string, state: string, text: string): MysqlError => ({ code, state, text });

type Words = (about: readonly string[]) => readonly [code: string, state: string, text: string];

const WORDS: Readonly<Record<Exclude<SqlErrorKind, "syntax" | "unclosed-quote">, Words>> = {
  said: ([a = "", b = "", c = ""]) => [a, b, c],
  "no-table": ([a, b]) => (b === "from" ? ["1051", "42S02", `Unknown table '${a}'`] : ["1146", "42S02", `Table '${a}' doesn't exist`]),
  "no-schema": ([a]) => ["1049", "42000", `Unknown database '${a}'`],
  "no-database": ([a]) => ["1049", "42000", `Unknown database '${a}'`],
  "no-type": ([a]) => ["1064", "42000", `Unknown type '${a}'`],
  "no-index": ([a]) => ["1091", "42000", `Can't DROP '${a}'; check that column/key exists`],
  "table-exists": ([a]) => ["1050", "42S01", `Table '${a}' already exists`],
  "schema-exists": ([a]) => ["1007", "HY000", `Can't create database '${a}'; database exists`],
  "database-exists": ([a]) => ["1007", "HY000", `Can't create database '${a}'; database exists`],
  "index-exists": ([a]) => ["1061", "42000", `Duplicate key name '${a}'`],
  "ambiguous-column": ([a]) => ["1052", "23000", `Column '${a}' in field list is ambiguous`],
  "not-grouped": ([a]) => ["1055", "42000", `'${a}' isn't in GROUP BY`],
  "drop-missing": ([a, b, c]) => {
    if (b === "table") return ["1051", "42S02", `Unknown table '${c === undefined || c === "" ? a : `${c}.${a}`}'`];
    if (b === "schema") return ["1008", "HY000", `Can't drop database '${a}'; database doesn't exist`];
    return ["1091", "42000", `Can't DROP '${a}'; check that column/key exists`];
  },
  "no-column": ([a, b]) =>
    b === "key"
      ? ["1072", "42000", `Key column '${a}' doesn't exist in table`]
      : ["1054", "42S22", `Unknown column '${a}' in '${b === "" ? "field list" : b}'`],
  "no-function": ([, b]) => ["1305", "42000", `FUNCTION ${b} does not exist`],
  "column-exists": ([a]) => ["1060", "42S21", `Duplicate column name '${a}'`],
  "not-null": ([a]) => ["1048", "23000", `Column '${a}' cannot be null`],
  "no-default": ([a]) => ["1364", "HY000", `Field '${a}' doesn't have a default value`],
  duplicate: ([a, , c, d]) => ["1062", "23000", `Duplicate entry '${c?.replaceAll(", ", "-")}' for key '${d}.${a}'`],
  "no-parent": ([a, b, c, d, , f]) => [
    "1452",
    "23000",
    `Cannot add or update a child row: a foreign key constraint fails (\`${b}\`, CONSTRAINT \`${a}\` FOREIGN KEY (\`${d}\`) REFERENCES \`${c}\` (\`${f}\`))`,
  ],
  "has-children": ([a, b, c, d]) => [
    "1451",
    "23000",
    `Cannot delete or update a parent row: a foreign key constraint fails (\`${c}\`, CONSTRAINT \`${a}\` FOREIGN KEY (\`${d}\`) REFERENCES \`${b}\` (\`${d}\`))`,
  ],
  check: ([a]) => ["3819", "HY000", `Check constraint '${a}' is violated.`],
  "bad-value": ([a, b, c]) =>
    /date|time/.test(a ?? "")
      ? ["1292", "22007", `Incorrect ${a} value: '${b}' for column '${c}' at row 1`]
      : ["1366", "HY000", `Incorrect ${a === "int" ? "integer" : a} value: '${b}' for column '${c}' at row 1`],
  "too-long": ([, , c]) => ["1406", "22001", `Data too long for column '${c}' at row 1`],
  "out-of-range": ([, b]) => ["1264", "22003", `Out of range value for column '${b}' at row 1`],
  "division-by-zero": () => ["1365", "22012", "Division by 0"],
  "no-operator": ([a]) => ["1064", "42000", `Operator ${a} cannot be used here`],
  "many-rows": () => ["1242", "21000", "Subquery returns more than 1 row"],
  "many-columns": () => ["1241", "21000", "Operand should contain 1 column(s)"],
  "many-values": ([a = "1"]) => ["1136", "21S01", `Column count doesn't match value count at row ${a}`],
  "few-values": () => ["1136", "21S01", "Column count doesn't match value count at row 1"],
  "union-columns": () => ["1222", "21000", "The used SELECT statements have a different number of columns"],
  "misplaced-aggregate": () => ["1111", "HY000", "Invalid use of group function"],
  "lock-not-available": () => ["1205", "HY000", "Lock wait timeout exceeded; try restarting transaction"],
};
