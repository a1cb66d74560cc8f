import { findTable } from "../run-select.ts";
import type { SqlContext } from "../scope.ts";
import type { DataStatement } from "../syntax.ts";
import { type QueryResult, type Schemas, type Table, tableOf } from "../tables.ts";

/** Result of a statement that changes rows. */
export interface RowChange {
  readonly schemas: Schemas;
  readonly count: number;
  readonly returned: QueryResult | undefined;
  readonly place: { readonly schema: string; readonly name: string };
  /** Ids of rows that existed before and were changed. */
  readonly touched: readonly number[];
  readonly matched: number;
}

/** A statement of one kind on rows. */
export type Change<K extends DataStatement["kind"]> = Extract<DataStatement, { readonly kind: K }>;

/** The table of a statement, where the session may change it so. */
export const openTable = (context: SqlContext, name: Change<"insert">["table"], right: "INSERT" | "UPDATE" | "DELETE") => {
  const place = findTable(context, name);
  context.demand(right, place.schema, place.name);
  return { place, table: tableOf(context.schemas, place.schema, place.name) as Table };
};
