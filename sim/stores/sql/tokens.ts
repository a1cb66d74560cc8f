import { SqlError } from "./sql-error.ts";

/** Dialect of SQL. */
export type Dialect = "mysql" | "postgres";

export interface Token {
  readonly kind: "word" | "name" | "text" | "number" | "sign" | "end";
  /** A word in lower case, a name or text without its quotes. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** The words, names, texts, numbers and signs of a statement, with one that marks its end. */
export const readTokens = (sql: string, dialect: Dialect): readonly Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at = skipBlank(sql, at, dialect);
    if (at >= sql.length) break;
    const token = readToken(sql, at, dialect);
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: "end", text: "", at: sql.length, end: sql.length });
  return tokens;
};

/** Offset after the semicolon of a text's first statement; undefined while it is incomplete. `waitsFor`: the open quote or bracket. */
export const statementEnd = (
  sql: string,
  dialect: Dialect,
): { readonly end: number | undefined; readonly waitsFor: "" | "'" | '"' | "`" | "$" | "*" | "(" } => {
  let at = 0;
  let depth = 0;
  while (at < sql.length) {
    const rest = sql.slice(at, at + 2);
    const character = sql[at] as string;
    if (rest === "--" || (dialect === "mysql" && character === "#")) {
      const line = sql.indexOf("\n", at);
      if (line < 0) return { end: undefined, waitsFor: depth > 0 ? "(" : "" };
      at = line + 1;
    } else if (rest === "/*") {
      const close = sql.indexOf("*/", at + 2);
      if (close < 0) return { end: undefined, waitsFor: "*" };
      at = close + 2;
    } else if (character === "'" || character === '"' || character === "`") {
      const end = quoteEnd(sql, at, character, dialect === "mysql" || isEscapeText(sql, at));
      if (end === undefined) return { end: undefined, waitsFor: character };
      at = end;
    } else if (character === "$" && dialect === "postgres" && /^\$\w*\$/.test(sql.slice(at, at + 64))) {
      const tag = (/^\$\w*\$/.exec(sql.slice(at)) as RegExpExecArray)[0];
      const close = sql.indexOf(tag, at + tag.length);
      if (close < 0) return { end: undefined, waitsFor: "$" };
      at = close + tag.length;
    } else {
      if (character === "(") depth += 1;
      if (character === ")") depth -= 1;
      at += 1;
      if (character === ";" && depth <= 0) return { end: at, waitsFor: "" };
    }
  }
  return { end: undefined, waitsFor: depth > 0 ? "(" : "" };
};

const isEscapeText = (sql: string, at: number): boolean => /(^|[^\w])[eE]$/.test(sql.slice(Math.max(0, at - 2), at));

const skipBlank = (sql: string, start: number, dialect: Dialect): number => {
  let at = start;
  for (;;) {
    while (at < sql.length && /\s/.test(sql[at] as string)) at += 1;
    if (sql.startsWith("--", at) || (dialect === "mysql" && sql[at] === "#")) {
      const line = sql.indexOf("\n", at);
      at = line < 0 ? sql.length : line + 1;
    } else if (sql.startsWith("/*", at)) {
      const close = sql.indexOf("*/", at + 2);
      at = close < 0 ? sql.length : close + 2;
    } else return at;
  }
};

const readToken = (sql: string, at: number, dialect: Dialect): Token => {
  const character = sql[at] as string;
  if (character === "'") return quoted(sql, at, at, "text", dialect === "mysql");
  if (character === '"') return quoted(sql, at, at, dialect === "mysql" ? "text" : "name", dialect === "mysql");
  if (character === "`" && dialect === "mysql") return quoted(sql, at, at, "name", false);
  if (/^[eE]'/.test(sql.slice(at, at + 2)) && dialect === "postgres") return quoted(sql, at, at + 1, "text", true);
  const dollar = dialect === "postgres" ? /^\$(\w*)\$/.exec(sql.slice(at, at + 64)) : null;
  if (dollar !== null) {
    const close = sql.indexOf(dollar[0], at + dollar[0].length);
    if (close < 0) throw new SqlError("unclosed-quote", [sql.slice(at)], at);
    return { kind: "text", text: sql.slice(at + dollar[0].length, close), at, end: close + dollar[0].length };
  }
  const word = /^[\p{L}_@][\p{L}\p{N}_$@]*/u.exec(sql.slice(at));
  if (word !== null) return { kind: "word", text: word[0].toLowerCase(), at, end: at + word[0].length };
  const number = /^(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?/.exec(sql.slice(at));
  if (number !== null) return { kind: "number", text: number[0], at, end: at + number[0].length };
  const sign = SIGNS.find((candidate) => sql.startsWith(candidate, at)) ?? character;
  return { kind: "sign", text: sign, at, end: at + sign.length };
};

const SIGNS = ["<=>", "!~~", "::", "<=", ">=", "<>", "!=", "||", "&&", ":=", "!~", "~*", "->>", "->"];

const quoted = (sql: string, at: number, open: number, kind: "text" | "name", withEscapes: boolean): Token => {
  const quote = sql[open] as string;
  const end = quoteEnd(sql, open, quote, withEscapes);
  if (end === undefined) throw new SqlError("unclosed-quote", [sql.slice(at)], at);
  const inner = sql.slice(open + 1, end - 1).replaceAll(quote + quote, quote);
  const text = withEscapes ? inner.replaceAll(/\\([\s\S])/g, (_whole, escaped: string) => ESCAPES[escaped] ?? escaped) : inner;
  return { kind, text, at, end };
};

const quoteEnd = (sql: string, open: number, quote: string, withEscapes: boolean): number | undefined => {
  for (let at = open + 1; at < sql.length; at++) {
    if (sql[at] === "\\" && withEscapes) at += 1;
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1;
      at += 1;
    }
  }
  return undefined;
};

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", "0": "\0", Z: "\x1a" };
