import { SqlError } from "./sql-error.ts";
import type { QualifiedName } from "./syntax.ts";
import { type Dialect, readTokens, type Token } from "./tokens.ts";

/** Goes through the tokens of a statement; what does not fit is an error at the first token that cannot be there. */
export class TokenReader {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(sql: string, dialect: Dialect) {
    this.sql = sql;
    this.dialect = dialect;
    this.#tokens = readTokens(sql, dialect);
  }

  /** Next token, or a later one. */
  peek(ahead = 0): Token {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)] as Token;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== "end") this.#at += 1;
    return token;
  }

  /** End of the last token that was taken, as an offset in the text. */
  get lastEnd(): number {
    return this.#at === 0 ? 0 : (this.#tokens[this.#at - 1] as Token).end;
  }

  get isAtEnd(): boolean {
    return this.peek().kind === "end" || (this.peek().text === ";" && this.peek().kind === "sign");
  }

  /** True when the next words are these. */
  isWord(...words: readonly string[]): boolean {
    return words.every((word, index) => this.peek(index).kind === "word" && this.peek(index).text === word);
  }

  isSign(sign: string): boolean {
    return this.peek().kind === "sign" && this.peek().text === sign;
  }

  /** Takes words if they are next. */
  takeWord(...words: readonly string[]): boolean {
    if (!this.isWord(...words)) return false;
    this.#at += words.length;
    return true;
  }

  /** Takes one of some words and says which. */
  takeOneOf<W extends string>(...words: readonly W[]): W | undefined {
    const found = words.find((word) => this.isWord(word));
    if (found !== undefined) this.#at += 1;
    return found;
  }

  takeSign(sign: string): boolean {
    if (!this.isSign(sign)) return false;
    this.#at += 1;
    return true;
  }

  expectWord(...words: readonly string[]): void {
    for (const word of words) if (!this.takeWord(word)) throw this.error();
  }

  expectSign(sign: string): void {
    if (!this.takeSign(sign)) throw this.error();
  }

  /** Takes a name; words that the language keeps for itself are none. */
  name(): string {
    const token = this.peek();
    if (token.kind === "name" || (token.kind === "word" && !RESERVED.has(token.text))) {
      this.#at += 1;
      return token.kind === "name" || this.dialect === "postgres" ? token.text : this.sql.slice(token.at, token.end);
    }
    throw this.error();
  }

  /** A name with dots; of MySQL and PostgreSQL alike. */
  qualifiedName(): QualifiedName {
    const { at } = this.peek();
    const parts = [this.name()];
    while (this.isSign(".")) {
      this.#at += 1;
      const token = this.next();
      if (token.kind !== "name" && token.kind !== "word") throw this.error(token);
      parts.push(token.kind === "name" || this.dialect === "postgres" ? token.text : this.sql.slice(token.at, token.end));
    }
    return { parts, at };
  }

  /** A text in quotes. */
  text(): string {
    const token = this.next();
    if (token.kind !== "text") throw this.error(token);
    return token.text;
  }

  integer(): number {
    const token = this.next();
    if (token.kind !== "number" || !/^\d+$/.test(token.text)) throw this.error(token);
    return Number(token.text);
  }

  /** Things with commas between them. */
  list<T>(read: () => T): readonly T[] {
    const items = [read()];
    while (this.takeSign(",")) items.push(read());
    return items;
  }

  /** The same in brackets. */
  bracketed<T>(read: () => T): readonly T[] {
    this.expectSign("(");
    const items = this.list(read);
    this.expectSign(")");
    return items;
  }

  /** Expects the end of the statement. */
  expectEnd(): void {
    this.takeSign(";");
    if (this.peek().kind !== "end") throw this.error();
  }

  error(token: Token = this.peek()): SqlError {
    return new SqlError("syntax", [token.kind === "end" ? "" : this.sql.slice(token.at, token.end)], token.at);
  }

  /** Goes back to an earlier place. */
  get mark(): number {
    return this.#at;
  }

  rewind(mark: number): void {
    this.#at = mark;
  }
}

/** Keywords that must be quoted as names. */
const RESERVED = new Set(
  (
    "all and any as asc between by case check constraint create cross default delete desc distinct drop else end except exists false for foreign from " +
    "full grant group having in inner insert intersect into is join left like limit natural not null offset on or order outer primary references " +
    "returning revoke right select set table then to true union unique update using values when where with"
  ).split(" "),
);
