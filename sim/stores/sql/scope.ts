import { SqlError } from "./sql-error.ts";
import type { QualifiedName, SqlValue } from "./syntax.ts";
import type { QueryResult, ResultColumn, Schemas } from "./tables.ts";
import type { Dialect } from "./tokens.ts";

/** Context of a statement. */
export interface SqlContext {
  readonly dialect: Dialect;
  readonly nowMs: number;
  readonly schemas: Schemas;
  /** Schemas searched for names without one, in order. */
  readonly path: readonly string[];
  /** Virtual tables of the server, by `schema.name` or by name. */
  systemTable(schema: string | undefined, name: string): QueryResult | undefined;
  /** Functions of the server's own; undefined for one that it does not have. */
  call(name: string, args: readonly SqlValue[]): { readonly value: SqlValue | QueryResult; readonly type: string } | undefined;
  /** Throws when the session lacks a privilege on a table. */
  demand(right: "SELECT" | "INSERT" | "UPDATE" | "DELETE" | "TRUNCATE", schema: string, table: string): void;
  /** Throws when the session lacks a privilege on a schema. */
  demandSchema(schema: string): void;
}

/** Columns in reach of an expression, with the values of one row. */
export interface Scope {
  readonly sources: readonly Source[];
  readonly values: readonly (readonly SqlValue[])[];
  /** Scope of the enclosing query. */
  readonly outer: Scope | undefined;
  /** Rows of the group, where there are groups. */
  readonly group: readonly Scope[] | undefined;
}

export interface Source {
  readonly alias: string;
  readonly columns: readonly ResultColumn[];
  /** Columns that a join has merged into others. */
  readonly hidden?: ReadonlySet<string>;
}

export const NO_SCOPE: Scope = { sources: [], values: [], outer: undefined, group: undefined };

/** Value and type of a column; enclosing scopes are searched when this one does not have it. */
export const findColumn = (
  scope: Scope,
  { parts, at }: QualifiedName,
  dialect: Dialect,
): { readonly value: SqlValue; readonly type: string; readonly scale?: number } => {
  const [name = "", table] = [parts.at(-1), parts.at(-2)];
  for (let here: Scope | undefined = scope; here !== undefined; here = here.outer) {
    const found = locate(here, name, table, dialect);
    if (found.length > 1) throw new SqlError("ambiguous-column", [name], at);
    const [place] = found;
    if (place !== undefined) {
      const [source, column] = place;
      const { type = "text", scale } = (here.sources[source] as Source).columns[column] ?? {};
      return { value: here.values[source]?.[column] ?? null, type, ...(scale === undefined ? {} : { scale }) };
    }
  }
  if (table !== undefined && dialect === "postgres" && !knowsTable(scope, table)) throw new SqlError("no-table", [table, "from"], at);
  throw new SqlError("no-column", [table === undefined ? name : `${table}.${name}`, "field list"], at);
};

const knowsTable = (scope: Scope | undefined, table: string): boolean =>
  scope !== undefined && (scope.sources.some(({ alias }) => alias === table) || knowsTable(scope.outer, table));

const locate = (scope: Scope, name: string, table: string | undefined, dialect: Dialect): readonly (readonly [number, number])[] => {
  const found: (readonly [number, number])[] = [];
  for (const [index, { alias, columns, hidden }] of scope.sources.entries()) {
    if (table !== undefined && alias !== table) continue;
    const column = columns.findIndex((candidate) => sameName(candidate.name, name, dialect));
    if (column >= 0 && (table !== undefined || hidden?.has(name) !== true)) found.push([index, column]);
  }
  return found;
};

/** Compares column names, which are case-insensitive in MySQL. */
export const sameName = (left: string, right: string, dialect: Dialect): boolean =>
  left === right || (dialect === "mysql" && left.toLowerCase() === right.toLowerCase());
