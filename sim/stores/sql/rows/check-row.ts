import { evaluate, isTrue } from "../evaluate.ts";
import { runSelect } from "../run-select.ts";
import type { SqlContext } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import type { SqlValue } from "../syntax.ts";
import { type Constraint, columnIndex, type Schemas, type Table, tableOf } from "../tables.ts";
import { isSameValue } from "./find-clash.ts";
import { scopeOf } from "./row-scope.ts";

/** Throws where a row breaks a constraint of its table. */
export const checkRow = (
  context: SqlContext,
  schemas: Schemas,
  place: { readonly schema: string; readonly name: string },
  table: Table,
  values: readonly SqlValue[],
): void => {
  for (const [index, { name, isNotNull }] of table.columns.entries())
    if (isNotNull && values[index] === null) throw new SqlError("not-null", [name, place.name, describeRow(values)]);
  for (const constraint of table.constraints) {
    if (constraint.kind === "check") {
      const { value } = evaluate(context, scopeOf(table, place.name, values), constraint.condition, runSelect);
      if (value !== null && !isTrue(value)) throw new SqlError("check", [constraint.name, place.name, describeRow(values)]);
    }
    if (constraint.kind === "foreign") checkParent(context, schemas, { name: place.name, table, values }, constraint);
  }
};

const checkParent = (
  { dialect }: SqlContext,
  schemas: Schemas,
  { name, table, values }: { readonly name: string; readonly table: Table; readonly values: readonly SqlValue[] },
  constraint: Extract<Constraint, { readonly kind: "foreign" }>,
): void => {
  const own = constraint.columns.map((column) => values[columnIndex(table, column)] ?? null);
  if (own.includes(null)) return;
  const parent = tableOf(schemas, constraint.schema, constraint.table);
  const places = constraint.target.map((column) => (parent === undefined ? -1 : columnIndex(parent, column)));
  const isThere =
    parent?.rows.some((row) => places.every((at, index) => isSameValue(row.values[at] ?? null, own[index] ?? null, dialect))) === true;
  if (!isThere)
    throw new SqlError("no-parent", [
      constraint.name,
      name,
      constraint.table,
      constraint.columns.join(", "),
      own.join(", "),
      constraint.target.join(", "),
    ]);
};

const describeRow = (values: readonly SqlValue[]): string =>
  values.map((value) => (value === null ? "null" : typeof value === "boolean" ? (value ? "t" : "f") : `${value}`)).join(", ");
