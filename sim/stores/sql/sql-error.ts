/** Error of a statement, without text: each product words it by itself. */
export class SqlError extends Error {
  readonly kind: SqlErrorKind;
  /** Values for the error text, in the order that the kind defines. */
  readonly about: readonly string[];
  /** Position in the statement's text; undefined: none. */
  readonly at: number | undefined;

  constructor(kind: SqlErrorKind, about: readonly string[] = [], at?: number) {
    super(`${kind}: ${about.join(", ")}`);
    this.kind = kind;
    this.about = about;
    this.at = at;
  }
}

export type SqlErrorKind =
  /** The text at fault, to the end; empty: the statement ended too soon. */
  | "syntax"
  | "unclosed-quote"
  /** Name. */
  | "no-table"
  | "no-schema"
  | "no-database"
  | "no-type"
  | "no-index"
  | "table-exists"
  | "schema-exists"
  | "database-exists"
  | "index-exists"
  | "ambiguous-column"
  | "not-grouped"
  /** Table, kind of object. */
  | "drop-missing"
  /** Name, where it was looked for. */
  | "no-column"
  /** Name with the types of its arguments. */
  | "no-function"
  /** Column, table. */
  | "column-exists"
  | "not-null"
  | "no-default"
  /** Constraint, key, value, table. */
  | "duplicate"
  /** Constraint, table, referenced table, key, value. */
  | "no-parent"
  | "has-children"
  /** Constraint, table. */
  | "check"
  /** Type, text. */
  | "bad-value"
  /** Type, length or column. */
  | "too-long"
  | "out-of-range"
  | "division-by-zero"
  /** Operator, left type, right type. */
  | "no-operator"
  | "many-rows"
  | "many-columns"
  | "many-values"
  | "few-values"
  | "union-columns"
  | "misplaced-aggregate"
  | "lock-not-available"
  /** The words themselves, with the program's own number. */
  | "said";
