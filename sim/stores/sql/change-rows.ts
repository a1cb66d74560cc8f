import { deleteRows } from "./rows/delete-rows.ts";
import { insertRows } from "./rows/insert-rows.ts";
import type { Change, RowChange } from "./rows/row-change.ts";
import { updateRows } from "./rows/update-rows.ts";
import type { SqlContext } from "./scope.ts";

/** Carries out INSERT, UPDATE or DELETE. */
export const changeRows = (context: SqlContext, statement: Change<"insert" | "update" | "delete">): RowChange => {
  if (statement.kind === "insert") return insertRows(context, statement);
  return statement.kind === "update" ? updateRows(context, statement) : deleteRows(context, statement);
};
