import { err, ok, type Result } from "#core/result.ts";
import type { LabelRequirement } from "./label-selector.ts";
import { labelValueProblems, qualifiedNameProblems } from "./names.ts";

/**
 * Parses the string form: `app=web,tier!=db,env in (a,b),rel notin (c),key,!gone`.
 *
 * @returns the requirements, or what the API server says about the text
 */
export const parseLabelSelector = (text: string): Result<readonly LabelRequirement[], string> => {
  try {
    return ok(parseAll({ tokens: scan(text), at: 0 }));
  } catch (error) {
    if (error instanceof SelectorError) return err(error.message);
    throw error;
  }
};

class SelectorError extends Error {}

type TokenKind = "word" | "end" | "bad" | "in" | "notin" | "(" | ")" | "," | "!" | "=" | "==" | "!=" | ">" | "<";

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
}

const SYMBOLS: ReadonlySet<string> = new Set(["(", ")", ",", "!", "=", "==", "!=", ">", "<"]);

const scan = (text: string): readonly Token[] => {
  const tokens = [...text.matchAll(/([^=!(),<> \t\r\n]+)|[=!(),<>]+/g)].flatMap(([found, word]): readonly Token[] =>
    word === undefined ? scanSymbols(found) : [{ kind: word === "in" || word === "notin" ? word : "word", text: word }],
  );
  return [...tokens, { kind: "end", text: "" }];
};

const scanSymbols = (symbols: string): readonly Token[] => {
  const tokens: Token[] = [];
  for (let at = 0; at < symbols.length; ) {
    const { token, length } = scanSymbol(symbols.slice(at));
    tokens.push(token);
    at += length;
  }
  return tokens;
};

/** Scans the longest symbol at the beginning; text that begins with none is invalid as a whole. */
const scanSymbol = (symbols: string): { readonly token: Token; readonly length: number } => {
  let length = 0;
  for (let end = 1; end <= symbols.length; end++) {
    if (SYMBOLS.has(symbols.slice(0, end))) length = end;
    else if (length > 0) break;
  }
  const found = symbols.slice(0, length);
  if (length === 0) return { token: { kind: "bad", text: `error expected: keyword found '${symbols}'` }, length: symbols.length };
  return { token: { kind: found as TokenKind, text: found }, length };
};

const parseAll = (cursor: Cursor): readonly LabelRequirement[] => {
  const requirements: LabelRequirement[] = [];
  for (;;) {
    const { kind, text } = peek(cursor);
    if (kind === "end") return requirements;
    if (kind !== "word" && kind !== "!") throw new SelectorError(`found '${text}', expected: !, identifier, or 'end of string'`);
    requirements.push(parseRequirement(cursor));
    const next = take(cursor);
    if (next.kind === "end") return requirements;
    if (next.kind !== ",") throw new SelectorError(`found '${next.text}', expected: ',' or 'end of string'`);
    const after = peek(cursor);
    if (after.kind !== "word" && after.kind !== "!") throw new SelectorError(`found '${after.text}', expected: identifier after ','`);
  }
};

const parseRequirement = (cursor: Cursor): LabelRequirement => {
  const isNegated = peek(cursor).kind === "!";
  if (isNegated) take(cursor);
  const key = take(cursor);
  if (key.kind !== "word") throw new SelectorError(`unable to parse requirement: found '${key.text}', expected: identifier`);
  if (qualifiedNameProblems(key.text).length > 0) return checked(key.text, "exists", []);
  if (isNegated) return checked(key.text, "!", []);
  const { kind } = peek(cursor);
  if (kind === "end" || kind === ",") return checked(key.text, "exists", []);
  const operator = cursor.tokens[cursor.at++] as Token;
  if (operator.kind === "in" || operator.kind === "notin") return checked(key.text, operator.kind, parseValues(cursor));
  const comparison = COMPARISONS[operator.kind];
  if (comparison === undefined)
    throw new SelectorError(`unable to parse requirement: found '${operator.text}', expected: in, notin, =, ==, !=, gt, lt`);
  return checked(key.text, comparison, [parseValue(cursor)]);
};

const COMPARISONS: Readonly<Partial<Record<TokenKind, LabelRequirement["operator"]>>> = {
  "=": "=",
  "==": "=",
  "!=": "!=",
  ">": ">",
  "<": "<",
};

const parseValue = (cursor: Cursor): string => {
  const { kind } = peek(cursor);
  if (kind === "end" || kind === ",") return "";
  const value = take(cursor);
  if (value.kind !== "word") throw new SelectorError(`unable to parse requirement: found '${value.text}', expected: identifier`);
  return value.text;
};

/** Parses `(a, b)`; nothing between commas is the empty value. */
const parseValues = (cursor: Cursor): readonly string[] => {
  const open = take(cursor);
  if (open.kind !== "(") throw new SelectorError(`unable to parse requirement: found '${open.text}' expected: '('`);
  const values: string[] = [];
  for (let isAfterValue = false; ; ) {
    const { kind, text } = take(cursor);
    if (kind === ")") return isAfterValue ? values : [...values, ""];
    if (kind === "word" && !isAfterValue) values.push(text);
    else if (kind === "," && !isAfterValue) values.push("");
    else if (kind !== ",") throw new SelectorError(`unable to parse requirement: ${wrongValue(text, isAfterValue, values.length)}`);
    isAfterValue = kind === "word";
  }
};

const wrongValue = (text: string, isAfterValue: boolean, count: number): string => {
  if (isAfterValue) return `found '${text}', expected: ',' or ')'`;
  return count === 0 ? `found '${text}', expected: ',', ')' or identifier` : `found '${text}', expected: ',', or identifier`;
};

/** Next token; the words `in` and `notin` are operators only where an operator is expected. */
const peek = ({ tokens, at }: Cursor): Token => asValue(tokens[Math.min(at, tokens.length - 1)] as Token);

const take = (cursor: Cursor): Token => {
  const token = peek(cursor);
  cursor.at += 1;
  return token;
};

const asValue = (token: Token): Token => (token.kind === "in" || token.kind === "notin" ? { ...token, kind: "word" } : token);

const checked = (key: string, operator: LabelRequirement["operator"], values: readonly string[]): LabelRequirement => {
  const sorted = [...new Set(values)].sort();
  const problem = problemOf(key, operator, sorted);
  if (problem !== undefined) throw new SelectorError(`unable to parse requirement: ${problem}`);
  return { key, operator, values: sorted };
};

const problemOf = (key: string, operator: LabelRequirement["operator"], values: readonly string[]): string | undefined => {
  const wrongKey = qualifiedNameProblems(key);
  if (wrongKey.length > 0) return `<nil>: Invalid value: ${JSON.stringify(key)}: ${wrongKey.join("; ")}`;
  if ((operator === ">" || operator === "<") && !INTEGER.test(values[0] ?? ""))
    return `values[0]: Invalid value: ${JSON.stringify(values[0])}: for 'Gt', 'Lt' operators, the value must be an integer`;
  for (const [i, value] of values.entries()) {
    const wrong = labelValueProblems(value);
    if (wrong.length > 0) return `values[${i}][${key}]: Invalid value: ${JSON.stringify(value)}: ${wrong.join("; ")}`;
  }
  return undefined;
};

const INTEGER = /^[+-]?[0-9]+$/;
