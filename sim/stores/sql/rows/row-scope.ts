import { evaluate, isTrue } from "../evaluate.ts";
import { runSelect } from "../run-select.ts";
import type { Scope, Source, SqlContext } from "../scope.ts";
import type { SqlExpression, SqlValue } from "../syntax.ts";
import { describeColumn, type Row, type Table } from "../tables.ts";

/** Scope of expressions on one row. */
export const scopeOf = (table: Table, alias: string, values: readonly SqlValue[]): Scope => ({
  sources: [sourceOf(table, alias)],
  values: [values],
  outer: undefined,
  group: undefined,
});

/** A table as expressions see it. */
export const sourceOf = (table: Table, alias: string): Source => ({ alias, columns: table.columns.map(describeColumn) });

/** Rows that match a condition, up to a limit. */
export const selectRows = (
  context: SqlContext,
  table: Table,
  alias: string,
  where: SqlExpression | undefined,
  limit: number | undefined,
): readonly Row[] => {
  if (where !== undefined && table.rows.length === 0)
    evaluate(
      context,
      scopeOf(
        table,
        alias,
        table.columns.map(() => null),
      ),
      where,
      runSelect,
    );
  const found =
    where === undefined
      ? table.rows
      : table.rows.filter(({ values }) => isTrue(evaluate(context, scopeOf(table, alias, values), where, runSelect).value));
  return limit === undefined ? found : found.slice(0, limit);
};
