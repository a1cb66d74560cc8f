import { LinearExpression } from "#core/linear-expression.ts";
import { translateClasses } from "../language/posix-classes.ts";
import { repeatsAmbiguously } from "./repeats-ambiguously.ts";

/** Syntax of a pattern: as text, or as a basic or extended regular expression of POSIX. */
export type PatternSyntax = "fixed" | "basic" | "extended";

/** Regular expression for a pattern of `grep`, `sed` or `awk`; undefined when it is none, or could run for ever. */
export const posixExpression = (
  pattern: string,
  syntax: PatternSyntax,
  { ignoresCase = false, isWord = false, isLine = false, isGlobal = false } = {},
): RegExp | undefined => {
  const body = syntax === "fixed" ? pattern.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&") : translate(pattern, syntax === "extended");
  if (syntax !== "fixed" && (body.length > PATTERN_MAX || repeatsAmbiguously(body))) return undefined;
  const bounded = isLine ? `^(?:${body})$` : isWord ? `(?<!\\w)(?:${body})(?!\\w)` : body;
  try {
    return new LinearExpression(bounded, `${ignoresCase ? "i" : ""}${isGlobal ? "g" : ""}`);
  } catch {
    return undefined;
  }
};

/** Longer patterns are refused. */
const PATTERN_MAX = 4096;

/** In basic expressions, braces, parentheses, `+`, `?` and `|` are special after a backslash only. */
const translate = (pattern: string, isExtended: boolean): string => {
  let source = "";
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] as string;
    if (character === "[") {
      const set = /^\[\^?\]?(?:\[:\w+:\]|[^\]])*\]/.exec(pattern.slice(at))?.[0] ?? "\\[";
      source += set === "\\[" ? set : translateSet(set);
      at += set === "\\[" ? 0 : set.length - 1;
    } else if (character === "\\") {
      const next = pattern[++at] ?? "\\";
      if (next === "<" || next === ">") source += "\\b";
      else if ("(){}+?|".includes(next)) source += isExtended ? `\\${next}` : next;
      else source += /[a-zA-Z0-9]/.test(next) ? `\\${next}` : `\\${next}`;
    } else if (!isExtended && "(){}+?|".includes(character)) source += `\\${character}`;
    else if (!isExtended && character === "*" && (source === "" || source === "^")) source += "\\*";
    else if (character === "/") source += "\\/";
    else source += character;
  }
  return source;
};

const translateSet = (set: string): string => {
  const isNegated = set.startsWith("[^");
  const body = set
    .slice(isNegated ? 2 : 1, -1)
    .replaceAll("\\", "\\\\")
    .replace(/^\]/, "\\]");
  return `[${isNegated ? "^" : ""}${translateClasses(body)}]`;
};
