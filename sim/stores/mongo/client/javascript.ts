/** A statement of a shell script: a chain of names and calls, or a shell word such as `use` and `show`. */
export type Statement =
  | { readonly kind: "use"; readonly database: string }
  | { readonly kind: "show"; readonly what: string }
  | { readonly kind: "assign"; readonly name: string; readonly value: Expression }
  | { readonly kind: "value"; readonly value: Expression };

/** Expression of a statement: plain values, and names with calls on them. */
export type Expression =
  | { readonly kind: "literal"; readonly value: unknown }
  | { readonly kind: "object"; readonly members: readonly (readonly [string, Expression])[] }
  | { readonly kind: "array"; readonly items: readonly Expression[] }
  | { readonly kind: "chain"; readonly root: string; readonly links: readonly Link[] };

/** One step of a chain: a name, called or not. */
export interface Link {
  readonly name: string;
  /** Undefined: a property. */
  readonly args?: readonly Expression[];
}

/** Parses a script. @returns error text for an invalid one */
export const parseMongoScript = (text: string): readonly Statement[] | string => {
  try {
    const statements: Statement[] = [];
    for (const part of splitStatements(text)) statements.push(parseStatement(part));
    return statements;
  } catch (error) {
    if (error instanceof ScriptSyntaxError) return error.message;
    throw error;
  }
};

/** Raised and caught within this file. */
class ScriptSyntaxError extends Error {}

/** Splits at semicolons and line ends outside brackets and strings. */
const splitStatements = (text: string): readonly string[] => {
  const parts: string[] = [];
  let [depth, start, quote] = [0, 0, ""];
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string;
    if (quote !== "") {
      if (character === "\\") i += 1;
      else if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
    else if (depth === 0 && (character === ";" || character === "\n") && !/^\s*\./.test(text.slice(i + 1))) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== "" && !part.startsWith("//"));
};

const parseStatement = (text: string): Statement => {
  const use = /^use\s+([\w-]+)$/.exec(text);
  if (use !== null) return { kind: "use", database: use[1] as string };
  const show = /^show\s+(\w+)$/.exec(text);
  if (show !== null) return { kind: "show", what: show[1] as string };
  const assign = /^(?:(?:var|let|const)\s+)?([A-Za-z_$][\w$]*)\s*=(?!=)\s*([\s\S]+)$/.exec(text);
  if (assign !== null) return { kind: "assign", name: assign[1] as string, value: parseWhole(assign[2] as string) };
  return { kind: "value", value: parseWhole(text) };
};

const parseWhole = (text: string): Expression => {
  const reader = new Reader(text);
  const value = reader.expression();
  reader.end();
  return value;
};

/** Reads one expression from a text. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  expression(): Expression {
    const character = this.#peek();
    if (character === "{") return { kind: "object", members: this.#members() };
    if (character === "[") return { kind: "array", items: this.#list("[", "]") };
    if (character === '"' || character === "'") return { kind: "literal", value: this.#string() };
    const number = this.#match(/^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/);
    if (number !== undefined) return { kind: "literal", value: Number(number) };
    return this.#chain();
  }

  end(): void {
    if (this.#peek() !== "") this.#fail();
  }

  #chain(): Expression {
    this.#match(/^new\s+/);
    const root = this.#match(/^[A-Za-z_$][\w$]*/);
    if (root === undefined) return this.#fail();
    if (root in CONSTANTS) return { kind: "literal", value: CONSTANTS[root] };
    const links: Link[] = [];
    if (this.#peek() === "(") links.push({ name: "", args: this.#list("(", ")") });
    for (;;) {
      if (this.#match(/^\./) !== undefined) {
        const name = this.#match(/^[A-Za-z_$][\w$]*/) ?? this.#fail();
        links.push(this.#peek() === "(" ? { name: name as string, args: this.#list("(", ")") } : { name: name as string });
      } else if (this.#peek() === "[") {
        const [index] = this.#list("[", "]");
        links.push({ name: index?.kind === "literal" ? `${index.value}` : "" });
      } else return { kind: "chain", root, links };
    }
  }

  #list(open: string, close: string): readonly Expression[] {
    this.#take(open);
    const items: Expression[] = [];
    while (this.#peek() !== close) {
      items.push(this.expression());
      if (this.#peek() === ",") this.#take(",");
      else if (this.#peek() !== close) this.#fail();
    }
    this.#take(close);
    return items;
  }

  #members(): readonly (readonly [string, Expression])[] {
    this.#take("{");
    const members: (readonly [string, Expression])[] = [];
    while (this.#peek() !== "}") {
      const quoted = this.#peek() === '"' || this.#peek() === "'";
      const name = quoted ? this.#string() : (this.#match(/^[\w$]+/) ?? this.#fail());
      this.#take(":");
      members.push([name as string, this.expression()]);
      if (this.#peek() === ",") this.#take(",");
      else if (this.#peek() !== "}") this.#fail();
    }
    this.#take("}");
    return members;
  }

  #string(): string {
    const raw = this.#match(/^"(?:\\[\s\S]|[^"\\])*"|^'(?:\\[\s\S]|[^'\\])*'/) ?? this.#fail();
    return (raw as string).slice(1, -1).replaceAll(/\\([\s\S])/g, (_whole, character: string) => ESCAPES[character] ?? character);
  }

  #peek(): string {
    this.#at += /^\s*/.exec(this.#text.slice(this.#at))?.[0].length ?? 0;
    return this.#text[this.#at] ?? "";
  }

  #take(character: string): void {
    if (this.#peek() !== character) this.#fail();
    this.#at += 1;
  }

  #match(pattern: RegExp): string | undefined {
    this.#peek();
    const found = pattern.exec(this.#text.slice(this.#at))?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(): never {
    const rest = this.#text.slice(this.#at).trim();
    throw new ScriptSyntaxError(
      rest === "" ? "SyntaxError: expected expression, got end of script" : `SyntaxError: unexpected token: '${rest[0]}'`,
    );
  }
}

const CONSTANTS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, undefined: undefined };
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
