import { parseError } from "../promql-error.ts";

/** One lexical item. For symbols and keywords the type is the text itself. */
export interface Token {
  readonly type: "identifier" | "metric" | "number" | "duration" | "string" | "eof" | (string & {});
  /** For strings, the value without quotes and escapes. */
  readonly text: string;
  /** Strings only: as it stands in the query. */
  readonly raw?: string;
  readonly at: number;
}

export const AGGREGATORS: ReadonlySet<string> = new Set([
  "sum",
  "avg",
  "count",
  "min",
  "max",
  "group",
  "stddev",
  "stdvar",
  "topk",
  "bottomk",
  "count_values",
  "quantile",
  "limitk",
]);

/** Words that are no identifiers outside braces. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  "and",
  "or",
  "unless",
  "atan2",
  "by",
  "without",
  "on",
  "ignoring",
  "group_left",
  "group_right",
  "bool",
  "offset",
]);

/** Splits a query into tokens; the last one is `eof`. @throws PromqlError */
export const lex = (query: string): readonly Token[] => new Lexer(query).run();

class Lexer {
  readonly #query: string;
  readonly #tokens: Token[] = [];
  #at = 0;
  #parens = 0;
  #inBraces = false;
  #inBrackets = false;

  constructor(query: string) {
    this.#query = query;
  }

  run(): readonly Token[] {
    for (;;) {
      this.#skipBlank();
      if (this.#at >= this.#query.length) break;
      this.#next();
    }
    if (this.#inBraces) throw this.#error("unexpected end of input inside braces");
    if (this.#inBrackets) throw this.#error("unclosed left bracket");
    if (this.#parens > 0) throw this.#error("unclosed left parenthesis");
    this.#tokens.push({ type: "eof", text: "", at: this.#query.length });
    return this.#tokens;
  }

  #skipBlank(): void {
    BLANK.lastIndex = this.#at;
    const match = BLANK.exec(this.#query);
    if (match !== null) this.#at += match[0].length;
  }

  #next(): void {
    const char = this.#query[this.#at] as string;
    if (char === '"' || char === "'" || char === "`") {
      this.#string(char);
      return;
    }
    if (this.#inBraces) {
      this.#insideBraces(char);
      return;
    }
    if (/^\.?[0-9]/.test(this.#query.slice(this.#at, this.#at + 2))) {
      this.#number();
      return;
    }
    if (/[A-Za-z_:]/.test(char) && !(this.#inBrackets && char === ":")) {
      this.#word();
      return;
    }
    this.#symbol(char);
  }

  #string(quote: string): void {
    const start = this.#at;
    let value = "";
    for (let i = start + 1; i < this.#query.length; i++) {
      const char = this.#query[i] as string;
      if (char === quote) {
        this.#tokens.push({ type: "string", text: value, raw: this.#query.slice(start, i + 1), at: start });
        this.#at = i + 1;
        return;
      }
      if (char === "\\" && quote !== "`") {
        const escaped = unescapeAt(this.#query, i);
        if (escaped === undefined) throw this.#error(`unknown escape sequence ${runeName(this.#query, i + 1)}`, start);
        value += escaped.text;
        i += escaped.length - 1;
      } else value += char;
    }
    throw this.#error(quote === "`" ? "unterminated raw string" : "unterminated quoted string", start);
  }

  #insideBraces(char: string): void {
    if (char === "}") {
      this.#inBraces = false;
      this.#push("}");
      return;
    }
    if (char === ",") {
      this.#push(",");
      return;
    }
    const op = /^(=~|!~|!=|=)/.exec(this.#query.slice(this.#at, this.#at + 2))?.[0];
    if (op !== undefined) {
      this.#push(op);
      return;
    }
    const word = /^[A-Za-z_][A-Za-z0-9_]*/.exec(this.#query.slice(this.#at))?.[0];
    if (word === undefined) {
      if (char === "{") throw this.#error("unexpected left brace '{'");
      if (char === "!") throw this.#error(`unexpected character after '!' inside braces: ${quoteChar(this.#query[this.#at + 1])}`);
      throw this.#error(`unexpected character inside braces: ${quoteChar(char)}`);
    }
    this.#push("identifier", word);
  }

  #number(): void {
    const rest = this.#query.slice(this.#at);
    const duration = /^(?:\d+(?:ms|[smhdwy]))+(?![A-Za-z0-9_.])/.exec(rest)?.[0];
    if (duration !== undefined) {
      this.#push("duration", duration);
      return;
    }
    const number = /^(?:0[xX][0-9a-fA-F_]*|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d*)?)/.exec(rest)?.[0] ?? "";
    if (/^[A-Za-z0-9_]/.test(rest.slice(number.length))) {
      const read = /^(?:\d+[smhdwy]s?)+./.exec(rest)?.[0] ?? number; // as far as Prometheus has read
      throw this.#error(`bad number or duration syntax: ${JSON.stringify(read)}`);
    }
    if (/[xXeE+-]$/.test(number))
      throw this.#error(`error parsing number: strconv.ParseFloat: parsing ${JSON.stringify(number)}: invalid syntax`);
    this.#push("number", number);
  }

  #word(): void {
    const word = /^[A-Za-z_:][A-Za-z0-9_:]*/.exec(this.#query.slice(this.#at))?.[0] as string;
    const lower = word.toLowerCase();
    if (lower === "inf" || lower === "nan") {
      this.#push("number", word);
      return;
    }
    if (AGGREGATORS.has(lower) || KEYWORDS.has(lower)) {
      this.#tokens.push({ type: lower, text: word, at: this.#at });
      this.#at += word.length;
      return;
    }
    this.#push(word.includes(":") ? "metric" : "identifier", word);
  }

  #symbol(char: string): void {
    const pair = this.#query.slice(this.#at, this.#at + 2);
    if (pair === "==" || pair === "!=" || pair === "<=" || pair === ">=" || pair === "=~" || pair === "!~") {
      this.#push(pair);
      return;
    }
    if (char === "!") throw this.#error(`unexpected character after '!': ${quoteChar(this.#query[this.#at + 1])}`);
    if (!SYMBOLS.has(char)) throw this.#error(`unexpected character: ${quoteChar(char)}`);
    this.#bracket(char);
    this.#push(char);
  }

  /** Follows the opening and closing of parentheses, braces and brackets. */
  #bracket(char: string): void {
    if (char === "(") this.#parens += 1;
    if (char === "{") this.#inBraces = true;
    if (char === "[") {
      if (this.#inBrackets) throw this.#error("unexpected left bracket '['");
      this.#inBrackets = true;
    }
    if (char === "]") {
      if (!this.#inBrackets) throw this.#error("unexpected right bracket ']'");
      this.#inBrackets = false;
    }
    if (char === ")") {
      this.#parens -= 1;
      // Prometheus has read it already when it complains.
      if (this.#parens < 0) throw this.#error("unexpected right parenthesis ')'", this.#at + 1);
    }
  }

  #push(type: string, text = type): void {
    this.#tokens.push({ type, text, at: this.#at });
    this.#at += text.length;
  }

  #error(text: string, at = this.#at) {
    return parseError(this.#query, at, text);
  }
}

const BLANK = /(?:\s|#[^\n]*)*/y;
const SYMBOLS = new Set([..."+-*/%^=<>(){[],:@"]);
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  '"': '"',
  "'": "'",
};

/** Quotes a character as Go does; the end of input is a rune that it cannot print. */
const quoteChar = (char: string | undefined): string => `'${char ?? "\uFFFD"}'`;

/** Names a character as Go's `%#U` does: `U+0071 'q'`. */
const runeName = (text: string, at: number): string => {
  const code = text.codePointAt(at) ?? 0xfffd;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")} '${String.fromCodePoint(code)}'`;
};

/** The escape sequence that begins at a backslash. */
const unescapeAt = (text: string, at: number): { readonly text: string; readonly length: number } | undefined => {
  const simple = ESCAPES[text[at + 1] ?? ""];
  if (simple !== undefined) return { text: simple, length: 2 };
  const match = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3}))/.exec(text.slice(at, at + 10));
  if (match === null) return undefined;
  const code = match[4] === undefined ? Number.parseInt(match[1] ?? match[2] ?? match[3] ?? "0", 16) : Number.parseInt(match[4], 8);
  return code > 0x10ffff ? undefined : { text: String.fromCodePoint(code), length: match[0].length };
};
