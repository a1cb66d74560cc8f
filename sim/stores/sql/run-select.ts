import { chargeItems } from "#core/work-budget.ts";
import { nameOf } from "./column-name.ts";
import { type Evaluated, evaluate, hasAggregate, isTrue } from "./evaluate.ts";
import { findColumn, NO_SCOPE, type Scope, type Source, type SqlContext, sameName } from "./scope.ts";
import { SqlError } from "./sql-error.ts";
import type { FromItem, OrderItem, QualifiedName, SelectItem, SelectStatement, SqlExpression, SqlValue } from "./syntax.ts";
import { describeColumn, type QueryResult, type ResultColumn, tableOf } from "./tables.ts";
import { compareValues, toNumber } from "./values.ts";

/** Runs a query; `outer` is what a query around it sees. */
export const runSelect = (context: SqlContext, query: SelectStatement, outer: Scope = NO_SCOPE): QueryResult => {
  const result = runCore(context, query, outer);
  return { columns: result.columns, rows: limited(context, query, result.rows) };
};

/** The columns and rows that a query reads from. */
export interface Joined {
  readonly sources: readonly Source[];
  readonly rows: readonly (readonly (readonly SqlValue[])[])[];
}

/** Finds a table along the path; says in which schema it is. */
export const findTable = (context: SqlContext, { parts, at }: QualifiedName): { readonly schema: string; readonly name: string } => {
  const [name = "", schema] = [parts.at(-1), parts.at(-2)];
  if (schema !== undefined) {
    if (!Object.hasOwn(context.schemas, schema)) {
      if (context.dialect === "mysql") throw new SqlError("no-database", [schema]);
      throw new SqlError("no-table", [`${schema}.${name}`], at);
    }
    context.demandSchema(schema);
    if (tableOf(context.schemas, schema, name) === undefined) throw new SqlError("no-table", [`${schema}.${name}`], at);
    return { schema, name };
  }
  if (context.path.length === 0) throw new SqlError("said", ["1046", "3D000", "No database selected"]);
  const found = context.path.find((candidate) => tableOf(context.schemas, candidate, name) !== undefined);
  if (found === undefined) throw new SqlError("no-table", [context.dialect === "mysql" ? `${context.path[0]}.${name}` : name], at);
  return { schema: found, name };
};

const runCore = (context: SqlContext, query: SelectStatement, outer: Scope): QueryResult => {
  const { sources, rows } = query.from === undefined ? { sources: [], rows: [[]] } : readFrom(context, query.from, outer);
  let scopes: readonly Scope[] = rows.map((values) => ({ sources, values, outer, group: undefined }));
  if (query.where !== undefined) {
    const { where } = query;
    checkNames(context, where, { sources, values: [], outer, group: undefined });
    scopes = scopes.filter((scope) => isTrue(evaluate(context, scope, where, runSelect).value));
  }
  const items = query.items.flatMap((item) => expandItem(item, sources));
  const isGrouped = query.groupBy.length > 0 || items.some(({ value }) => hasAggregate(value)) || query.having !== undefined;
  if (isGrouped) scopes = group(context, query, scopes, { sources, values: [], outer, group: [] });
  const empty: Scope = { sources, values: sources.map(({ columns }) => columns.map(() => null)), outer, group: isGrouped ? [] : undefined };
  const shown = scopes.map((scope) => ({ scope, values: items.map(({ value }) => evaluate(context, scope, value, runSelect)) }));
  const columns = describeItems(context, items, shown[0]?.values, empty);
  let result: readonly Shown[] = query.isDistinct ? distinct(shown) : shown;
  if (query.union !== undefined) result = unite(context, query, columns, result, outer);
  if (query.orderBy.length > 0) result = sorted(context, query.orderBy, columns, result);
  return { columns, rows: result.map(({ values }) => values.map(({ value }) => value)) };
};

interface Shown {
  readonly scope: Scope;
  readonly values: readonly Evaluated[];
}

/** Checks the names of an expression even when there are no rows. */
const checkNames = (context: SqlContext, expression: SqlExpression, scope: Scope): void => {
  if (expression.kind === "column") findColumn(scope, expression.name, context.dialect);
  if (expression.kind === "binary") {
    checkNames(context, expression.left, scope);
    checkNames(context, expression.right, scope);
  }
  if (expression.kind === "unary" || expression.kind === "is" || expression.kind === "in" || expression.kind === "between")
    checkNames(context, expression.operand, scope);
};

const expandItem = (item: SelectItem, sources: readonly Source[]): readonly SelectItem[] => {
  const { value } = item;
  if (value.kind !== "all") return [item];
  const wanted = value.table === undefined ? sources : sources.filter(({ alias }) => alias === value.table);
  if (wanted.length === 0)
    throw value.table === undefined ? new SqlError("syntax", ["*"], value.at) : new SqlError("no-table", [value.table, "from"], value.at);
  return wanted.flatMap(({ alias, columns, hidden }) =>
    columns
      .filter(({ name }) => value.table !== undefined || hidden?.has(name) !== true)
      .map(({ name }) => ({ value: { kind: "column", name: { parts: [alias, name], at: value.at } } as const, alias: name, text: name })),
  );
};

const describeItems = (
  context: SqlContext,
  items: readonly SelectItem[],
  first: readonly Evaluated[] | undefined,
  empty: Scope,
): readonly ResultColumn[] => {
  const values = first ?? items.map(({ value }) => evaluate(context, empty, value, runSelect));
  return items.map(({ value, alias, text }, index) => {
    const { type = "text", scale } = values[index] ?? {};
    return { name: alias ?? nameOf(value, text, context), type, ...(scale === undefined ? {} : { scale }) };
  });
};

const readFrom = (context: SqlContext, from: FromItem, outer: Scope): Joined => {
  switch (from.kind) {
    case "table":
      return readTable(context, from.name, from.alias);
    case "query": {
      const { columns, rows } = runSelect(context, from.query, outer);
      return { sources: [{ alias: from.alias, columns }], rows: rows.map((row) => [row]) };
    }
    case "series":
      return readSeries(context, from, outer);
    case "join":
      return join(context, from, outer);
  }
};

const readTable = (context: SqlContext, name: QualifiedName, alias: string | undefined): Joined => {
  const [own = "", schema] = [name.parts.at(-1), name.parts.at(-2)];
  const made = context.systemTable(schema, own);
  if (made !== undefined) return { sources: [{ alias: alias ?? own, columns: made.columns }], rows: made.rows.map((row) => [row]) };
  const found = findTable(context, name);
  context.demand("SELECT", found.schema, found.name);
  const table = tableOf(context.schemas, found.schema, found.name);
  const columns = (table?.columns ?? []).map(describeColumn);
  return { sources: [{ alias: alias ?? own, columns }], rows: (table?.rows ?? []).map(({ values }) => [values]) };
};

const readSeries = (context: SqlContext, { call, alias }: Extract<FromItem, { readonly kind: "series" }>, outer: Scope): Joined => {
  if (call.kind !== "call") throw new SqlError("syntax", [alias]);
  const args = call.args.map((arg) => evaluate(context, outer, arg, runSelect));
  if (call.name === "generate_series") {
    const [from = 0, to = 0, step = 1] = args.map(({ value }) => toNumber(value ?? 0));
    const count = Math.min(SERIES_MAX, Math.max(0, Math.floor((to - from) / step) + 1));
    chargeItems(2 * count);
    return {
      sources: [{ alias, columns: [{ name: alias, type: "integer" }] }],
      rows: Array.from({ length: count }, (_unused, index) => [[from + index * step]]),
    };
  }
  const found = context.call(
    call.name,
    args.map(({ value }) => value),
  );
  if (found === undefined)
    throw new SqlError("no-function", [`${call.name}(${args.map(({ type }) => type).join(", ")})`, call.name], call.at);
  if (typeof found.value === "object" && found.value !== null)
    return { sources: [{ alias, columns: found.value.columns }], rows: found.value.rows.map((row) => [row]) };
  return { sources: [{ alias, columns: [{ name: alias, type: found.type }] }], rows: [[[found.value]]] };
};

const SERIES_MAX = 1_000_000;
const join = (context: SqlContext, from: Extract<FromItem, { readonly kind: "join" }>, outer: Scope): Joined => {
  const [left, right] = [readFrom(context, from.left, outer), readFrom(context, from.right, outer)];
  const merged = new Set(from.using);
  const sources = [...left.sources, ...right.sources.map((source) => (merged.size === 0 ? source : { ...source, hidden: merged }))];
  const duplicate = sources.find(({ alias }, index) => sources.findIndex((other) => other.alias === alias) !== index);
  if (duplicate !== undefined)
    throw new SqlError(
      "said",
      context.dialect === "mysql"
        ? ["1066", "42000", `Not unique table/alias: '${duplicate.alias}'`]
        : ["42712", `table name "${duplicate.alias}" specified more than once`],
    );
  const holds = (values: readonly (readonly SqlValue[])[]): boolean => {
    const scope: Scope = { sources, values, outer, group: undefined };
    if (from.on !== undefined) return isTrue(evaluate(context, scope, from.on, runSelect).value);
    return from.using.every((name) => {
      const sides = sources.flatMap(({ columns }, index) => {
        const at = columns.findIndex((column) => sameName(column.name, name, context.dialect));
        return at < 0 ? [] : [values[index]?.[at] ?? null];
      });
      return sides.length >= 2 && sides[0] !== null && compareValues(sides[0] ?? null, sides[1] ?? null, context.dialect) === 0;
    });
  };
  const blank = (side: Joined) => side.sources.map(({ columns }) => columns.map(() => null));
  chargeItems(4 * left.rows.length * right.rows.length);
  const rows: (readonly (readonly SqlValue[])[])[] = [];
  if (from.how === "right") {
    for (const other of right.rows) {
      const found = left.rows.map((one) => [...one, ...other]).filter(holds);
      rows.push(...(found.length === 0 ? [[...blank(left), ...other]] : found));
    }
    return { sources, rows };
  }
  for (const one of left.rows) {
    const found = right.rows.map((other) => [...one, ...other]).filter(holds);
    if (found.length === 0 && from.how === "left") rows.push([...one, ...blank(right)]);
    else rows.push(...found);
  }
  return { sources, rows };
};

const group = (context: SqlContext, query: SelectStatement, scopes: readonly Scope[], empty: Scope): readonly Scope[] => {
  const keys = query.groupBy.map((key) => positioned(key, query.items));
  const groups = new Map<string, Scope[]>();
  for (const scope of scopes) {
    const key = JSON.stringify(keys.map((part) => evaluate(context, scope, part, runSelect).value));
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [scope]);
    else known.push(scope);
  }
  if (groups.size === 0 && keys.length === 0) groups.set("", []);
  checkGrouped(context, query, keys);
  const made = [...groups.values()].map((rows) => ({ ...(rows[0] ?? empty), group: rows }));
  const { having } = query;
  return having === undefined ? made : made.filter((scope) => isTrue(evaluate(context, scope, having, runSelect).value));
};

/** A number means the value at that place of the list, a name may be one that the list gives. */
const positioned = (expression: SqlExpression, items: readonly SelectItem[]): SqlExpression => {
  if (expression.kind === "value" && typeof expression.value === "number") return items[expression.value - 1]?.value ?? expression;
  if (expression.kind !== "column" || expression.name.parts.length !== 1) return expression;
  return items.find(({ alias, value }) => alias === expression.name.parts[0] && value.kind !== "column")?.value ?? expression;
};

/** PostgreSQL wants every column of the list in the groups. */
const checkGrouped = (context: SqlContext, { items }: SelectStatement, keys: readonly SqlExpression[]): void => {
  if (context.dialect === "mysql") return;
  const names = new Set(keys.flatMap((key) => (key.kind === "column" ? [key.name.parts.at(-1)] : [])));
  for (const { value } of items)
    if (value.kind === "column" && !names.has(value.name.parts.at(-1)))
      throw new SqlError("not-grouped", [value.name.parts.join(".")], value.name.at);
};

const distinct = (shown: readonly Shown[]): readonly Shown[] => {
  const seen = new Map<string, Shown>();
  for (const row of shown) {
    const key = JSON.stringify(row.values.map(({ value }) => value));
    if (!seen.has(key)) seen.set(key, row);
  }
  return [...seen.values()];
};

const unite = (
  context: SqlContext,
  query: SelectStatement,
  columns: readonly ResultColumn[],
  shown: readonly Shown[],
  outer: Scope,
): readonly Shown[] => {
  const { isAll, query: second } = query.union as NonNullable<SelectStatement["union"]>;
  const other = runSelect(context, second, outer);
  if (other.columns.length !== columns.length) throw new SqlError("union-columns");
  const more = other.rows.map((row) => ({
    scope: NO_SCOPE,
    values: row.map((value, index) => ({ value, type: columns[index]?.type ?? "text" })),
  }));
  return isAll ? [...shown, ...more] : distinct([...shown, ...more]);
};

const sorted = (
  context: SqlContext,
  orderBy: readonly OrderItem[],
  columns: readonly ResultColumn[],
  shown: readonly Shown[],
): readonly Shown[] => {
  chargeItems(2 * shown.length * Math.log2(1 + shown.length));
  const keyed = shown.map((row) => ({ row, keys: orderBy.map(({ value }) => orderKey(context, value, columns, row)) }));
  keyed.sort((a, b) => {
    for (const [index, { isDescending, nulls }] of orderBy.entries()) {
      const order = compareKeys(a.keys[index] ?? null, b.keys[index] ?? null, { isDescending, nulls }, context);
      if (order !== 0) return order;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
};

const orderKey = (context: SqlContext, value: SqlExpression, columns: readonly ResultColumn[], { scope, values }: Shown): SqlValue => {
  if (value.kind === "value" && typeof value.value === "number") return values[value.value - 1]?.value ?? null;
  const own =
    value.kind === "column" && value.name.parts.length === 1
      ? columns.findIndex(({ name }) => sameName(name, value.name.parts[0] as string, context.dialect))
      : -1;
  return own >= 0 ? (values[own]?.value ?? null) : evaluate(context, scope, value, runSelect).value;
};

/** Compares sort keys; NULL is the greatest in PostgreSQL and the least in MySQL. */
const compareKeys = (
  a: SqlValue,
  b: SqlValue,
  { isDescending, nulls }: Pick<OrderItem, "isDescending" | "nulls">,
  { dialect }: SqlContext,
): number => {
  if (a === null || b === null) {
    if (a === b) return 0;
    const nullsFirst = nulls === undefined ? isDescending === (dialect === "postgres") : nulls === "first";
    return (a === null) === nullsFirst ? -1 : 1;
  }
  const order = compareValues(a, b, dialect);
  return isDescending ? -order : order;
};

const limited = (context: SqlContext, { limit, offset }: SelectStatement, rows: QueryResult["rows"]): QueryResult["rows"] => {
  const number = (expression: SqlExpression | undefined) =>
    expression === undefined ? undefined : evaluate(context, NO_SCOPE, expression, runSelect).value;
  const from = toNumber(number(offset) ?? 0);
  const count = number(limit);
  return rows.slice(from, count === undefined || count === null ? undefined : from + toNumber(count));
};
