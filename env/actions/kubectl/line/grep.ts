import { FilterProblem } from "./filter-result.ts";

/** A compiled pattern of grep. */
export interface GrepPattern {
  test(line: string): boolean;
  /** All matching parts of a line, for `-o`. */
  matches(line: string): readonly string[];
}

/** Longer patterns are refused. */
const PATTERN_MAX = 512;

/** A quantified group with a quantifier inside can take exponential time in a backtracking engine. */
const NESTED_QUANTIFIER = /\([^()]*[+*}][^()]*\)\s*[+*{]/;

/**
 * Compiles a basic (default), extended (`-E`) or fixed (`-F`) pattern.
 *
 * @returns what is wrong with it when it cannot be used
 */
export const compileGrep = (pattern: string, flags: ReadonlySet<string>): GrepPattern | string => {
  if (pattern.length > PATTERN_MAX) return "the pattern is too long";
  const source = flags.has("F")
    ? pattern.split("\n").map(escapeRegExp).join("|")
    : flags.has("E") || flags.has("P")
      ? classes(pattern)
      : classes(fromBasic(pattern));
  if (NESTED_QUANTIFIER.test(source)) return "the pattern repeats a group that itself repeats; write it without nesting";
  const framed = flags.has("x") ? `^(?:${source})$` : flags.has("w") ? `(?<![\\w])(?:${source})(?![\\w])` : source;
  try {
    const regexp = new RegExp(framed, flags.has("i") ? "i" : "");
    const all = new RegExp(framed, flags.has("i") ? "gi" : "g");
    return { test: (line) => regexp.test(line), matches: (line) => (line.match(all) ?? []).filter((match) => match !== "") };
  } catch {
    return `Invalid regular expression: ${pattern}`;
  }
};

/** A basic or extended pattern for sed and awk. Throws FilterProblem where it could run for ever or is none. */
export const safePattern = (
  pattern: string,
  { isExtended, ignoresCase = false }: { readonly isExtended: boolean; readonly ignoresCase?: boolean },
): RegExp => {
  const source = classes(isExtended ? pattern : fromBasic(pattern));
  if (pattern.length > PATTERN_MAX || NESTED_QUANTIFIER.test(source)) throw new FilterProblem(`the pattern ${pattern} is not available`);
  try {
    return new RegExp(source, ignoresCase ? "i" : "");
  } catch {
    throw new FilterProblem(`invalid regular expression ${pattern}`);
  }
};

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** In basic patterns `\|`, `\(`, `\+` are operators and `|`, `(`, `+` are letters. */
const fromBasic = (pattern: string): string => {
  let out = "";
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] as string;
    const next = pattern[i + 1];
    if (char === "\\" && next !== undefined) {
      out += /[|(){}+?]/.test(next) ? next : `\\${next}`;
      i++;
    } else if (char === "*" && (i === 0 || pattern[i - 1] === "^")) out += "\\*";
    else out += /[|(){}+?]/.test(char) ? `\\${char}` : char;
  }
  return out;
};

const CLASSES: Readonly<Record<string, string>> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  punct: "!-\\/:-@\\[-`{-~",
};

const classes = (pattern: string): string =>
  pattern
    .replace(/\[:(\w+):\]/g, (whole, name: string) => CLASSES[name] ?? whole)
    .replaceAll("\\<", "\\b")
    .replaceAll("\\>", "\\b");
