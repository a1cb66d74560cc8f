import { runSelect } from "../run-select.ts";
import type { SqlContext } from "../scope.ts";
import type { SelectItem } from "../syntax.ts";
import { describeColumn, type QueryResult, type Row, type Table } from "../tables.ts";

/** Result of `RETURNING`; undefined without it. */
export const returning = (
  context: SqlContext,
  table: Table,
  alias: string,
  items: readonly SelectItem[] | undefined,
  rows: readonly Row[],
): QueryResult | undefined => {
  if (items === undefined) return undefined;
  const columns = table.columns.map(describeColumn);
  const made: SqlContext = {
    ...context,
    systemTable: (schema, name) =>
      schema === undefined && name === alias ? { columns, rows: rows.map(({ values }) => values) } : context.systemTable(schema, name),
  };
  return runSelect(made, {
    kind: "select",
    items,
    isDistinct: false,
    from: { kind: "table", name: { parts: [alias], at: 0 }, alias: undefined },
    where: undefined,
    groupBy: [],
    having: undefined,
    union: undefined,
    orderBy: [],
    limit: undefined,
    offset: undefined,
    isForUpdate: false,
  });
};
