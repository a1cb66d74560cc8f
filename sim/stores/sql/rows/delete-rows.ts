import type { SqlContext } from "../scope.ts";
import { type Row, type Schemas, type Table, tableOf, withTable } from "../tables.ts";
import { childrenOf, hasChildren, referring } from "./children.ts";
import { returning } from "./returning.ts";
import { type Change, openTable, type RowChange } from "./row-change.ts";
import { selectRows } from "./row-scope.ts";

/** `DELETE`, with the rows that go along. */
export const deleteRows = (context: SqlContext, statement: Change<"delete">): RowChange => {
  const { place, table } = openTable(context, statement.table, "DELETE");
  const toDelete = selectRows(context, table, statement.alias ?? place.name, statement.where, statement.limit);
  let { schemas } = context;
  for (const row of toDelete) schemas = removeRow(context, schemas, place, row);
  return {
    schemas,
    count: toDelete.length,
    matched: toDelete.length,
    returned: returning(context, table, place.name, statement.returning, toDelete),
    place,
    touched: toDelete.map(({ id }) => id),
  };
};

/** Takes a row away, with those that refer to it where they say so. */
const removeRow = (context: SqlContext, before: Schemas, place: { readonly schema: string; readonly name: string }, row: Row): Schemas => {
  const table = tableOf(before, place.schema, place.name) as Table;
  let schemas = withTable(before, place.schema, place.name, { ...table, rows: table.rows.filter(({ id }) => id !== row.id) });
  for (const child of childrenOf(schemas, place)) {
    const { constraint } = child;
    const rows = referring(context, schemas, child, table, row.values);
    if (rows.length === 0) continue;
    if (constraint.onDelete === "restrict") throw hasChildren(child, table, row.values);
    for (const one of rows) {
      const owner = tableOf(schemas, child.schema, child.name) as Table;
      if (constraint.onDelete === "cascade") schemas = removeRow(context, schemas, child, one);
      else {
        const emptied = one.values.map((value, index) => (constraint.columns.includes(owner.columns[index]?.name ?? "") ? null : value));
        schemas = withTable(schemas, child.schema, child.name, {
          ...owner,
          rows: owner.rows.map((other) => (other.id === one.id ? { ...one, values: emptied } : other)),
        });
      }
    }
  }
  return schemas;
};
