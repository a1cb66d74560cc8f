import type { Column, ConstraintRule, SqlValue } from "./syntax.ts";

/** The tables of one database, by schema. Immutable: a change shares what it leaves alone. */
export type Schemas = Readonly<Record<string, Schema>>;

export interface Schema {
  readonly owner: string;
  readonly tables: Readonly<Record<string, Table>>;
  /** Rights by role: `USAGE`, `CREATE`. */
  readonly rights: Rights;
}

/** Privileges by role; `` is PUBLIC. */
export type Rights = Readonly<Record<string, readonly string[]>>;

export interface Table {
  readonly columns: readonly Column[];
  readonly constraints: readonly Constraint[];
  readonly rows: readonly Row[];
  readonly owner: string;
  readonly rights: Rights;
  readonly nextRow: number;
  /** Next value of serial columns. */
  readonly nextSerial: number;
}

/** One row: values in the order of the columns. */
export interface Row {
  readonly id: number;
  readonly values: readonly SqlValue[];
}

/** A constraint as a table keeps it: with a name, and the place of the table that a foreign key refers to. */
export type Constraint = { readonly name: string } & ConstraintRule<{ readonly schema: string; readonly table: string }>;

/** The answer of a query. */
export interface QueryResult {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly SqlValue[])[];
}

export interface ResultColumn {
  readonly name: string;
  /** Name of its type. */
  readonly type: string;
  /** Digits after the point, where they are fixed. */
  readonly scale?: number;
}

/** A column as the results of queries describe it. */
export const describeColumn = ({ name, type }: Column): ResultColumn => ({
  name,
  type: type.name,
  ...((type.name === "numeric" || type.name === "decimal") && type.args[1] !== undefined ? { scale: type.args[1] } : {}),
});

/** A table of a schema. */
export const tableOf = (schemas: Schemas, schema: string, table: string): Table | undefined => {
  const found = Object.hasOwn(schemas, schema) ? schemas[schema] : undefined;
  return found !== undefined && Object.hasOwn(found.tables, table) ? found.tables[table] : undefined;
};

/** The same schemas with a table replaced; undefined removes it. */
export const withTable = (schemas: Schemas, schema: string, name: string, table: Table | undefined): Schemas => {
  const found = schemas[schema] as Schema;
  const { [name]: _gone, ...others } = found.tables;
  return { ...schemas, [schema]: { ...found, tables: table === undefined ? others : { ...found.tables, [name]: table } } };
};

/** Index of a column in its table; -1: not there. */
export const columnIndex = ({ columns }: Pick<Table, "columns">, name: string): number =>
  columns.findIndex((column) => column.name === name);
