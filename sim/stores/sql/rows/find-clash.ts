import type { SqlContext } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import type { SqlValue } from "../syntax.ts";
import { type Constraint, columnIndex, type Row, type Table } from "../tables.ts";
import { compareValues } from "../values.ts";

/** Row that violates a unique constraint, and the constraint. */
export const findClash = (
  { dialect }: SqlContext,
  table: Table,
  values: readonly SqlValue[],
  own: number | undefined,
): { readonly row: Row; readonly constraint: Constraint } | undefined => {
  for (const constraint of table.constraints) {
    if (constraint.kind !== "primary" && constraint.kind !== "unique") continue;
    const places = constraint.columns.map((name) => columnIndex(table, name));
    if (places.some((place) => values[place] === null)) continue;
    const row = table.rows.find(
      (other) => other.id !== own && places.every((place) => isSameValue(other.values[place] ?? null, values[place] ?? null, dialect)),
    );
    if (row !== undefined) return { row, constraint };
  }
  return undefined;
};

/** Error for values that are present already. */
export const duplicate = (constraint: Constraint, values: readonly SqlValue[], table: Table, name: string): SqlError => {
  const columns = "columns" in constraint ? constraint.columns : [];
  return new SqlError("duplicate", [
    constraint.name,
    columns.join(", "),
    columns.map((column) => `${values[columnIndex(table, column)]}`).join(", "),
    name,
  ]);
};

/** True when two values are the same; nothing is the same as nothing. */
export const isSameValue = (left: SqlValue, right: SqlValue, dialect: SqlContext["dialect"]): boolean =>
  left !== null && right !== null && compareValues(left, right, dialect) === 0;
