import { SqlError, type SqlErrorKind } from "../../sql/sql-error.ts";

/** An error or a warning in the words of PostgreSQL. */
export interface PgMessage {
  readonly severity: "ERROR" | "FATAL" | "WARNING" | "NOTICE";
  readonly code: string;
  readonly text: string;
  readonly detail?: string;
  readonly hint?: string;
  /** Position in the statement's text, from 0. */
  readonly at?: number;
}

/** An error with a code of PostgreSQL's own. */
export const refuse = (code: string, text: string, detail?: string, hint?: string, at?: number): SqlError =>
  new SqlError("said", [code, text, detail ?? "", hint ?? ""], at);

/** Error in PostgreSQL's words. */
export const describeError = ({ kind, about, at }: SqlError): PgMessage => {
  const [code, text, detail = "", hint = ""] = WORDS[kind](about);
  return {
    severity: "ERROR",
    code,
    text,
    ...(detail === "" ? {} : { detail }),
    ...(hint === "" ? {} : { hint }),
    ...(at === undefined ? {} : { at }),
  };
};

/** Code, text, detail and hint of each kind. */
type Words = (about: readonly string[]) => readonly [code: string, text: string, detail?: string, hint?: string];

const WORDS: Readonly<Record<SqlErrorKind, Words>> = {
  said: ([a = "", b = "", c = "", d = ""]) => [a, b, c, d],
  syntax: ([a = ""]) => (a === "" ? ["42601", "syntax error at end of input"] : ["42601", `syntax error at or near "${a}"`]),
  "unclosed-quote": ([a = ""]) => ["42601", `unterminated quoted string at or near "${a}"`],
  "no-table": ([a = "", b = ""]) =>
    b === "from" ? ["42P01", `missing FROM-clause entry for table "${a}"`] : ["42P01", `relation "${a}" does not exist`],
  "no-schema": ([a = ""]) => ["3F000", `schema "${a}" does not exist`],
  "no-database": ([a = ""]) => ["3D000", `database "${a}" does not exist`],
  "no-type": ([a = ""]) => ["42704", `type "${a}" does not exist`],
  "no-index": ([a = ""]) => ["42704", `index "${a}" does not exist`],
  "table-exists": ([a = ""]) => ["42P07", `relation "${a}" already exists`],
  "index-exists": ([a = ""]) => ["42P07", `relation "${a}" already exists`],
  "schema-exists": ([a = ""]) => ["42P06", `schema "${a}" already exists`],
  "database-exists": ([a = ""]) => ["42P04", `database "${a}" already exists`],
  "ambiguous-column": ([a = ""]) => ["42702", `column reference "${a}" is ambiguous`],
  "not-grouped": ([a = ""]) => ["42803", `column "${a}" must appear in the GROUP BY clause or be used in an aggregate function`],
  "misplaced-aggregate": () => ["42803", "aggregate functions are not allowed in WHERE"],
  "drop-missing": ([a = "", b = "", c = ""]) => [
    "42P01",
    c === "" || b === "table" || b === "index" || b === "schema"
      ? `${b} "${a}" does not exist`
      : `${b} "${a}" of relation "${c}" does not exist`,
  ],
  "no-column": ([a = "", b = "", c = ""]) =>
    b === "key"
      ? ["42703", `column "${a}" named in key does not exist`]
      : ["42703", c === "" ? `column ${a.includes(".") ? a : `"${a}"`} does not exist` : `column "${a}" of relation "${c}" does not exist`],
  "no-function": ([a = ""]) => [
    "42883",
    `function ${a} does not exist`,
    "",
    "No function matches the given name and argument types. You might need to add explicit type casts.",
  ],
  "column-exists": ([a = "", b = ""]) =>
    b === "" ? ["42701", `column "${a}" specified more than once`] : ["42701", `column "${a}" of relation "${b}" already exists`],
  "not-null": ([a = "", b = "", c = ""]) => [
    "23502",
    `null value in column "${a}" of relation "${b}" violates not-null constraint`,
    `Failing row contains (${c}).`,
  ],
  duplicate: ([a = "", b = "", c = "", , e = ""]) =>
    e === "index"
      ? ["23505", `could not create unique index "${a}"`, `Key (${b})=(${c}) is duplicated.`]
      : ["23505", `duplicate key value violates unique constraint "${a}"`, `Key (${b})=(${c}) already exists.`],
  "no-parent": ([a = "", b = "", c = "", d = "", e = ""]) => [
    "23503",
    `insert or update on table "${b}" violates foreign key constraint "${a}"`,
    `Key (${d})=(${e}) is not present in table "${c}".`,
  ],
  "has-children": ([a = "", b = "", c = "", d = "", e = ""]) => [
    "23503",
    `update or delete on table "${b}" violates foreign key constraint "${a}" on table "${c}"`,
    `Key (${d})=(${e}) is still referenced from table "${c}".`,
  ],
  check: ([a = "", b = "", c = ""]) => [
    "23514",
    `new row for relation "${b}" violates check constraint "${a}"`,
    `Failing row contains (${c}).`,
  ],
  "bad-value": ([a = "", b = ""]) => [
    "22P02",
    /^(timestamp|date|time)/.test(a) ? `invalid input syntax for type ${a}: "${b}"` : `invalid input syntax for type ${a}: "${b}"`,
  ],
  "too-long": ([a = "", b = ""]) => ["22001", `value too long for type ${a}(${b})`],
  "out-of-range": ([a = ""]) => ["22003", `${a} out of range`],
  "division-by-zero": () => ["22012", "division by zero"],
  "no-operator": ([a = "", b = "", c = ""]) => [
    "42883",
    `operator does not exist: ${[b, a, c].filter((part) => part !== "").join(" ")}`,
    "",
    "No operator matches the given name and argument types. You might need to add explicit type casts.",
  ],
  "many-rows": () => ["21000", "more than one row returned by a subquery used as an expression"],
  "many-columns": () => ["42601", "subquery must return only one column"],
  "many-values": () => ["42601", "INSERT has more expressions than target columns"],
  "few-values": () => ["42601", "INSERT has more target columns than expressions"],
  "union-columns": () => ["42601", "each UNION query must have the same number of columns"],
  "lock-not-available": () => ["55P03", "canceling statement due to lock timeout"],
  "no-default": ([a = "", , , , , f = ""]) => ["23502", `null value in column "${a}" violates not-null constraint${f}`],
};
