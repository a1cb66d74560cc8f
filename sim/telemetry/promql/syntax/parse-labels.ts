import { METRIC_NAME } from "../labels.ts";
import type { Matcher } from "../series.ts";
import { AGGREGATORS, KEYWORDS, type Token } from "./lex.ts";
import { makeMatcher } from "./matcher.ts";
import type { TokenCursor } from "./token-cursor.ts";

/** Parses `(a, b)` after by, on and their like. */
export const parseLabelList = (tokens: TokenCursor): readonly string[] => {
  if (tokens.peek().type !== "(") throw tokens.unexpected("grouping opts", '"("');
  tokens.take();
  const labels: string[] = [];
  while (tokens.peek().type !== ")") {
    const token = tokens.take();
    if (!isWord(token) && token.type !== "string") throw tokens.unexpected("grouping opts", "label", token);
    labels.push(token.text);
    if (tokens.accept(",") === undefined && tokens.peek().type !== ")") throw tokens.unexpected("grouping opts", '"," or ")"');
  }
  tokens.take();
  return labels;
};

/** Parses `{a="b", …}`. */
export const parseMatchers = (tokens: TokenCursor): readonly Matcher[] => {
  tokens.expect("{");
  const matchers: Matcher[] = [];
  while (tokens.peek().type !== "}") {
    matchers.push(parseMatcher(tokens));
    if (tokens.accept(",") === undefined && tokens.peek().type !== "}") throw tokens.unexpected("label matching", '"," or "}"');
  }
  tokens.take();
  return matchers;
};

const parseMatcher = (tokens: TokenCursor): Matcher => {
  const label = tokens.take();
  if (label.type !== "identifier" && label.type !== "string") throw tokens.unexpected("label matching", 'identifier or "}"', label);
  const op = tokens.peek();
  if (label.type === "string" && (op.type === "," || op.type === "}")) return makeMatcher(METRIC_NAME, "=", label.text);
  if (op.type !== "=" && op.type !== "!=" && op.type !== "=~" && op.type !== "!~")
    throw tokens.unexpected("label matching", "label matching operator");
  tokens.take();
  const value = tokens.take();
  if (value.type !== "string") throw tokens.unexpected("label matching", "string", value);
  try {
    return makeMatcher(label.text, op.type as Matcher["op"], value.text);
  } catch (cause) {
    throw tokens.error(label.at, (cause as Error).message);
  }
};

const isWord = (token: Token): boolean => token.type === "identifier" || AGGREGATORS.has(token.type) || KEYWORDS.has(token.type);
