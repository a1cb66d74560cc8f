import { LinearExpression } from "#core/linear-expression.ts";
import { translateClasses } from "./posix-classes.ts";
/** A shell pattern (`*`, `?`, `[…]`; a backslash makes the next character plain) as a regular expression over a whole text. */
export const patternExpression = (pattern: string, { isPath = false } = {}): RegExp => {
  const any = isPath ? "[^/]" : "[\\s\\S]";
  let source = "";
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] as string;
    if (character === "\\" && at + 1 < pattern.length) source += escapeText(pattern[++at] as string);
    else if (character === "*") source += `${any}*`;
    else if (character === "?") source += any;
    else if (character === "[") {
      const set = readSet(pattern, at);
      source += set?.source ?? "\\[";
      at = set?.end ?? at;
    } else source += escapeText(character);
  }
  return new LinearExpression(`^${source}$`);
};

/** True when a pattern means more than itself. */
export const hasWildcards = (pattern: string): boolean =>
  // Most texts have none of these characters, which is seen ten times as fast.
  /[*?[]/.test(pattern) && /(?:^|[^\\])(?:\\\\)*[*?[]/.test(pattern);

/** Makes every character of a text plain. */
export const quotePattern = (text: string): string => text.replaceAll(/[\\*?[\]]/g, "\\$&");

/** Takes the backslashes of a pattern away. */
export const unquotePattern = (pattern: string): string => (pattern.includes("\\") ? pattern.replaceAll(/\\([\s\S])/g, "$1") : pattern);

const escapeText = (character: string): string => character.replace(/[.*+?^${}()|[\]\\/]/, "\\$&");

const readSet = (pattern: string, start: number): { readonly source: string; readonly end: number } | undefined => {
  const match = /^\[([!^]?)(\]?(?:\[:\w+:\]|\\[\s\S]|[^\]\\])*)\]/.exec(pattern.slice(start));
  if (match === null || match[2] === "") return undefined;
  const body = translateClasses((match[2] as string).replace(/^\]/, "\\]"));
  return { source: `[${match[1] === "" ? "" : "^"}${body}]`, end: start + match[0].length - 1 };
};
