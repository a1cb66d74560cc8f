import type { TokenReader } from "./read-tokens.ts";
import type { SelectStatement, SqlExpression, SqlType } from "./syntax.ts";

/** Reads queries within expressions. */
export type ReadQuery = (reader: TokenReader) => SelectStatement;

/** Reads an expression, with the operators of either dialect in the order in which they bind. */
export const parseExpression = (reader: TokenReader, query: ReadQuery): SqlExpression => parseOr(reader, query);

const parseOr = (reader: TokenReader, query: ReadQuery): SqlExpression => {
  let left = parseAnd(reader, query);
  for (;;) {
    const { at } = reader.peek();
    if (!reader.takeWord("or")) return left;
    left = { kind: "binary", sign: "or", left, right: parseAnd(reader, query), at };
  }
};

const parseAnd = (reader: TokenReader, query: ReadQuery): SqlExpression => {
  let left = parseNot(reader, query);
  for (;;) {
    const { at } = reader.peek();
    if (!reader.takeWord("and") && !(reader.dialect === "mysql" && reader.takeSign("&&"))) return left;
    left = { kind: "binary", sign: "and", left, right: parseNot(reader, query), at };
  }
};

const parseNot = (reader: TokenReader, query: ReadQuery): SqlExpression => {
  const { at } = reader.peek();
  if (reader.takeWord("not")) return { kind: "unary", sign: "not", operand: parseNot(reader, query), at };
  return parseComparison(reader, query);
};

const COMPARISONS = ["<=>", "<=", ">=", "<>", "!=", "=", "<", ">", "!~", "~*", "~"];

const parseComparison = (reader: TokenReader, query: ReadQuery): SqlExpression => {
  let left = parseSum(reader, query);
  for (;;) {
    const { at, kind, text } = reader.peek();
    if (kind === "sign" && COMPARISONS.includes(text)) {
      reader.next();
      const sign = text === "!=" ? "<>" : text;
      const set = reader.takeOneOf("any", "some", "all");
      if (set !== undefined) {
        reader.expectSign("(");
        const items = reader.isWord("select") ? query(reader) : reader.list(() => parseExpression(reader, query));
        reader.expectSign(")");
        left = { kind: "in", operand: left, items, isNot: sign === "<>" };
      } else left = { kind: "binary", sign, left, right: parseSum(reader, query), at };
      continue;
    }
    if (reader.takeWord("is")) {
      const isNot = reader.takeWord("not");
      const what = reader.takeOneOf("null", "true", "false");
      if (what === undefined) throw reader.error();
      left = { kind: "is", operand: left, what, isNot };
      continue;
    }
    const isNot = reader.isWord("not") && ["in", "like", "ilike", "between"].includes(reader.peek(1).text);
    if (isNot) reader.next();
    const more = parsePredicate(reader, query, left, isNot);
    if (more === undefined) return left;
    left = more;
  }
};

const parsePredicate = (reader: TokenReader, query: ReadQuery, operand: SqlExpression, isNot: boolean): SqlExpression | undefined => {
  const { at } = reader.peek();
  if (reader.takeWord("in")) {
    reader.expectSign("(");
    const items = reader.isWord("select") ? query(reader) : reader.list(() => parseExpression(reader, query));
    reader.expectSign(")");
    return { kind: "in", operand, items, isNot };
  }
  if (reader.takeWord("between")) {
    const low = parseSum(reader, query);
    reader.expectWord("and");
    return { kind: "between", operand, low, high: parseSum(reader, query), isNot };
  }
  const like = reader.takeOneOf("like", ...(reader.dialect === "postgres" ? (["ilike"] as const) : (["regexp", "rlike"] as const)));
  if (like === undefined) return undefined;
  const matched: SqlExpression = {
    kind: "binary",
    sign: like === "rlike" ? "regexp" : like,
    left: operand,
    right: parseSum(reader, query),
    at,
  };
  return isNot ? { kind: "unary", sign: "not", operand: matched, at } : matched;
};

const parseSum = (reader: TokenReader, query: ReadQuery): SqlExpression => {
  let left = parseProduct(reader, query);
  for (;;) {
    const { at, kind, text } = reader.peek();
    if (kind !== "sign" || !["+", "-", "||", "->", "->>"].includes(text)) return left;
    reader.next();
    const interval = reader.isWord("interval") ? parseInterval(reader) : undefined;
    const right = interval ?? parseProduct(reader, query);
    left = { kind: "binary", sign: text === "||" && reader.dialect === "mysql" ? "or" : text, left, right, at };
  }
};

/** `interval '5 minutes'` and `INTERVAL 5 MINUTE`: so many seconds. */
const parseInterval = (reader: TokenReader): SqlExpression => {
  reader.expectWord("interval");
  const token = reader.next();
  const words = token.kind === "text" ? token.text.trim().split(/\s+/) : [token.text];
  const amount = Number(words[0]);
  const unit = words[1] ?? (reader.peek().kind === "word" ? reader.next().text : "second");
  const seconds = UNITS[unit.toLowerCase().replace(/s$/, "")];
  if (Number.isNaN(amount) || seconds === undefined) throw reader.error(token);
  return { kind: "value", value: amount * seconds, type: "interval" };
};

const UNITS: Readonly<Record<string, number>> = {
  second: 1,
  sec: 1,
  minute: 60,
  min: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
};

const parseProduct = (reader: TokenReader, query: ReadQuery): SqlExpression => {
  let left = parseUnary(reader, query);
  for (;;) {
    const { at, kind, text } = reader.peek();
    const isWordSign = kind === "word" && reader.dialect === "mysql" && (text === "div" || text === "mod");
    if (!isWordSign && (kind !== "sign" || !["*", "/", "%"].includes(text))) return left;
    reader.next();
    left = { kind: "binary", sign: text === "mod" ? "%" : text, left, right: parseUnary(reader, query), at };
  }
};

const parseUnary = (reader: TokenReader, query: ReadQuery): SqlExpression => {
  const { at, text, kind } = reader.peek();
  if (kind === "sign" && (text === "-" || text === "+")) {
    reader.next();
    const operand = parseUnary(reader, query);
    if (operand.kind === "value" && typeof operand.value === "number")
      return { ...operand, value: text === "-" ? -operand.value : operand.value };
    return { kind: "unary", sign: text, operand, at };
  }
  return parseCasts(reader, parsePrimary(reader, query));
};

const parseCasts = (reader: TokenReader, first: SqlExpression): SqlExpression => {
  let value = first;
  while (reader.dialect === "postgres" && reader.takeSign("::")) value = { kind: "cast", operand: value, type: parseType(reader) };
  return value;
};

const parsePrimary = (reader: TokenReader, query: ReadQuery): SqlExpression => {
  const token = reader.peek();
  if (token.kind === "number") {
    reader.next();
    return {
      kind: "value",
      value: Number(token.text),
      type: /[.eE]/.test(token.text) ? "numeric" : Number(token.text) > 2_147_483_647 ? "bigint" : "integer",
    };
  }
  if (token.kind === "text") {
    reader.next();
    return { kind: "value", value: token.text, type: "text" };
  }
  if (reader.takeSign("(")) {
    if (reader.isWord("select") || reader.isWord("with")) {
      const found = query(reader);
      reader.expectSign(")");
      return { kind: "subquery", query: found };
    }
    const inner = parseExpression(reader, query);
    reader.expectSign(")");
    return inner;
  }
  if (reader.takeSign("*")) return { kind: "all", table: undefined, at: token.at };
  if (token.kind === "word") {
    const special = parseWord(reader, query);
    if (special !== undefined) return special;
  }
  return parseNamed(reader, query);
};

const LITERALS: Readonly<Record<string, { readonly value: null | boolean; readonly type: string }>> = {
  null: { value: null, type: "text" },
  true: { value: true, type: "boolean" },
  false: { value: false, type: "boolean" },
};

const parseWord = (reader: TokenReader, query: ReadQuery): SqlExpression | undefined => {
  const { text, at } = reader.peek();
  const literal = LITERALS[text];
  if (literal !== undefined) {
    reader.next();
    return { kind: "value", ...literal };
  }
  if (text === "case") return parseCase(reader, query);
  if (text === "interval" && (reader.peek(1).kind === "text" || reader.peek(1).kind === "number")) return parseInterval(reader);
  if (text === "exists" && reader.peek(1).text === "(") {
    reader.next();
    reader.expectSign("(");
    const found = query(reader);
    reader.expectSign(")");
    return { kind: "exists", query: found };
  }
  if ((text === "cast" || text === "convert") && reader.peek(1).text === "(") {
    reader.next();
    reader.expectSign("(");
    const operand = parseExpression(reader, query);
    if (text === "cast") reader.expectWord("as");
    else reader.expectSign(",");
    const type = parseType(reader);
    reader.expectSign(")");
    return { kind: "cast", operand, type };
  }
  if (BARE_CALLS.has(text) && reader.peek(1).text !== "(") {
    if (reader.dialect === "mysql" && !text.startsWith("current_")) return undefined;
    reader.next();
    return { kind: "call", name: text, args: [], isDistinct: false, at };
  }
  if ((text === "date" || text === "timestamp" || text === "timestamptz") && reader.peek(1).kind === "text") {
    reader.next();
    return {
      kind: "cast",
      operand: { kind: "value", value: reader.text(), type: "text" },
      type: { name: typeName(text, reader.dialect), args: [] },
    };
  }
  return undefined;
};

const BARE_CALLS = new Set([
  "current_user",
  "session_user",
  "user",
  "current_timestamp",
  "current_date",
  "current_time",
  "current_catalog",
  "current_schema",
  "localtimestamp",
]);

const parseCase = (reader: TokenReader, query: ReadQuery): SqlExpression => {
  reader.expectWord("case");
  const subject = reader.isWord("when") ? undefined : parseExpression(reader, query);
  const branches: { readonly when: SqlExpression; readonly result: SqlExpression }[] = [];
  while (reader.takeWord("when")) {
    const when = parseExpression(reader, query);
    reader.expectWord("then");
    branches.push({ when, result: parseExpression(reader, query) });
  }
  if (branches.length === 0) throw reader.error();
  const otherwise = reader.takeWord("else") ? parseExpression(reader, query) : undefined;
  reader.expectWord("end");
  return { kind: "case", subject, branches, otherwise };
};

const parseNamed = (reader: TokenReader, query: ReadQuery): SqlExpression => {
  const { at, kind } = reader.peek();
  const isLeftOrRight = kind === "word" && reader.peek(1).text === "(" && ["left", "right", "values"].includes(reader.peek().text);
  const first = isLeftOrRight ? reader.next().text : reader.name();
  const parts = [first];
  while (reader.isSign(".")) {
    reader.next();
    if (reader.takeSign("*")) return { kind: "all", table: parts.at(-1), at };
    const token = reader.next();
    if (token.kind !== "name" && token.kind !== "word") throw reader.error(token);
    parts.push(token.kind === "name" || reader.dialect === "postgres" ? token.text : reader.sql.slice(token.at, token.end));
  }
  if (!reader.isSign("(")) return { kind: "column", name: { parts, at } };
  reader.next();
  const name = (parts.at(-1) as string).toLowerCase();
  if (reader.takeSign(")")) return { kind: "call", name, args: [], isDistinct: false, at };
  const isDistinct = reader.takeWord("distinct");
  const args = reader.list(() => parseExpression(reader, query));
  // `extract(epoch from x)`, `substring(x from 1 for 2)`, `trim(both from x)`.
  const extra =
    reader.takeOneOf("from", "for") === undefined
      ? []
      : [parseExpression(reader, query), ...(reader.takeWord("for") ? [parseExpression(reader, query)] : [])];
  reader.expectSign(")");
  return { kind: "call", name, args: [...args, ...extra], isDistinct, at };
};

/** Reads the name of a type, and gives it under its own one. */
export const parseType = (reader: TokenReader): SqlType => {
  const token = reader.next();
  if (token.kind !== "word" && token.kind !== "name") throw reader.error(token);
  let word = token.text;
  if (word === "double") reader.takeWord("precision");
  if (word === "character" || word === "char") word = reader.takeWord("varying") ? "varchar" : "char";
  if (word === "enum" || word === "set") {
    reader.bracketed(() => reader.text());
    return { name: "varchar", args: [255] };
  }
  const args = reader.isSign("(") ? reader.bracketed(() => reader.integer()) : [];
  if (word === "timestamp" || word === "time") {
    const zone = reader.takeOneOf("with", "without");
    if (zone !== undefined) reader.expectWord("time", "zone");
    if (zone === "with") word = `${word}tz`;
  }
  const isUnsigned = reader.dialect === "mysql" && reader.takeWord("unsigned");
  if (reader.takeSign("[")) {
    reader.expectSign("]");
    return { name: `${typeName(word, reader.dialect)}[]`, args };
  }
  return { name: typeName(word, reader.dialect), args, ...(isUnsigned ? { isUnsigned } : {}) };
};

const typeName = (word: string, dialect: "mysql" | "postgres"): string =>
  dialect === "postgres" ? (POSTGRES_TYPES[word] ?? word) : (MYSQL_TYPES[word] ?? word);

/** Types as `\d` shows them, by the names that people write. */
const POSTGRES_TYPES: Readonly<Record<string, string>> = {
  int: "integer",
  int4: "integer",
  int2: "smallint",
  int8: "bigint",
  serial: "serial",
  serial4: "serial",
  bigserial: "bigserial",
  serial8: "bigserial",
  smallserial: "smallserial",
  varchar: "character varying",
  char: "character",
  bool: "boolean",
  decimal: "numeric",
  float: "double precision",
  float8: "double precision",
  double: "double precision",
  float4: "real",
  timestamp: "timestamp without time zone",
  timestamptz: "timestamp with time zone",
  time: "time without time zone",
};

const MYSQL_TYPES: Readonly<Record<string, string>> = {
  integer: "int",
  bool: "tinyint",
  boolean: "tinyint",
  numeric: "decimal",
  dec: "decimal",
  real: "double",
  serial: "bigint",
};
