import { type PromqlError, parseError } from "../promql-error.ts";
import { AGGREGATORS, KEYWORDS, lex, type Token } from "./lex.ts";

/** Precedence of binary operators; higher binds tighter. */
export const PRECEDENCE: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  unless: 2,
  "==": 3,
  "!=": 3,
  "<": 3,
  "<=": 3,
  ">": 3,
  ">=": 3,
  "+": 4,
  "-": 4,
  "*": 5,
  "/": 5,
  "%": 5,
  atan2: 5,
  "^": 6,
};

/** A query's tokens as a parser walks over them. */
export class TokenCursor {
  readonly #query: string;
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(query: string) {
    this.#query = query;
    this.#tokens = lex(query);
  }

  peek(): Token {
    return this.#tokens[this.#next] as Token;
  }

  take(): Token {
    const token = this.peek();
    if (token.type !== "eof") this.#next += 1;
    return token;
  }

  accept(type: string): Token | undefined {
    return this.peek().type === type ? this.take() : undefined;
  }

  expect(type: string, context?: string, expected?: string): void {
    if (this.peek().type !== type) throw this.unexpected(context, expected);
    this.take();
  }

  unexpected(context?: string, expected?: string, token = this.peek()): PromqlError {
    const where = context === undefined ? "" : ` in ${context}`;
    const wish = expected === undefined ? "" : `, expected ${expected}`;
    return this.error(token.at, `unexpected ${describeToken(token)}${where}${wish}`);
  }

  error(at: number, text: string): PromqlError {
    return parseError(this.#query, at, text);
  }

  /** The token after the next one. */
  following(): Token {
    return this.#tokens[Math.min(this.#next + 1, this.#tokens.length - 1)] as Token;
  }
}

/** A token as Prometheus' parser names it. */
const describeToken = (token: Token): string => {
  switch (token.type) {
    case "eof":
      return "end of input";
    case "identifier":
      return `identifier "${token.text}"`;
    case "metric":
      return `metric identifier "${token.text}"`;
    case "string":
    case "number":
    case "duration":
      return `${token.type} ${clip(token.raw ?? token.text)}`;
    default:
      if (AGGREGATORS.has(token.type)) return `<aggr:${token.text}>`;
      if (token.type in PRECEDENCE) return `<op:${token.text}>`;
      return KEYWORDS.has(token.type) ? `<${token.text}>` : `"${token.text}"`;
  }
};

const clip = (text: string): string => (text.length > 10 ? `${JSON.stringify(text.slice(0, 10))}...` : JSON.stringify(text));
