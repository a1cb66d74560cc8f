import { evaluate } from "../evaluate.ts";
import { runSelect } from "../run-select.ts";
import { NO_SCOPE, type Scope, type Source, type SqlContext, sameName } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import type { Assignments, SqlValue } from "../syntax.ts";
import { type Row, type Table, withTable } from "../tables.ts";
import { convertValue, toNumber } from "../values.ts";
import { assign } from "./assign.ts";
import { checkRow } from "./check-row.ts";
import { duplicate, findClash } from "./find-clash.ts";
import { returning } from "./returning.ts";
import { type Change, openTable, type RowChange } from "./row-change.ts";
import { sourceOf } from "./row-scope.ts";

/** `INSERT`, with its handling of conflicts. */
export const insertRows = (context: SqlContext, statement: Change<"insert">): RowChange => {
  const { place, table } = openTable(context, statement.table, "INSERT");
  const names = statement.columns ?? table.columns.map(({ name }) => name);
  const indexes = names.map((name) => {
    const index = table.columns.findIndex((column) => sameName(column.name, name, context.dialect));
    if (index < 0) throw new SqlError("no-column", [name, "field list", place.name], statement.table.at);
    return index;
  });
  const given = readSource(context, statement.source, indexes.length);
  let next = table;
  let schemas = context.schemas;
  const made: Row[] = [];
  let count = 0;
  for (const values of given) {
    const filled = fillRow(context, next, indexes, values, statement.columns === undefined);
    next = filled.table;
    const clash = findClash(context, next, filled.values, undefined);
    if (clash !== undefined && statement.onConflict === "nothing") continue;
    if (clash !== undefined && typeof statement.onConflict === "object") {
      const changed = resolveClash(context, next, clash.row, filled.values, statement.onConflict.assignments);
      next = { ...next, rows: next.rows.map((row) => (row.id === clash.row.id ? changed : row)) };
      made.push(changed);
      count += context.dialect === "mysql" ? 2 : 1;
      continue;
    }
    if (clash !== undefined) throw duplicate(clash.constraint, filled.values, next, place.name);
    checkRow(context, schemas, place, next, filled.values);
    const row = { id: next.nextRow, values: filled.values };
    next = { ...next, rows: [...next.rows, row], nextRow: next.nextRow + 1 };
    schemas = withTable(schemas, place.schema, place.name, next);
    made.push(row);
    count += 1;
  }
  const done = withTable(schemas, place.schema, place.name, next);
  return {
    schemas: done,
    count,
    matched: count,
    returned: returning(context, next, place.name, statement.returning, made),
    place,
    touched: [],
  };
};

const readSource = (
  context: SqlContext,
  source: Change<"insert">["source"],
  wanted: number,
): readonly (readonly (SqlValue | "default")[])[] => {
  if ("kind" in source) {
    const { rows, columns } = runSelect(context, source);
    if (columns.length > wanted) throw new SqlError("many-values");
    return rows;
  }
  return source.map((row, index) => {
    if (row.length > wanted) throw new SqlError("many-values", [`${index + 1}`]);
    if (row.length < wanted && row.length > 0 && context.dialect === "mysql") throw new SqlError("many-values", [`${index + 1}`]);
    return row.map((value) => (value === "default" ? value : marked(evaluate(context, NO_SCOPE, value, runSelect).value)));
  });
};

/** The word DEFAULT and the text 'default' are not the same. */
const marked = (value: SqlValue): SqlValue => (value === "default" ? "default " : value);

const unmarked = (value: SqlValue): SqlValue => (value === "default " ? "default" : value);

const fillRow = (
  context: SqlContext,
  table: Table,
  indexes: readonly number[],
  given: readonly (SqlValue | "default")[],
  isWhole: boolean,
): { readonly table: Table; readonly values: readonly SqlValue[] } => {
  if (!isWhole && given.length < indexes.length && given.length > 0) throw new SqlError("few-values");
  let serial = table.nextSerial;
  const values = table.columns.map((column, index) => {
    const at = indexes.indexOf(index);
    const value = at < 0 || at >= given.length ? "default" : (given[at] as SqlValue);
    const isMissing = value === "default" || (column.isSerial && (value === null || value === 0) && context.dialect === "mysql");
    if (!isMissing) {
      const converted = convertValue(unmarked(value), column.type, context.dialect, column.name);
      if (column.isSerial && context.dialect === "mysql") serial = Math.max(serial, toNumber(converted) + 1);
      return converted;
    }
    if (column.isSerial) return serial++;
    if (column.default === undefined && column.isNotNull && context.dialect === "mysql") throw new SqlError("no-default", [column.name]);
    return column.default === undefined
      ? null
      : convertValue(evaluate(context, NO_SCOPE, column.default, runSelect).value, column.type, context.dialect, column.name);
  });
  return { table: { ...table, nextSerial: serial }, values };
};

const resolveClash = (context: SqlContext, table: Table, row: Row, given: readonly SqlValue[], assignments: Assignments): Row => {
  if (assignments.length === 0) return { ...row, values: given };
  const sources: readonly Source[] = [
    sourceOf(table, ""),
    { ...sourceOf(table, "excluded"), hidden: new Set(table.columns.map(({ name }) => name)) },
  ];
  const scope: Scope = { sources, values: [row.values, given], outer: undefined, group: undefined };
  const inserted: SqlContext = {
    ...context,
    call: (name, args) => (name === "values" ? { value: args[0] ?? null, type: "text" } : context.call(name, args)),
  };
  return { ...row, values: assign(inserted, table, row.values, assignments, scope) };
};
