import { type SqlContext, sameName } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import { type Row, withTable } from "../tables.ts";
import { assign } from "./assign.ts";
import { checkRow } from "./check-row.ts";
import { checkChildren } from "./children.ts";
import { duplicate, findClash } from "./find-clash.ts";
import { returning } from "./returning.ts";
import { type Change, openTable, type RowChange } from "./row-change.ts";
import { scopeOf, selectRows } from "./row-scope.ts";

/** `UPDATE`: only rows that come to hold other values are touched. */
export const updateRows = (context: SqlContext, statement: Change<"update">): RowChange => {
  const { place, table } = openTable(context, statement.table, "UPDATE");
  const alias = statement.alias ?? place.name;
  const wanted = selectRows(context, table, alias, statement.where, statement.limit);
  let next = table;
  let schemas = context.schemas;
  const made: Row[] = [];
  const touched: number[] = [];
  // Wrong names are wrong even where no row is found.
  assign(
    context,
    table,
    table.columns.map(() => null),
    statement.assignments.filter(({ value }) => value === "default"),
    scopeOf(table, alias, []),
  );
  for (const { column, at } of statement.assignments)
    if (!table.columns.some(({ name }) => sameName(name, column, context.dialect)))
      throw new SqlError("no-column", [column, "field list", place.name], at);
  for (const row of wanted) {
    const values = assign(context, table, row.values, statement.assignments, scopeOf(table, alias, row.values));
    made.push({ ...row, values });
    if (values.every((value, index) => value === row.values[index])) continue;
    const clash = findClash(context, next, values, row.id);
    if (clash !== undefined) throw duplicate(clash.constraint, values, next, place.name);
    checkRow(context, schemas, place, next, values);
    checkChildren(context, schemas, place, next, { before: row.values, after: values });
    next = { ...next, rows: next.rows.map((other) => (other.id === row.id ? { ...row, values } : other)) };
    schemas = withTable(schemas, place.schema, place.name, next);
    touched.push(row.id);
  }
  const count = context.dialect === "mysql" ? touched.length : wanted.length;
  return {
    schemas,
    count,
    matched: wanted.length,
    returned: returning(context, next, place.name, statement.returning, made),
    place,
    touched,
  };
};
