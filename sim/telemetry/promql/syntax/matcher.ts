import { compileRegex } from "#core/compile-regex.ts";
import type { Matcher } from "../series.ts";

/** Makes a label matcher. @throws Error with RE2's words when the regular expression is none */
export const makeMatcher = (name: string, op: Matcher["op"], value: string): Matcher => ({
  name,
  op,
  value,
  matches: predicateOf(op, value),
});

const predicateOf = (op: Matcher["op"], value: string): ((label: string) => boolean) => {
  if (op === "=") return (label) => label === value;
  if (op === "!=") return (label) => label !== value;
  const matches = anchored(value);
  return op === "=~" ? matches : (label) => !matches(label);
};

/** Matcher of a whole label value; alternatives of plain words are a set, all else is a regular expression. */
const anchored = (pattern: string): ((label: string) => boolean) => {
  if (PLAIN_WORDS.test(pattern)) {
    const words = new Set(pattern.split("|"));
    return (label) => words.has(label);
  }
  const matches = compileRegex(`^(?s:${pattern})$`);
  // The pattern must stand on its own, so that `a)(b` is refused.
  if (pattern.includes(")")) compileRegex(pattern);
  return matches;
};

const PLAIN_WORDS = /^[\w\-/ ]*(\|[\w\-/ ]*)*$/;
