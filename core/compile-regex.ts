import { RE2JS, RE2JSSyntaxException } from "re2js";

/**
 * A test of whether a text contains a match of a regular expression, as Go's `regexp.Compile` understands it, in linear time.
 *
 * Simple expressions run on JavaScript's engine, which is an order of magnitude faster on them; RE2's runs all others.
 * @throws Error `error parsing regexp: …`
 */
export const compileRegex = (pattern: string): ((text: string) => boolean) => {
  const native = nativeOf(pattern);
  if (native === undefined) {
    const regex = compileRe2(pattern);
    return (text) => regex.test(text);
  }
  let regex: RE2JS | undefined;
  return (text) => {
    if (text.length <= NATIVE_TEXT_MAX) return native.test(text);
    regex ??= compileRe2(pattern);
    return regex.test(text);
  };
};

/** Reads the groups of a text's first match, each by its number or name (empty where there is none); undefined without a match. */
export type Capture = (text: string) => ((group: string) => string) | undefined;

/** A reader of the groups of a regular expression's match. @throws Error `error parsing regexp: …` */
export const compileForCapture = (pattern: string): Capture => {
  const regex = compileRe2(pattern);
  const numbers = regex.namedGroups();
  return (text) => {
    const groups = regex.exec(text);
    return groups === null ? undefined : (group) => groups[/^\d+$/.test(group) ? Number(group) : (numbers[group] ?? -1)] ?? "";
  };
};

/** Length of the longest text, in UTF-16 units, on which an expression may backtrack. */
const NATIVE_TEXT_MAX = 1000;

/** Compiles with RE2's engine; where its errors leave out the expression that Go's show, adds it. */
const compileRe2 = (pattern: string): RE2JS => {
  try {
    return RE2JS.compile(pattern);
  } catch (cause) {
    if (!(cause instanceof RE2JSSyntaxException)) throw cause;
    const shown = cause.getPattern() ?? (cause.getDescription() === TRAILING_BACKSLASH ? "" : pattern);
    throw new Error(`error parsing regexp: ${cause.getDescription()}: \`${shown}\``);
  }
};

const TRAILING_BACKSLASH = "trailing backslash at end of expression";

/** The same expression for JavaScript's engine; undefined where the two could differ, or backtracking could take long. */
const nativeOf = (pattern: string): RegExp | undefined => {
  const framed = FRAMED.exec(pattern)?.[1];
  const whole = framed ?? pattern;
  const ignoresCase = whole.startsWith(IGNORING_CASE);
  const body = ignoresCase ? whole.slice(IGNORING_CASE.length) : whole;
  if (!SIMPLE.test(body) || (ignoresCase && ABOUT_WORDS.test(body))) return undefined;
  if ((body.match(CHOICE)?.length ?? 0) > (framed === undefined ? 1 : 2)) return undefined;
  if (framed === undefined && LEADING_ANY.test(body)) return undefined;
  // Flags and no modifiers: within (?i:a|b), V8 13 heeds the case again once it has stopped to optimize, as it does after a megabyte of expressions.
  const flags = ignoresCase ? "iu" : "u";
  try {
    return framed === undefined ? new RegExp(withoutLineEnds(body), flags) : new RegExp(`^(?:${body})$`, `s${flags}`);
  } catch {
    return undefined;
  }
};

/** The expression with each `.` as RE2 means it: anything but a line feed. */
const withoutLineEnds = (source: string): string => source.replaceAll(ITEM, (item) => (item === "." ? "[^\\n]" : item));

/** Anchors that a label matcher puts around its expression. */
const FRAMED = /^\^\(\?s:(.*)\)\$$/s;
const IGNORING_CASE = "(?i)";
/** Literals, `.`, escapes and classes that mean the same everywhere, repeated or not, and groups that are at most optional. */
const SIMPLE =
  /^(?:(?:[\w \-/:@=,"'<>%&;#!~.]|\\[dDwW.\\/^$*+?()[\]{}|]|\[\^?(?:[\w\-.:/ ,=@%+]|\\[dw.])+\])(?:[*+?]\??|\{\d{1,2}(?:,\d{0,2})?\})?|\\[bB]|[\^$|(]|\(\?:|\)\??)*$/;
const ITEM = /\\.|\[[^\]]*\]|\./g;
/** Case of word characters beyond ASCII is where the engines differ. */
const ABOUT_WORDS = /\\[wWbB]/;
/** Choices that multiply backtracking. */
const CHOICE = /[*+?]|\{\d+,|\((?:\?:)?/g;
/** Searching for such an expression would go to the end from every place. */
const LEADING_ANY = /^\.[*+]/;
