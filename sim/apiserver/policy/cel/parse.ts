import { CelError, type Expression } from "./expression.ts";
import { lexCel, type Token } from "./lex.ts";

/** Parses an expression. @throws CelError in the words of the server's parser */
export const parseCel = (source: string): Expression => {
  const cursor = new Cursor(lexCel(source));
  const expression = conditional(cursor);
  if (cursor.peek().kind !== "end") cursor.refuseRest();
  return expression;
};

class Cursor {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(): Token {
    return this.#tokens[this.#next] as Token;
  }

  take(): Token {
    const token = this.peek();
    if (token.kind !== "end") this.#next += 1;
    return token;
  }

  /** Takes the operator if it is next. */
  takes(text: string): Token | undefined {
    const token = this.peek();
    return token.kind === "operator" && token.text === text ? this.take() : undefined;
  }

  needs(text: string): Token {
    return this.takes(text) ?? this.refuse(`'${text}'`);
  }

  /** Throws the syntax error for text after the expression: one extra token is extraneous, several are a mismatch. */
  refuseRest(): never {
    const { text, at } = this.take();
    const what = this.peek().kind === "end" ? "extraneous" : "mismatched";
    throw new CelError(`Syntax error: ${what} input '${text}' expecting <EOF>`, at);
  }

  refuse(expected?: string): never {
    const { text, at } = this.peek();
    if (expected !== undefined) throw new CelError(`Syntax error: mismatched input '${text}' expecting ${expected}`, at);
    throw new CelError(
      `Syntax error: mismatched input '${text}' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}`,
      at,
    );
  }
}

const conditional = (cursor: Cursor): Expression => {
  const condition = binary(cursor, 0);
  const question = cursor.takes("?");
  if (question === undefined) return condition;
  const yes = binary(cursor, 0);
  cursor.needs(":");
  return { kind: "conditional", at: question.at, condition, yes, no: conditional(cursor) };
};

/** From the weakest to the strongest. */
const LEVELS: readonly (readonly string[])[] = [["||"], ["&&"], ["<", "<=", ">=", ">", "==", "!=", "in"], ["+", "-"], ["*", "/", "%"]];

const binary = (cursor: Cursor, level: number): Expression => {
  const operators = LEVELS[level];
  if (operators === undefined) return unary(cursor);
  let left = binary(cursor, level + 1);
  for (;;) {
    const token = cursor.peek();
    if (token.kind !== "operator" || !operators.includes(token.text)) return left;
    cursor.take();
    left = { kind: "binary", at: token.at, operator: token.text, left, right: binary(cursor, level + 1) };
  }
};

const unary = (cursor: Cursor): Expression => {
  for (const operator of ["!", "-"] as const) {
    const token = cursor.takes(operator);
    if (token !== undefined) return { kind: "unary", at: token.at, operator, operand: unary(cursor) };
  }
  return member(cursor);
};

const member = (cursor: Cursor): Expression => {
  let from = primary(cursor);
  for (;;) {
    const dot = cursor.takes(".");
    if (dot !== undefined) {
      from = selected(cursor, from, dot);
      continue;
    }
    const bracket = cursor.takes("[");
    if (bracket === undefined) return from;
    const isOptional = cursor.takes("?") !== undefined;
    from = { kind: "index", at: bracket.at, from, index: conditional(cursor), isOptional };
    cursor.needs("]");
  }
};

const selected = (cursor: Cursor, from: Expression, dot: Token): Expression => {
  const isOptional = cursor.takes("?") !== undefined;
  const token = cursor.take();
  if (token.kind !== "name" && token.text !== "in")
    throw new CelError(`Syntax error: no viable alternative at input '.${token.text}'`, token.at);
  const field = token.text.startsWith("`") ? token.text.slice(1, -1) : token.text;
  const open = cursor.takes("(");
  if (open === undefined) return { kind: "select", at: dot.at, from, field, isOptional };
  return { kind: "call", at: open.at, target: from, name: field, args: listed(cursor, ")") };
};

const primary = (cursor: Cursor): Expression => {
  const token = cursor.peek();
  if (token.kind === "literal") return { kind: "literal", at: cursor.take().at, value: token.value };
  if (token.kind === "name") {
    cursor.take();
    const open = cursor.takes("(");
    return open === undefined
      ? { kind: "name", at: token.at, name: token.text }
      : { kind: "call", at: open.at, target: undefined, name: token.text, args: listed(cursor, ")") };
  }
  if (cursor.takes("(") !== undefined) {
    const inner = conditional(cursor);
    cursor.needs(")");
    return inner;
  }
  if (cursor.takes("[") !== undefined) return { kind: "list", at: token.at, items: listed(cursor, "]") };
  if (cursor.takes("{") !== undefined) return { kind: "map", at: token.at, entries: entriesOf(cursor) };
  return cursor.refuse();
};

const listed = (cursor: Cursor, end: string): readonly Expression[] => {
  const items: Expression[] = [];
  while (cursor.takes(end) === undefined) {
    if (items.length > 0) {
      cursor.needs(",");
      if (cursor.takes(end) !== undefined) break;
    }
    items.push(conditional(cursor));
  }
  return items;
};

const entriesOf = (cursor: Cursor): readonly (readonly [Expression, Expression])[] => {
  const entries: (readonly [Expression, Expression])[] = [];
  while (cursor.takes("}") === undefined) {
    if (entries.length > 0) {
      cursor.needs(",");
      if (cursor.takes("}") !== undefined) break;
    }
    const key = conditional(cursor);
    cursor.needs(":");
    entries.push([key, conditional(cursor)]);
  }
  return entries;
};
