import { evaluate } from "../evaluate.ts";
import { runSelect } from "../run-select.ts";
import { type Scope, type SqlContext, sameName } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import type { Assignments, Column, SqlExpression, SqlValue } from "../syntax.ts";
import type { Table } from "../tables.ts";
import { convertValue } from "../values.ts";

/** The values of a row after assignments. */
export const assign = (
  context: SqlContext,
  table: Table,
  before: readonly SqlValue[],
  assignments: Assignments,
  scope: Scope,
): readonly SqlValue[] => {
  const values = [...before];
  for (const { column, value, at } of assignments) {
    const index = table.columns.findIndex(({ name }) => sameName(name, column, context.dialect));
    if (index < 0) throw new SqlError("no-column", [column, "field list"], at);
    const { type, default: fallback } = table.columns[index] as Column;
    const expression: SqlExpression | undefined = value === "default" ? fallback : value;
    values[index] =
      expression === undefined ? null : convertValue(evaluate(context, scope, expression, runSelect).value, type, context.dialect, column);
  }
  return values;
};
