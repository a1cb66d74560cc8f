import { parseExpression } from "./parse-expression.ts";
import type { TokenReader } from "./read-tokens.ts";
import { SqlError } from "./sql-error.ts";
import type { Assignments, DataStatement, FromItem, OrderItem, SelectItem, SelectStatement, SqlExpression } from "./syntax.ts";

/** Reads an expression. */
export const readExpression = (reader: TokenReader): SqlExpression => parseExpression(reader, parseSelect);

/** Parses SELECT, with UNION, ORDER BY and LIMIT. */
export const parseSelect = (reader: TokenReader): SelectStatement => {
  const first = parseCore(reader);
  let union: SelectStatement["union"];
  if (reader.takeWord("union")) union = { isAll: reader.takeWord("all"), query: parseSelect(reader) };
  if (union !== undefined) {
    // The order and the limits at the end are those of the whole.
    const { orderBy, limit, offset, ...query } = union.query;
    return { ...first, union: { ...union, query: { ...query, orderBy: [], limit: undefined, offset: undefined } }, orderBy, limit, offset };
  }
  const orderBy = reader.takeWord("order") ? parseOrder(reader) : [];
  const { limit, offset } = parseLimits(reader);
  let isForUpdate = false;
  if (reader.takeWord("for")) {
    if (reader.takeOneOf("update", "share") === undefined) throw reader.error();
    isForUpdate = true;
  }
  return { ...first, orderBy, limit, offset, isForUpdate };
};

const parseCore = (reader: TokenReader): SelectStatement => {
  reader.expectWord("select");
  const isDistinct = reader.takeWord("distinct");
  if (!isDistinct) reader.takeWord("all");
  const items = reader.list(() => parseItem(reader));
  const from = reader.takeWord("from") ? parseFrom(reader) : undefined;
  const where = reader.takeWord("where") ? readExpression(reader) : undefined;
  let groupBy: readonly SqlExpression[] = [];
  if (reader.takeWord("group")) {
    reader.expectWord("by");
    groupBy = reader.list(() => readExpression(reader));
  }
  const having = reader.takeWord("having") ? readExpression(reader) : undefined;
  return {
    kind: "select",
    items,
    isDistinct,
    from,
    where,
    groupBy,
    having,
    union: undefined,
    orderBy: [],
    limit: undefined,
    offset: undefined,
    isForUpdate: false,
  };
};

/** Reads one value of a list with its name. */
export const parseItem = (reader: TokenReader): SelectItem => {
  const { at } = reader.peek();
  const value = readExpression(reader);
  const text = reader.sql.slice(at, reader.lastEnd);
  return { value, alias: parseAlias(reader), text };
};

const parseAlias = (reader: TokenReader): string | undefined => {
  if (reader.takeWord("as")) {
    const token = reader.peek();
    return token.kind === "text" ? reader.text() : reader.name();
  }
  const token = reader.peek();
  const isName = token.kind === "name" || (token.kind === "word" && !NO_ALIAS.has(token.text));
  return isName ? reader.name() : undefined;
};

/** Words that go on with the statement where a name might stand. */
const NO_ALIAS = new Set(
  "from where group having order limit offset union on using join inner left right cross full natural as for set values returning fetch window into when then else end and or not is in between like ilike asc desc lock except intersect use force ignore".split(
    " ",
  ),
);

const parseFrom = (reader: TokenReader): FromItem => {
  let left = parseJoins(reader);
  while (reader.takeSign(",")) left = { kind: "join", how: "cross", left, right: parseJoins(reader), on: undefined, using: [] };
  return left;
};

const parseJoins = (reader: TokenReader): FromItem => {
  let left = parseSource(reader);
  for (;;) {
    const how = parseJoinWord(reader);
    if (how === undefined) return left;
    const right = parseSource(reader);
    const on = how !== "cross" && reader.takeWord("on") ? readExpression(reader) : undefined;
    const using = on === undefined && how !== "cross" && reader.takeWord("using") ? reader.bracketed(() => reader.name()) : [];
    if (on === undefined && using.length === 0 && how !== "cross" && reader.dialect === "postgres") throw reader.error();
    left = { kind: "join", how, left, right, on, using };
  }
};

const parseJoinWord = (reader: TokenReader): "inner" | "left" | "right" | "cross" | undefined => {
  const word = reader.takeOneOf("inner", "left", "right", "cross", "join");
  if (word === undefined) return undefined;
  if (word === "join") return "inner";
  if (word === "left" || word === "right") reader.takeWord("outer");
  reader.expectWord("join");
  return word;
};

const parseSource = (reader: TokenReader): FromItem => {
  if (reader.takeSign("(")) {
    const query = parseSelect(reader);
    reader.expectSign(")");
    const alias = parseAlias(reader);
    if (alias === undefined && reader.dialect === "mysql")
      throw new SqlError("said", ["1248", "42000", "Every derived table must have its own alias"]);
    return { kind: "query", query, alias: alias ?? "unnamed_subquery" };
  }
  if (reader.peek(1).text === "(" && reader.peek().kind === "word" && reader.dialect === "postgres") {
    const call = readExpression(reader);
    const name = call.kind === "call" ? call.name : "unnamed";
    return { kind: "series", call, alias: parseAlias(reader) ?? name };
  }
  const name = reader.qualifiedName();
  return { kind: "table", name, alias: parseAlias(reader) };
};

const parseOrder = (reader: TokenReader): readonly OrderItem[] => {
  reader.expectWord("by");
  return reader.list(() => {
    const value = readExpression(reader);
    const direction = reader.takeOneOf("asc", "desc");
    const nulls = reader.dialect === "postgres" && reader.takeWord("nulls") ? reader.takeOneOf("first", "last") : undefined;
    return { value, isDescending: direction === "desc", nulls };
  });
};

const parseLimits = (reader: TokenReader): { readonly limit: SqlExpression | undefined; readonly offset: SqlExpression | undefined } => {
  let limit: SqlExpression | undefined;
  let offset: SqlExpression | undefined;
  for (;;) {
    if (limit === undefined && reader.takeWord("limit")) {
      limit = readExpression(reader);
      if (reader.dialect === "mysql" && reader.takeSign(",")) {
        offset = limit;
        limit = readExpression(reader);
      }
    } else if (offset === undefined && reader.takeWord("offset")) {
      offset = readExpression(reader);
      reader.takeOneOf("row", "rows");
    } else return { limit, offset };
  }
};

/** Reads a statement on rows; undefined when the next word begins none. */
export const parseData = (reader: TokenReader): DataStatement | undefined => {
  if (reader.isWord("select")) return parseSelect(reader);
  if (reader.isWord("insert") || (reader.dialect === "mysql" && reader.isWord("replace"))) return parseInsert(reader);
  if (reader.isWord("update")) return parseUpdate(reader);
  return reader.isWord("delete") ? parseDelete(reader) : undefined;
};

const parseInsert = (reader: TokenReader): DataStatement => {
  const isReplace = reader.next().text === "replace";
  const ignores = reader.dialect === "mysql" && reader.takeWord("ignore");
  if (!reader.takeWord("into") && reader.dialect === "postgres") throw reader.error();
  const table = reader.qualifiedName();
  const columns = reader.isSign("(") && reader.peek(1).text !== "select" ? reader.bracketed(() => reader.name()) : undefined;
  const isDefault = reader.takeWord("default", "values");
  const source = isDefault ? [[]] : reader.isWord("select") ? parseSelect(reader) : parseRows(reader);
  return {
    kind: "insert",
    table,
    columns,
    source,
    onConflict: isReplace ? { assignments: [] } : ignores ? "nothing" : parseConflict(reader),
    returning: parseReturning(reader),
  };
};

const parseRows = (reader: TokenReader): readonly (readonly (SqlExpression | "default")[])[] => {
  if (!reader.takeWord("values") && !(reader.dialect === "mysql" && reader.takeWord("value"))) throw reader.error();
  return reader.list(() => reader.bracketed(() => parseValue(reader)));
};

const parseValue = (reader: TokenReader): SqlExpression | "default" => (reader.takeWord("default") ? "default" : readExpression(reader));

const parseConflict = (reader: TokenReader): "fail" | "nothing" | { readonly assignments: Assignments } => {
  if (!reader.takeWord("on")) return "fail";
  if (reader.dialect === "mysql") {
    reader.expectWord("duplicate", "key", "update");
    return { assignments: parseAssignments(reader) };
  }
  reader.expectWord("conflict");
  if (reader.isSign("(")) reader.bracketed(() => reader.name());
  else if (reader.takeWord("on")) {
    reader.expectWord("constraint");
    reader.name();
  }
  reader.expectWord("do");
  if (reader.takeWord("nothing")) return "nothing";
  reader.expectWord("update", "set");
  return { assignments: parseAssignments(reader) };
};

const parseAssignments = (reader: TokenReader): Assignments =>
  reader.list(() => {
    const { parts, at } = reader.qualifiedName();
    reader.expectSign("=");
    return { column: parts.at(-1) as string, value: parseValue(reader), at };
  });

const parseReturning = (reader: TokenReader): readonly SelectItem[] | undefined =>
  reader.dialect === "postgres" && reader.takeWord("returning") ? reader.list(() => parseItem(reader)) : undefined;

const parseUpdate = (reader: TokenReader): DataStatement => {
  reader.expectWord("update");
  const table = reader.qualifiedName();
  const alias = parseAlias(reader);
  reader.expectWord("set");
  const assignments = parseAssignments(reader);
  const where = reader.takeWord("where") ? readExpression(reader) : undefined;
  const limit = reader.dialect === "mysql" && reader.takeWord("limit") ? reader.integer() : undefined;
  return { kind: "update", table, alias, assignments, where, limit, returning: parseReturning(reader) };
};

const parseDelete = (reader: TokenReader): DataStatement => {
  reader.expectWord("delete", "from");
  const table = reader.qualifiedName();
  const alias = parseAlias(reader);
  const where = reader.takeWord("where") ? readExpression(reader) : undefined;
  const limit = reader.dialect === "mysql" && reader.takeWord("limit") ? reader.integer() : undefined;
  return { kind: "delete", table, alias, where, limit, returning: parseReturning(reader) };
};
