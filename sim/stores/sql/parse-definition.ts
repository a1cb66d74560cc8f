import { parseType } from "./parse-expression.ts";
import { parseSelect, readExpression } from "./parse-query.ts";
import type { TokenReader } from "./read-tokens.ts";
import type { Column, ConstraintDefinition, DefinitionStatement, TableChange, TableDefinition } from "./syntax.ts";

/** Reads a statement on tables, indexes and schemas; undefined when the next words begin none. */
export const parseDefinition = (reader: TokenReader): DefinitionStatement | undefined => {
  if (reader.isWord("create")) return parseCreate(reader);
  if (reader.isWord("alter", "table")) return parseAlter(reader);
  if (reader.isWord("drop") && ["table", "index", "schema"].includes(reader.peek(1).text)) return parseDrop(reader);
  if (!reader.takeWord("truncate")) return undefined;
  reader.takeWord("table");
  const tables = reader.list(() => reader.qualifiedName());
  const restarts = reader.takeWord("restart", "identity") || reader.dialect === "mysql";
  reader.takeWord("cascade");
  return { kind: "truncate", tables, restarts };
};

const parseCreate = (reader: TokenReader): DefinitionStatement | undefined => {
  const mark = reader.mark;
  reader.next();
  const isUnique = reader.takeWord("unique");
  if (reader.takeWord("index")) {
    reader.takeWord("concurrently");
    const ifMissing = reader.takeWord("if", "not", "exists");
    const name = reader.isWord("on") ? undefined : reader.name();
    reader.expectWord("on");
    const table = reader.qualifiedName();
    if (reader.takeWord("using")) reader.name();
    return { kind: "create-index", name, table, columns: indexColumns(reader), isUnique, ifMissing };
  }
  const isTemporary = reader.takeOneOf("temporary", "temp", "unlogged") !== undefined;
  if (!isUnique && reader.takeWord("table")) return parseTable(reader);
  if (!isUnique && !isTemporary && reader.dialect === "postgres" && reader.takeWord("schema")) {
    const ifMissing = reader.takeWord("if", "not", "exists");
    const owner = reader.isWord("authorization") ? undefined : reader.name();
    const role = reader.takeWord("authorization") ? reader.name() : undefined;
    return { kind: "create-schema", name: owner ?? role ?? "", ifMissing, owner: role };
  }
  reader.rewind(mark);
  return undefined;
};

const indexColumns = (reader: TokenReader): readonly string[] =>
  reader.bracketed(() => {
    const name = reader.name();
    if (reader.isSign("(") && reader.dialect === "mysql") reader.bracketed(() => reader.integer());
    reader.takeOneOf("asc", "desc");
    return name;
  });

const parseTable = (reader: TokenReader): DefinitionStatement => {
  const ifMissing = reader.takeWord("if", "not", "exists");
  const name = reader.qualifiedName();
  if (reader.takeWord("as"))
    return { kind: "create-table", name, ifMissing, definition: { columns: [], constraints: [] }, query: parseSelect(reader) };
  reader.expectSign("(");
  const definition = parseColumns(reader);
  reader.expectSign(")");
  while (reader.dialect === "mysql" && !reader.isAtEnd) {
    // ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 and the like.
    if (reader.next().kind !== "word") throw reader.error();
    if (reader.peek().kind === "word" && !reader.isSign("=")) reader.next();
    if (reader.takeSign("=")) reader.next();
  }
  return { kind: "create-table", name, ifMissing, definition, query: undefined };
};

const parseColumns = (reader: TokenReader): TableDefinition => {
  const columns: Column[] = [];
  const constraints: ConstraintDefinition[] = [];
  reader.list(() => {
    const constraint = parseConstraint(reader);
    if (constraint !== undefined) constraints.push(constraint);
    else {
      const found = parseColumn(reader);
      columns.push(...found.columns);
      constraints.push(...found.constraints);
    }
  });
  return { columns, constraints };
};

/** A constraint that stands by itself. */
const parseConstraint = (reader: TokenReader): ConstraintDefinition | undefined => {
  const name = reader.takeWord("constraint") ? reader.name() : undefined;
  if (reader.takeWord("primary")) {
    reader.expectWord("key");
    return { kind: "primary", name, columns: indexColumns(reader) };
  }
  if (reader.takeWord("unique")) {
    reader.takeOneOf("key", "index");
    const own = reader.isSign("(") ? name : reader.name();
    return { kind: "unique", name: own, columns: indexColumns(reader) };
  }
  if (reader.takeWord("foreign")) {
    reader.expectWord("key");
    return parseReferences(
      reader,
      name,
      reader.bracketed(() => reader.name()),
    );
  }
  if (reader.takeWord("check")) return parseCheck(reader, name);
  if (name !== undefined) throw reader.error();
  if (reader.dialect === "mysql" && reader.takeOneOf("key", "index") !== undefined) {
    const own = reader.isSign("(") ? undefined : reader.name();
    return { kind: "index", name: own, columns: indexColumns(reader) };
  }
  return undefined;
};

const parseCheck = (reader: TokenReader, name: string | undefined): ConstraintDefinition => {
  reader.expectSign("(");
  const { at } = reader.peek();
  const condition = readExpression(reader);
  const text = reader.sql.slice(at, reader.lastEnd);
  reader.expectSign(")");
  return { kind: "check", name, condition, text };
};

const parseReferences = (reader: TokenReader, name: string | undefined, columns: readonly string[]): ConstraintDefinition => {
  reader.expectWord("references");
  const table = reader.qualifiedName();
  const target = reader.isSign("(") ? reader.bracketed(() => reader.name()) : [];
  let onDelete: "restrict" | "cascade" | "set null" = "restrict";
  while (reader.takeWord("on")) {
    const event = reader.takeOneOf("delete", "update");
    if (event === undefined) throw reader.error();
    const action = reader.takeOneOf("cascade", "restrict", "no", "set");
    if (action === undefined) throw reader.error();
    if (action === "no") reader.expectWord("action");
    if (action === "set" && reader.takeOneOf("null", "default") === undefined) throw reader.error();
    if (event === "delete") onDelete = action === "cascade" ? "cascade" : action === "set" ? "set null" : "restrict";
  }
  return { kind: "foreign", name, columns, table, target, onDelete };
};

/** Column definition with its constraints, which become the table's. */
const parseColumn = (reader: TokenReader): TableDefinition => {
  const name = reader.name();
  const type = parseType(reader);
  const constraints: ConstraintDefinition[] = [];
  let [isNotNull, isSerial, defaultText] = [false, /serial$/.test(type.name), ""];
  let fallback: Column["default"];
  for (;;) {
    const own = reader.takeWord("constraint") ? reader.name() : undefined;
    if (reader.takeWord("not")) {
      reader.expectWord("null");
      isNotNull = true;
    } else if (reader.takeWord("null")) isNotNull = false;
    else if (reader.takeWord("default")) {
      const { at } = reader.peek();
      fallback = readExpression(reader);
      defaultText = reader.sql.slice(at, reader.lastEnd);
    } else if (reader.takeWord("primary")) {
      reader.expectWord("key");
      constraints.push({ kind: "primary", name: own, columns: [name] });
    } else if (reader.takeWord("unique")) {
      reader.takeWord("key");
      constraints.push({ kind: "unique", name: own, columns: [name] });
    } else if (reader.isWord("references")) constraints.push(parseReferences(reader, own, [name]));
    else if (reader.takeWord("check")) constraints.push(parseCheck(reader, own));
    else if (reader.takeWord("auto_increment")) isSerial = true;
    else if (reader.takeWord("generated")) {
      if (!reader.takeWord("always")) reader.expectWord("by", "default");
      reader.expectWord("as", "identity");
      isSerial = true;
    } else if (reader.dialect === "mysql" && reader.takeWord("on", "update")) readExpression(reader);
    else if (reader.dialect === "mysql" && reader.takeWord("comment")) reader.text();
    else if (reader.dialect === "mysql" && (reader.takeWord("character", "set") || reader.takeWord("collate"))) reader.next();
    else if (own !== undefined) throw reader.error();
    else break;
  }
  return {
    columns: [{ name, type: plainType(type), isNotNull: isNotNull || isSerial, default: fallback, defaultText, isSerial }],
    constraints,
  };
};

/** Type of a serial column: an integer. */
const plainType = (type: Column["type"]): Column["type"] =>
  /serial$/.test(type.name)
    ? { ...type, name: type.name === "bigserial" ? "bigint" : type.name === "smallserial" ? "smallint" : "integer" }
    : type;

const parseAlter = (reader: TokenReader): DefinitionStatement => {
  reader.expectWord("alter", "table");
  const ifThere = reader.takeWord("if", "exists");
  reader.takeWord("only");
  const table = reader.qualifiedName();
  return { kind: "alter-table", table, ifThere, changes: reader.list(() => parseChange(reader)) };
};

const parseChange = (reader: TokenReader): TableChange => {
  const word = reader.takeOneOf(
    "add",
    "drop",
    "rename",
    "alter",
    "owner",
    ...(reader.dialect === "mysql" ? (["modify", "change"] as const) : []),
  );
  switch (word) {
    case "add":
      return parseAdd(reader);
    case "drop":
      return parseDropPart(reader);
    case "rename": {
      if (reader.takeWord("to")) return { kind: "rename", to: reader.name() };
      reader.takeWord("column");
      const column = reader.name();
      reader.expectWord("to");
      return { kind: "rename-column", column, to: reader.name() };
    }
    case "alter":
      return parseAlterColumn(reader);
    case "owner":
      reader.expectWord("to");
      return { kind: "owner", role: reader.name() };
    case "modify":
    case "change": {
      reader.takeWord("column");
      const column = word === "modify" ? reader.peek() : reader.next();
      return { kind: "modify", column: reader.sql.slice(column.at, column.end).replaceAll("`", ""), definition: parseColumn(reader) };
    }
    default:
      throw reader.error();
  }
};

const parseAdd = (reader: TokenReader): TableChange => {
  const constraint = parseConstraint(reader);
  if (constraint !== undefined) return { kind: "add-constraint", constraint };
  reader.takeWord("column");
  const ifMissing = reader.takeWord("if", "not", "exists");
  const definition = parseColumn(reader);
  if (reader.dialect === "mysql" && !reader.takeWord("first") && reader.takeWord("after")) reader.name();
  return { kind: "add-column", definition, ifMissing };
};

const parseDropPart = (reader: TokenReader): TableChange => {
  const what = reader.takeOneOf("constraint", "column", ...(reader.dialect === "mysql" ? (["index", "key", "primary"] as const) : []));
  if (what === "primary") reader.expectWord("key");
  const ifThere = reader.takeWord("if", "exists");
  const name = what === "primary" ? "PRIMARY" : reader.name();
  reader.takeOneOf("cascade", "restrict");
  return what === undefined || what === "column"
    ? { kind: "drop-column", column: name, ifThere }
    : { kind: "drop-constraint", name, ifThere };
};

const parseAlterColumn = (reader: TokenReader): TableChange => {
  reader.takeWord("column");
  const column = reader.name();
  if (reader.takeWord("type") || reader.takeWord("set", "data", "type")) return { kind: "set-type", column, type: parseType(reader) };
  if (reader.takeWord("set", "default")) {
    const { at } = reader.peek();
    const value = readExpression(reader);
    return { kind: "set-default", column, value, text: reader.sql.slice(at, reader.lastEnd) };
  }
  if (reader.takeWord("drop", "default")) return { kind: "set-default", column, value: undefined, text: "" };
  if (reader.takeWord("set", "not", "null")) return { kind: "set-not-null", column, isNotNull: true };
  if (reader.takeWord("drop", "not", "null")) return { kind: "set-not-null", column, isNotNull: false };
  throw reader.error();
};

const parseDrop = (reader: TokenReader): DefinitionStatement => {
  reader.expectWord("drop");
  const what = reader.takeOneOf("table", "index", "schema") ?? "table";
  if (what === "index") reader.takeWord("concurrently");
  const ifThere = reader.takeWord("if", "exists");
  const names = reader.list(() => reader.qualifiedName());
  const isOfTable = reader.dialect === "mysql" && what === "index";
  if (isOfTable) reader.expectWord("on");
  const on = isOfTable ? reader.qualifiedName() : undefined;
  const cascades = reader.takeWord("cascade");
  if (!cascades) reader.takeWord("restrict");
  return { kind: "drop", what, names, ifThere, cascades, ...(on === undefined ? {} : { on }) };
};
