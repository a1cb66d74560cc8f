import type { SqlContext } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import type { SqlValue } from "../syntax.ts";
import { type Constraint, columnIndex, type Row, type Schemas, type Table, tableOf } from "../tables.ts";
import { isSameValue } from "./find-clash.ts";

interface Child {
  readonly schema: string;
  readonly name: string;
  readonly constraint: Extract<Constraint, { readonly kind: "foreign" }>;
  readonly parent: string;
}

/** Every foreign key that refers to a table. */
export const childrenOf = (schemas: Schemas, place: { readonly schema: string; readonly name: string }): readonly Child[] =>
  Object.entries(schemas).flatMap(([schema, { tables }]) =>
    Object.entries(tables).flatMap(([name, { constraints }]) =>
      constraints.flatMap((constraint) =>
        constraint.kind === "foreign" && constraint.schema === place.schema && constraint.table === place.name
          ? [{ schema, name, constraint, parent: place.name }]
          : [],
      ),
    ),
  );

/** The rows that refer to a row by a foreign key. */
export const referring = (
  { dialect }: SqlContext,
  schemas: Schemas,
  { schema, name, constraint }: Child,
  parent: Table,
  values: readonly SqlValue[],
): readonly Row[] => {
  const table = tableOf(schemas, schema, name) as Table;
  return table.rows.filter((row) =>
    constraint.columns.every((column, index) =>
      isSameValue(
        row.values[columnIndex(table, column)] ?? null,
        values[columnIndex(parent, constraint.target[index] ?? "")] ?? null,
        dialect,
      ),
    ),
  );
};

/** Error for a row that other rows refer to. */
export const hasChildren = ({ name, constraint, parent }: Child, table: Table, values: readonly SqlValue[]): SqlError =>
  new SqlError("has-children", [
    constraint.name,
    parent,
    name,
    constraint.target.join(", "),
    constraint.target.map((column) => `${values[columnIndex(table, column)]}`).join(", "),
  ]);

/** Throws when rows refer to a changed row. */
export const checkChildren = (
  context: SqlContext,
  schemas: Schemas,
  place: { readonly schema: string; readonly name: string },
  table: Table,
  before: readonly SqlValue[],
  after: readonly SqlValue[],
): void => {
  for (const child of childrenOf(schemas, place)) {
    const isMoved = child.constraint.target.some((column) => before[columnIndex(table, column)] !== after[columnIndex(table, column)]);
    if (isMoved && referring(context, schemas, child, table, before).length > 0) throw hasChildren(child, table, before);
  }
};
