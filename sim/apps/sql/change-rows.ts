import { evaluate, isTrue } from "./evaluate.ts";
import { findTable, runSelect } from "./run-select.ts";
import { NO_SCOPE, type Scope, type Source, type SqlContext, sameName } from "./scope.ts";
import { SqlError } from "./sql-error.ts";
import type { Assignments, DataStatement, SelectItem, SqlExpression, SqlValue } from "./syntax.ts";
import {
  type Column,
  type Constraint,
  columnIndex,
  describeColumn,
  type QueryResult,
  type Row,
  type Schemas,
  type Table,
  tableOf,
  withTable,
} from "./tables.ts";
import { compareValues, convertValue, toNumber } from "./values.ts";

/** What a statement did to rows. */
export interface RowChange {
  readonly schemas: Schemas;
  readonly count: number;
  readonly returned: QueryResult | undefined;
  readonly place: { readonly schema: string; readonly name: string };
  /** Rows that were there before and are not the same now. */
  readonly touched: readonly number[];
  readonly matched: number;
}

type Change<K extends DataStatement["kind"]> = Extract<DataStatement, { readonly kind: K }>;

/** Carries out INSERT, UPDATE or DELETE. */
export const changeRows = (context: SqlContext, statement: Change<"insert" | "update" | "delete">): RowChange => {
  if (statement.kind === "insert") return insertRows(context, statement);
  return statement.kind === "update" ? updateRows(context, statement) : deleteRows(context, statement);
};

const open = (context: SqlContext, name: Change<"insert">["table"], right: "INSERT" | "UPDATE" | "DELETE") => {
  const place = findTable(context, name);
  context.demand(right, place.schema, place.name);
  return { place, table: tableOf(context.schemas, place.schema, place.name) as Table };
};

const insertRows = (context: SqlContext, statement: Change<"insert">): RowChange => {
  const { place, table } = open(context, statement.table, "INSERT");
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

const findClash = (
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
      (other) => other.id !== own && places.every((place) => isSame(other.values[place] ?? null, values[place] ?? null, dialect)),
    );
    if (row !== undefined) return { row, constraint };
  }
  return undefined;
};

const isSame = (left: SqlValue, right: SqlValue, dialect: SqlContext["dialect"]): boolean =>
  left !== null && right !== null && compareValues(left, right, dialect) === 0;

const duplicate = (constraint: Constraint, values: readonly SqlValue[], table: Table, name: string): SqlError => {
  const columns = "columns" in constraint ? constraint.columns : [];
  return new SqlError("duplicate", [
    constraint.name,
    columns.join(", "),
    columns.map((column) => `${values[columnIndex(table, column)]}`).join(", "),
    name,
  ]);
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

const sourceOf = (table: Table, alias: string): Source => ({ alias, columns: table.columns.map(describeColumn) });

const assign = (
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

const updateRows = (context: SqlContext, statement: Change<"update">): RowChange => {
  const { place, table } = open(context, statement.table, "UPDATE");
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
    checkChildren(context, schemas, place, next, row.values, values);
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

const scopeOf = (table: Table, alias: string, values: readonly SqlValue[]): Scope => ({
  sources: [sourceOf(table, alias)],
  values: [values],
  outer: undefined,
  group: undefined,
});

const selectRows = (
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

const deleteRows = (context: SqlContext, statement: Change<"delete">): RowChange => {
  const { place, table } = open(context, statement.table, "DELETE");
  const doomed = selectRows(context, table, statement.alias ?? place.name, statement.where, statement.limit);
  let { schemas } = context;
  for (const row of doomed) schemas = removeRow(context, schemas, place, row);
  return {
    schemas,
    count: doomed.length,
    matched: doomed.length,
    returned: returning(context, table, place.name, statement.returning, doomed),
    place,
    touched: doomed.map(({ id }) => id),
  };
};

/** Takes a row away, with those that refer to it where they say so. */
const removeRow = (context: SqlContext, before: Schemas, place: { readonly schema: string; readonly name: string }, row: Row): Schemas => {
  const table = tableOf(before, place.schema, place.name) as Table;
  let schemas = withTable(before, place.schema, place.name, { ...table, rows: table.rows.filter(({ id }) => id !== row.id) });
  for (const child of childrenOf(schemas, place, table)) {
    const { constraint } = child;
    const rows = referring(context, schemas, child, table, row.values);
    if (rows.length === 0) continue;
    if (constraint.onDelete === "restrict") throw hasChildren(child, table, row.values);
    for (const one of rows) {
      const owner = tableOf(schemas, child.schema, child.name) as Table;
      if (constraint.onDelete === "cascade") schemas = removeRow(context, schemas, child, one);
      else {
        const emptied = one.values.map((value, index) => (constraint.columns.includes(owner.columns[index]?.name ?? "") ? null : value));
        schemas = withTable(schemas, child.schema, child.name, {
          ...owner,
          rows: owner.rows.map((other) => (other.id === one.id ? { ...one, values: emptied } : other)),
        });
      }
    }
  }
  return schemas;
};

interface Child {
  readonly schema: string;
  readonly name: string;
  readonly constraint: Extract<Constraint, { readonly kind: "foreign" }>;
  readonly parent: string;
}

const childrenOf = (schemas: Schemas, place: { readonly schema: string; readonly name: string }, _table: Table): readonly Child[] =>
  Object.entries(schemas).flatMap(([schema, { tables }]) =>
    Object.entries(tables).flatMap(([name, { constraints }]) =>
      constraints.flatMap((constraint) =>
        constraint.kind === "foreign" && constraint.schema === place.schema && constraint.table === place.name
          ? [{ schema, name, constraint, parent: place.name }]
          : [],
      ),
    ),
  );

const referring = (
  { dialect }: SqlContext,
  schemas: Schemas,
  { schema, name, constraint }: Child,
  parent: Table,
  values: readonly SqlValue[],
): readonly Row[] => {
  const table = tableOf(schemas, schema, name) as Table;
  return table.rows.filter((row) =>
    constraint.columns.every((column, index) =>
      isSame(row.values[columnIndex(table, column)] ?? null, values[columnIndex(parent, constraint.target[index] ?? "")] ?? null, dialect),
    ),
  );
};

const hasChildren = ({ name, constraint, parent }: Child, table: Table, values: readonly SqlValue[]): SqlError =>
  new SqlError("has-children", [
    constraint.name,
    parent,
    name,
    constraint.target.join(", "),
    constraint.target.map((column) => `${values[columnIndex(table, column)]}`).join(", "),
  ]);

const checkChildren = (
  context: SqlContext,
  schemas: Schemas,
  place: { readonly schema: string; readonly name: string },
  table: Table,
  before: readonly SqlValue[],
  after: readonly SqlValue[],
): void => {
  for (const child of childrenOf(schemas, place, table)) {
    const isMoved = child.constraint.target.some((column) => before[columnIndex(table, column)] !== after[columnIndex(table, column)]);
    if (isMoved && referring(context, schemas, child, table, before).length > 0) throw hasChildren(child, table, before);
  }
};

const checkRow = (
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
    if (constraint.kind === "foreign") checkParent(context, schemas, place.name, table, constraint, values);
  }
};

const checkParent = (
  { dialect }: SqlContext,
  schemas: Schemas,
  name: string,
  table: Table,
  constraint: Extract<Constraint, { readonly kind: "foreign" }>,
  values: readonly SqlValue[],
): void => {
  const own = constraint.columns.map((column) => values[columnIndex(table, column)] ?? null);
  if (own.includes(null)) return;
  const parent = tableOf(schemas, constraint.schema, constraint.table);
  const places = constraint.target.map((column) => (parent === undefined ? -1 : columnIndex(parent, column)));
  const isThere =
    parent?.rows.some((row) => places.every((at, index) => isSame(row.values[at] ?? null, own[index] ?? null, dialect))) === true;
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

const returning = (
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
