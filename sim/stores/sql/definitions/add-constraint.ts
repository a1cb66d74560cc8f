import { findTable } from "../run-select.ts";
import type { SqlContext } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import type { ConstraintDefinition } from "../syntax.ts";
import { type Constraint, columnIndex, type Table, tableOf } from "../tables.ts";
import { compareValues } from "../values.ts";

/** A table with one more constraint, which its rows must keep. */
export const addConstraint = (context: SqlContext, schema: string, name: string, table: Table, definition: ConstraintDefinition): Table => {
  const own = definition.name ?? constraintName(context, name, table, definition);
  if (table.constraints.some((other) => other.name === own)) throw new SqlError("index-exists", [own, name]);
  if ("columns" in definition)
    for (const column of definition.columns) if (columnIndex(table, column) < 0) throw new SqlError("no-column", [column, "key", name]);
  const constraint = makeConstraint(context, schema, own, definition);
  if (constraint.kind === "primary" || constraint.kind === "unique") checkUnique(context, table, constraint, name);
  const columns =
    constraint.kind !== "primary"
      ? table.columns
      : table.columns.map((column) => (constraint.columns.includes(column.name) ? { ...column, isNotNull: true } : column));
  return { ...table, columns, constraints: [...table.constraints, constraint] };
};

const constraintName = ({ dialect }: SqlContext, name: string, table: Table, definition: ConstraintDefinition): string => {
  const columns = "columns" in definition ? definition.columns : [];
  if (dialect === "mysql") {
    if (definition.kind === "primary") return "PRIMARY";
    if (definition.kind === "foreign") return `${name}_ibfk_${table.constraints.filter(({ kind }) => kind === "foreign").length + 1}`;
    if (definition.kind === "check") return `${name}_chk_${table.constraints.filter(({ kind }) => kind === "check").length + 1}`;
    return columns[0] ?? name;
  }
  const suffix = { primary: "pkey", unique: "key", index: "idx", foreign: "fkey", check: "check" }[definition.kind];
  return definition.kind === "primary" ? `${name}_pkey` : [name, ...columns, suffix].join("_");
};

const makeConstraint = (context: SqlContext, schema: string, name: string, definition: ConstraintDefinition): Constraint => {
  if (definition.kind === "check") return { kind: "check", name, condition: definition.condition, text: definition.text };
  if (definition.kind !== "foreign") return { kind: definition.kind, name, columns: definition.columns };
  const parent =
    definition.table.parts.length === 1 && context.dialect === "mysql"
      ? { schema, name: definition.table.parts[0] as string }
      : findTable(context, definition.table);
  const table = tableOf(context.schemas, parent.schema, parent.name);
  if (table === undefined) throw new SqlError("said", ["1824", "HY000", `Failed to open the referenced table '${parent.name}'`]);
  const primary = table.constraints.find(({ kind }) => kind === "primary");
  const target = definition.target.length > 0 ? definition.target : primary?.kind === "primary" ? primary.columns : [];
  return {
    kind: "foreign",
    name,
    columns: definition.columns,
    schema: parent.schema,
    table: parent.name,
    target,
    onDelete: definition.onDelete,
  };
};

const checkUnique = (
  { dialect }: SqlContext,
  table: Table,
  constraint: Extract<Constraint, { readonly kind: "primary" | "unique" | "index" }>,
  name: string,
): void => {
  const places = constraint.columns.map((column) => columnIndex(table, column));
  const sorted = [...table.rows].sort((a, b) => {
    for (const place of places) {
      const order = compareValues(a.values[place] ?? "", b.values[place] ?? "", dialect);
      if (order !== 0) return order;
    }
    return 0;
  });
  for (const [index, row] of sorted.entries()) {
    const before = sorted[index - 1];
    const isSame =
      before !== undefined &&
      places.every(
        (place) => row.values[place] !== null && compareValues(row.values[place] ?? "", before.values[place] ?? "", dialect) === 0,
      );
    if (isSame)
      throw new SqlError("duplicate", [
        constraint.name,
        constraint.columns.join(", "),
        places.map((place) => `${row.values[place]}`).join(", "),
        name,
        "index",
      ]);
  }
};
