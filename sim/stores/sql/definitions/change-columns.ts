import { evaluate } from "../evaluate.ts";
import { runSelect } from "../run-select.ts";
import { NO_SCOPE, type SqlContext, sameName } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import type { Column, TableDefinition } from "../syntax.ts";
import type { Table } from "../tables.ts";
import { convertValue } from "../values.ts";
import { addConstraint } from "./add-constraint.ts";
import { knownColumn } from "./known-column.ts";

/** A table that is being changed. */
export interface Changing {
  readonly schema: string;
  readonly name: string;
  readonly table: Table;
}

/** A table with one more column, filled with its default. */
export const addColumn = (
  context: SqlContext,
  { schema, name, table }: Changing,
  definition: TableDefinition,
  ifMissing: boolean,
  notices: string[],
): Table => {
  const column = knownColumn(context, definition.columns[0] as Column);
  if (table.columns.some((other) => sameName(other.name, column.name, context.dialect))) {
    if (!ifMissing) throw new SqlError("column-exists", [column.name, name]);
    notices.push(`column "${column.name}" of relation "${name}" already exists, skipping`);
    return table;
  }
  const value =
    column.default === undefined
      ? null
      : convertValue(evaluate(context, NO_SCOPE, column.default, runSelect).value, column.type, context.dialect);
  const filled =
    value === null && column.isNotNull && context.dialect === "mysql"
      ? /int|decimal|double|float/.test(column.type.name)
        ? 0
        : ""
      : value;
  if (filled === null && column.isNotNull && !column.isSerial && table.rows.length > 0)
    throw new SqlError("said", ["23502", `column "${column.name}" of relation "${name}" contains null values`]);
  let next: Table = {
    ...table,
    columns: [...table.columns, column],
    rows: table.rows.map((row, index) => ({ ...row, values: [...row.values, column.isSerial ? index + 1 : filled] })),
  };
  for (const constraint of definition.constraints) next = addConstraint(context, schema, name, next, constraint);
  return next;
};

/** A table with a column changed, its values with it. */
export const changeColumn = (
  context: SqlContext,
  name: string,
  table: Table,
  wanted: string,
  change: (column: Column) => Column,
): Table => {
  const index = table.columns.findIndex((column) => sameName(column.name, wanted, context.dialect));
  if (index < 0) throw new SqlError("drop-missing", [wanted, "column", name]);
  const column = change(table.columns[index] as Column);
  const isRetyped = column.type !== table.columns[index]?.type;
  return {
    ...table,
    columns: table.columns.with(index, column),
    rows: isRetyped
      ? table.rows.map((row) => ({
          ...row,
          values: row.values.with(index, convertValue(row.values[index] ?? null, column.type, context.dialect, column.name)),
        }))
      : table.rows,
  };
};

/** A table whose constraints follow a column to its new name. */
export const renameInConstraints = (table: Table, from: string, to: string): Table => ({
  ...table,
  constraints: table.constraints.map((constraint) =>
    "columns" in constraint ? { ...constraint, columns: constraint.columns.map((column) => (column === from ? to : column)) } : constraint,
  ),
});
