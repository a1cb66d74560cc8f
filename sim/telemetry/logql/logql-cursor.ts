import { LogqlError } from "./logql-error.ts";
import { parseQuantity, type Quantity } from "./quantity.ts";

/** A position in a query, from which words are read. */
export class LogqlCursor {
  at: number;
  readonly #query: string;

  constructor(query: string, at: number) {
    this.#query = query;
    this.at = at;
  }

  looking(text: string): boolean {
    this.#skip();
    if (!this.#query.startsWith(text, this.at)) return false;
    return !/^\w/.test(text) || !/\w/.test(this.#query[this.at + text.length] ?? " ");
  }

  /** Returns the first of some texts that is ahead; undefined: none is. */
  ahead<T extends string>(texts: readonly T[]): T | undefined {
    return texts.find((text) => this.looking(text));
  }

  accept(text: string): boolean {
    if (!this.looking(text)) return false;
    this.at += text.length;
    return true;
  }

  expect(text: string): void {
    if (!this.accept(text)) throw this.unexpected();
  }

  word(): string {
    const word = this.wordAhead();
    if (word === undefined) throw this.unexpected();
    this.at += word.length;
    return word;
  }

  /** Returns the word that is ahead, without reading it. */
  wordAhead(): string | undefined {
    this.#skip();
    return /^[A-Za-z_][\w.]*/.exec(this.#query.slice(this.at))?.[0];
  }

  string(): string {
    this.#skip();
    const rest = this.#query.slice(this.at);
    const raw = /^`([^`]*)`/.exec(rest);
    const quoted = /^"(?:[^"\\]|\\.)*"/.exec(rest);
    if (raw === null && quoted === null) throw this.unexpected("STRING");
    this.at += (raw ?? quoted)?.[0].length ?? 0;
    return raw === null ? unquote(quoted?.[0] as string) : (raw[1] as string);
  }

  quantity(): Quantity {
    this.#skip();
    const text = /^-?[\d.]+[\wµ.]*/.exec(this.#query.slice(this.at))?.[0];
    const quantity = text === undefined ? undefined : parseQuantity(text);
    if (text === undefined || quantity === undefined) throw this.unexpected();
    this.at += text.length;
    return quantity;
  }

  /** The error of a text that may not be here. */
  unexpected(expected?: string): LogqlError {
    this.#skip();
    const before = this.#query.slice(0, this.at);
    const line = before.split("\n").length;
    const column = this.at - (before.lastIndexOf("\n") + 1) + 1;
    const wish = expected === undefined ? "" : `, expecting ${expected}`;
    return new LogqlError(
      `parse error at line ${line}, col ${column}: syntax error: unexpected ${describe(this.#query.slice(this.at))}${wish}`,
    );
  }

  /** Skips spaces and comments. */
  #skip(): void {
    for (;;) {
      while (/\s/.test(this.#query[this.at] ?? "x")) this.at += 1;
      if (this.#query[this.at] !== "#") return;
      const end = this.#query.indexOf("\n", this.at);
      this.at = end < 0 ? this.#query.length : end;
    }
  }
}

const describe = (rest: string): string => {
  if (rest === "") return "$end";
  if (/^[A-Za-z_]/.test(rest)) return "IDENTIFIER";
  if (/^["`]/.test(rest)) return "STRING";
  return /^\d/.test(rest) ? "NUMBER" : (rest[0] as string);
};

const unquote = (text: string): string => {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1).replace(/\\(.)/g, "$1");
  }
};
