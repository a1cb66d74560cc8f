import { evaluate } from "./evaluate.ts";
import { findTable, runSelect } from "./run-select.ts";
import { NO_SCOPE, type SqlContext, sameName } from "./scope.ts";
import { SqlError } from "./sql-error.ts";
import type { ColumnDefinition, ConstraintDefinition, DefinitionStatement, QualifiedName, TableChange, TableDefinition } from "./syntax.ts";
import { type Column, type Constraint, columnIndex, type Schemas, type Table, tableOf, withTable } from "./tables.ts";
import { compareValues, convertValue } from "./values.ts";

/** What a statement on tables came to. */
export interface Definition {
  readonly schemas: Schemas;
  /** In the words of PostgreSQL; what was there or not there already. */
  readonly notices: readonly string[];
  /** Tables that were changed or dropped, `schema.name`. */
  readonly changed: readonly string[];
}

type Statement<K extends DefinitionStatement["kind"]> = Extract<DefinitionStatement, { readonly kind: K }>;

/** Carries out a statement on tables, indexes and schemas; `role` will own what it makes. */
export const changeTables = (context: SqlContext, statement: DefinitionStatement, role: string): Definition => {
  switch (statement.kind) {
    case "create-table":
      return createTable(context, statement, role);
    case "create-index":
      return createIndex(context, statement);
    case "alter-table":
      return alterTable(context, statement);
    case "drop":
      return drop(context, statement);
    case "create-schema":
      return createSchema(context, statement, role);
    case "truncate": {
      let { schemas } = context;
      const changed: string[] = [];
      for (const name of statement.tables) {
        const place = findTable(context, name);
        context.demand("TRUNCATE", place.schema, place.name);
        const table = tableOf(schemas, place.schema, place.name) as Table;
        schemas = withTable(schemas, place.schema, place.name, {
          ...table,
          rows: [],
          nextSerial: statement.restarts ? 1 : table.nextSerial,
        });
        changed.push(`${place.schema}.${place.name}`);
      }
      return { schemas, notices: [], changed };
    }
  }
};

const done = (schemas: Schemas, changed: readonly string[] = [], notices: readonly string[] = []): Definition => ({
  schemas,
  changed,
  notices,
});

/** Where a new table goes. */
const homeOf = (context: SqlContext, { parts, at }: QualifiedName): { readonly schema: string; readonly name: string } => {
  const [name = "", given] = [parts.at(-1), parts.at(-2)];
  const schema = given ?? context.path.find((candidate) => Object.hasOwn(context.schemas, candidate) && !candidate.startsWith("pg_"));
  if (schema === undefined)
    throw new SqlError(
      "said",
      context.dialect === "mysql" ? ["1046", "3D000", "No database selected"] : ["3F000", "no schema has been selected to create in"],
      at,
    );
  if (!Object.hasOwn(context.schemas, schema)) throw new SqlError(context.dialect === "mysql" ? "no-database" : "no-schema", [schema], at);
  context.demandSchema(schema);
  return { schema, name };
};

const createTable = (
  context: SqlContext,
  { name: wanted, ifMissing, definition, query }: Statement<"create-table">,
  role: string,
): Definition => {
  const { schema, name } = homeOf(context, wanted);
  if (tableOf(context.schemas, schema, name) !== undefined) {
    if (ifMissing) return done(context.schemas, [], [`relation "${name}" already exists, skipping`]);
    throw new SqlError("table-exists", [name]);
  }
  const result = query === undefined ? undefined : runSelect(context, query);
  const columns =
    result === undefined
      ? definition.columns.map((column) => makeColumn(context, column))
      : result.columns.map(({ name: own, type }) => ({
          name: own,
          type: { name: type, args: [] },
          isNotNull: false,
          default: undefined,
          defaultText: "",
          isSerial: false,
        }));
  const seen = new Set<string>();
  for (const { name: own } of columns) {
    if (seen.has(own)) throw new SqlError("column-exists", [own, ""]);
    seen.add(own);
  }
  const rows = (result?.rows ?? []).map((values, index) => ({ id: index + 1, values }));
  let table: Table = { columns, constraints: [], rows, owner: role, rights: {}, nextRow: rows.length + 1, nextSerial: 1 };
  let schemas = withTable(context.schemas, schema, name, table);
  for (const constraint of definition.constraints) {
    table = addConstraint({ ...context, schemas }, schema, name, table, constraint);
    schemas = withTable(schemas, schema, name, table);
  }
  return done(schemas, [`${schema}.${name}`]);
};

const makeColumn = (
  { dialect }: SqlContext,
  { name, type, isNotNull, default: fallback, defaultText, isSerial }: ColumnDefinition,
): Column => {
  if (!KNOWN_TYPES.has(type.name.replace("[]", "")))
    throw dialect === "postgres" ? new SqlError("no-type", [type.name]) : new SqlError("syntax", [type.name]);
  return { name, type, isNotNull, default: fallback, defaultText, isSerial };
};

const KNOWN_TYPES = new Set(
  "smallint|integer|int|bigint|tinyint|mediumint|numeric|decimal|double precision|double|real|float|boolean|text|character varying|character|varchar|char|longtext|mediumtext|tinytext|json|jsonb|uuid|bytea|blob|longblob|binary|varbinary|timestamp without time zone|timestamp with time zone|date|datetime|timestamp|time|time without time zone|inet|interval|oid|name|year|bit".split(
    "|",
  ),
);

const addConstraint = (context: SqlContext, schema: string, name: string, table: Table, definition: ConstraintDefinition): Table => {
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

const createIndex = (
  context: SqlContext,
  { name: given, table: wanted, columns, isUnique, ifMissing }: Statement<"create-index">,
): Definition => {
  const { schema, name } = findTable(context, wanted);
  const table = tableOf(context.schemas, schema, name) as Table;
  const own = given ?? `${name}_${columns.join("_")}_idx`;
  const isTaken =
    context.dialect === "mysql" ? table.constraints.some((other) => other.name === own) : indexHome(context.schemas, own) !== undefined;
  if (isTaken) {
    if (ifMissing) return done(context.schemas, [], [`relation "${own}" already exists, skipping`]);
    throw new SqlError("index-exists", [own, name]);
  }
  const next = addConstraint(context, schema, name, table, { kind: isUnique ? "unique" : "index", name: own, columns });
  return done(withTable(context.schemas, schema, name, next), [`${schema}.${name}`]);
};

const indexHome = (schemas: Schemas, index: string): { readonly schema: string; readonly name: string } | undefined => {
  for (const [schema, { tables }] of Object.entries(schemas))
    for (const [name, { constraints }] of Object.entries(tables))
      if (constraints.some((constraint) => constraint.name === index && ["index", "unique", "primary"].includes(constraint.kind)))
        return { schema, name };
  return undefined;
};

const alterTable = (context: SqlContext, { table: wanted, ifThere, changes }: Statement<"alter-table">): Definition => {
  let place: { readonly schema: string; readonly name: string };
  try {
    place = findTable(context, wanted);
  } catch (error) {
    if (ifThere && error instanceof SqlError && error.kind === "no-table")
      return done(context.schemas, [], [`relation "${wanted.parts.at(-1)}" does not exist, skipping`]);
    throw error;
  }
  let table = tableOf(context.schemas, place.schema, place.name) as Table;
  let { name } = place;
  let { schemas } = context;
  const notices: string[] = [];
  for (const change of changes) {
    if (change.kind === "rename") {
      if (tableOf(schemas, place.schema, change.to) !== undefined) throw new SqlError("table-exists", [change.to]);
      schemas = withTable(schemas, place.schema, name, undefined);
      name = change.to;
    } else table = changeTable({ ...context, schemas }, { schema: place.schema, name, table }, change, notices);
    schemas = withTable(schemas, place.schema, name, table);
  }
  return done(schemas, [`${place.schema}.${place.name}`], notices);
};

interface Changing {
  readonly schema: string;
  readonly name: string;
  readonly table: Table;
}

const changeTable = (
  context: SqlContext,
  { schema, name, table }: Changing,
  change: Exclude<TableChange, { readonly kind: "rename" }>,
  notices: string[],
): Table => {
  switch (change.kind) {
    case "add-column":
      return addColumn(context, { schema, name, table }, change.definition, change.ifMissing, notices);
    case "drop-column": {
      const index = table.columns.findIndex((column) => sameName(column.name, change.column, context.dialect));
      if (index < 0) {
        if (!change.ifThere) throw new SqlError("drop-missing", [change.column, "column", name]);
        notices.push(`column "${change.column}" of relation "${name}" does not exist, skipping`);
        return table;
      }
      return {
        ...table,
        columns: table.columns.toSpliced(index, 1),
        rows: table.rows.map((row) => ({ ...row, values: row.values.toSpliced(index, 1) })),
        constraints: table.constraints.filter((constraint) => !("columns" in constraint) || !constraint.columns.includes(change.column)),
      };
    }
    case "add-constraint":
      return addConstraint(context, schema, name, table, change.constraint);
    case "drop-constraint": {
      if (table.constraints.some((constraint) => constraint.name === change.name))
        return { ...table, constraints: table.constraints.filter((constraint) => constraint.name !== change.name) };
      if (!change.ifThere) throw new SqlError("drop-missing", [change.name, "constraint", name]);
      notices.push(`constraint "${change.name}" of relation "${name}" does not exist, skipping`);
      return table;
    }
    case "owner":
      return { ...table, owner: change.role };
    case "modify": {
      const [column] = change.definition.columns;
      if (column === undefined) return table;
      return changeColumn(context, name, table, change.column, () => makeColumn(context, column));
    }
    case "rename-column":
      return changeColumn(context, name, renameInConstraints(table, change.column, change.to), change.column, (column) => ({
        ...column,
        name: change.to,
      }));
    case "set-type":
      return changeColumn(context, name, table, change.column, (column) => ({ ...column, type: change.type }));
    case "set-default":
      return changeColumn(context, name, table, change.column, (column) => ({
        ...column,
        default: change.value,
        defaultText: change.text,
      }));
    case "set-not-null": {
      const index = columnIndex(table, change.column);
      if (change.isNotNull && index >= 0 && table.rows.some(({ values }) => values[index] === null))
        throw new SqlError("said", ["23502", `column "${change.column}" of relation "${name}" contains null values`]);
      return changeColumn(context, name, table, change.column, (column) => ({ ...column, isNotNull: change.isNotNull }));
    }
  }
};

const addColumn = (
  context: SqlContext,
  { schema, name, table }: Changing,
  definition: TableDefinition,
  ifMissing: boolean,
  notices: string[],
): Table => {
  const column = makeColumn(context, definition.columns[0] as ColumnDefinition);
  if (table.columns.some((other) => sameName(other.name, column.name, context.dialect))) {
    if (!ifMissing) throw new SqlError("column-exists", [column.name, name]);
    notices.push(`column "${column.name}" of relation "${name}" already exists, skipping`);
    return table;
  }
  const value =
    column.default === undefined
      ? null
      : convertValue(evaluate(context, NO_SCOPE, column.default, runSelect).value, column.type, context.dialect);
  const filled =
    value === null && column.isNotNull && context.dialect === "mysql"
      ? /int|decimal|double|float/.test(column.type.name)
        ? 0
        : ""
      : value;
  if (filled === null && column.isNotNull && !column.isSerial && table.rows.length > 0)
    throw new SqlError("said", ["23502", `column "${column.name}" of relation "${name}" contains null values`]);
  let next: Table = {
    ...table,
    columns: [...table.columns, column],
    rows: table.rows.map((row, index) => ({ ...row, values: [...row.values, column.isSerial ? index + 1 : filled] })),
  };
  for (const constraint of definition.constraints) next = addConstraint(context, schema, name, next, constraint);
  return next;
};

const changeColumn = (context: SqlContext, name: string, table: Table, wanted: string, change: (column: Column) => Column): Table => {
  const index = table.columns.findIndex((column) => sameName(column.name, wanted, context.dialect));
  if (index < 0) throw new SqlError("drop-missing", [wanted, "column", name]);
  const column = change(table.columns[index] as Column);
  const isRetyped = column.type !== table.columns[index]?.type;
  return {
    ...table,
    columns: table.columns.with(index, column),
    rows: isRetyped
      ? table.rows.map((row) => ({
          ...row,
          values: row.values.with(index, convertValue(row.values[index] ?? null, column.type, context.dialect, column.name)),
        }))
      : table.rows,
  };
};

const renameInConstraints = (table: Table, from: string, to: string): Table => ({
  ...table,
  constraints: table.constraints.map((constraint) =>
    "columns" in constraint ? { ...constraint, columns: constraint.columns.map((column) => (column === from ? to : column)) } : constraint,
  ),
});

const drop = (context: SqlContext, statement: Statement<"drop">): Definition => {
  let { schemas } = context;
  const notices: string[] = [];
  const changed: string[] = [];
  for (const wanted of statement.names) {
    const place = placeToDrop({ ...context, schemas }, statement, wanted);
    const label = wanted.parts.join(".");
    if (place === undefined) {
      if (!statement.ifThere) throw new SqlError("drop-missing", [label, statement.what, context.path[0] ?? ""]);
      notices.push(`${statement.what} "${label}" does not exist, skipping`);
      continue;
    }
    schemas = dropAt(schemas, statement, label, place);
    changed.push(`${place.schema}.${place.name}`);
  }
  return done(schemas, changed, notices);
};

const placeToDrop = (
  context: SqlContext,
  { what, on }: Statement<"drop">,
  { parts }: QualifiedName,
): { readonly schema: string; readonly name: string } | undefined => {
  const [name = "", schema] = [parts.at(-1), parts.at(-2)];
  if (what === "schema") return Object.hasOwn(context.schemas, name) ? { schema: name, name: "" } : undefined;
  if (what === "index") {
    const place = on === undefined ? indexHome(context.schemas, name) : findTable(context, on);
    const table = place === undefined ? undefined : tableOf(context.schemas, place.schema, place.name);
    return table?.constraints.some((constraint) => constraint.name === name) === true ? place : undefined;
  }
  const home = schema ?? context.path.find((candidate) => tableOf(context.schemas, candidate, name) !== undefined);
  if (context.path.length === 0 && home === undefined) throw new SqlError("said", ["1046", "3D000", "No database selected"]);
  return home !== undefined && tableOf(context.schemas, home, name) !== undefined ? { schema: home, name } : undefined;
};

const dropAt = (
  schemas: Schemas,
  { what, cascades }: Statement<"drop">,
  label: string,
  { schema, name }: { readonly schema: string; readonly name: string },
): Schemas => {
  if (what === "schema") {
    const { [schema]: gone, ...others } = schemas;
    const [held] = Object.keys(gone?.tables ?? {});
    if (held !== undefined && !cascades)
      throw new SqlError("said", [
        "2BP01",
        `cannot drop schema ${schema} because other objects depend on it`,
        `table ${schema}.${held} depends on schema ${schema}`,
        "Use DROP ... CASCADE to drop the dependent objects too.",
      ]);
    return others;
  }
  const table = tableOf(schemas, schema, name) as Table;
  if (what === "index")
    return withTable(schemas, schema, name, {
      ...table,
      constraints: table.constraints.filter((constraint) => constraint.name !== label.split(".").at(-1)),
    });
  const child = Object.entries(schemas).flatMap(([home, { tables }]) =>
    Object.entries(tables).flatMap(([own, { constraints }]) =>
      constraints.flatMap((constraint) =>
        constraint.kind === "foreign" && constraint.schema === schema && constraint.table === name && own !== name
          ? [{ home, own, constraint }]
          : [],
      ),
    ),
  );
  const [first] = child;
  if (first !== undefined && !cascades)
    throw new SqlError("said", [
      "2BP01",
      `cannot drop table ${name} because other objects depend on it`,
      `constraint ${first.constraint.name} on table ${first.own} depends on table ${name}`,
      "Use DROP ... CASCADE to drop the dependent objects too.",
    ]);
  let next = withTable(schemas, schema, name, undefined);
  for (const { home, own, constraint } of child) {
    const owner = tableOf(next, home, own) as Table;
    next = withTable(next, home, own, { ...owner, constraints: owner.constraints.filter((other) => other !== constraint) });
  }
  return next;
};

const createSchema = (context: SqlContext, { name, ifMissing, owner }: Statement<"create-schema">, role: string): Definition => {
  if (Object.hasOwn(context.schemas, name)) {
    if (ifMissing) return done(context.schemas, [], [`schema "${name}" already exists, skipping`]);
    throw new SqlError("schema-exists", [name]);
  }
  return done({ ...context.schemas, [name]: { owner: owner ?? role, tables: {}, rights: {} } });
};
