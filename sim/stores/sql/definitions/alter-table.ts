import { findTable } from "../run-select.ts";
import { type SqlContext, sameName } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import type { TableChange } from "../syntax.ts";
import { columnIndex, type Table, tableOf, withTable } from "../tables.ts";
import { addConstraint } from "./add-constraint.ts";
import { addColumn, type Changing, changeColumn, renameInConstraints } from "./change-columns.ts";
import { type Definition, done, type Statement } from "./definition.ts";
import { knownColumn } from "./known-column.ts";

/** `ALTER TABLE`, change after change. */
export const alterTable = (context: SqlContext, { table: wanted, ifThere, changes }: Statement<"alter-table">): Definition => {
  let place: { readonly schema: string; readonly name: string };
  try {
    place = findTable(context, wanted);
  } catch (error) {
    if (ifThere && error instanceof SqlError && error.kind === "no-table")
      return done(context.schemas, [], [`relation "${wanted.parts.at(-1)}" does not exist, skipping`]);
    throw error;
  }
  let table = tableOf(context.schemas, place.schema, place.name) as Table;
  let { name } = place;
  let { schemas } = context;
  const notices: string[] = [];
  for (const change of changes) {
    if (change.kind === "rename") {
      if (tableOf(schemas, place.schema, change.to) !== undefined) throw new SqlError("table-exists", [change.to]);
      schemas = withTable(schemas, place.schema, name, undefined);
      name = change.to;
    } else table = changeTable({ ...context, schemas }, { schema: place.schema, name, table }, change, notices);
    schemas = withTable(schemas, place.schema, name, table);
  }
  return done(schemas, [`${place.schema}.${place.name}`], notices);
};

const changeTable = (
  context: SqlContext,
  { schema, name, table }: Changing,
  change: Exclude<TableChange, { readonly kind: "rename" }>,
  notices: string[],
): Table => {
  switch (change.kind) {
    case "add-column":
      return addColumn(context, { schema, name, table }, change.definition, change.ifMissing, notices);
    case "drop-column": {
      const index = table.columns.findIndex((column) => sameName(column.name, change.column, context.dialect));
      if (index < 0) {
        if (!change.ifThere) throw new SqlError("drop-missing", [change.column, "column", name]);
        notices.push(`column "${change.column}" of relation "${name}" does not exist, skipping`);
        return table;
      }
      return {
        ...table,
        columns: table.columns.toSpliced(index, 1),
        rows: table.rows.map((row) => ({ ...row, values: row.values.toSpliced(index, 1) })),
        constraints: table.constraints.filter((constraint) => !("columns" in constraint) || !constraint.columns.includes(change.column)),
      };
    }
    case "add-constraint":
      return addConstraint(context, schema, name, table, change.constraint);
    case "drop-constraint": {
      if (table.constraints.some((constraint) => constraint.name === change.name))
        return { ...table, constraints: table.constraints.filter((constraint) => constraint.name !== change.name) };
      if (!change.ifThere) throw new SqlError("drop-missing", [change.name, "constraint", name]);
      notices.push(`constraint "${change.name}" of relation "${name}" does not exist, skipping`);
      return table;
    }
    case "owner":
      return { ...table, owner: change.role };
    case "modify": {
      const [column] = change.definition.columns;
      if (column === undefined) return table;
      return changeColumn(context, name, table, change.column, () => knownColumn(context, column));
    }
    case "rename-column":
      return changeColumn(context, name, renameInConstraints(table, change.column, change.to), change.column, (column) => ({
        ...column,
        name: change.to,
      }));
    case "set-type":
      return changeColumn(context, name, table, change.column, (column) => ({ ...column, type: change.type }));
    case "set-default":
      return changeColumn(context, name, table, change.column, (column) => ({
        ...column,
        default: change.value,
        defaultText: change.text,
      }));
    case "set-not-null": {
      const index = columnIndex(table, change.column);
      if (change.isNotNull && index >= 0 && table.rows.some(({ values }) => values[index] === null))
        throw new SqlError("said", ["23502", `column "${change.column}" of relation "${name}" contains null values`]);
      return changeColumn(context, name, table, change.column, (column) => ({ ...column, isNotNull: change.isNotNull }));
    }
  }
};
