import { chargeText } from "#core/work-budget.ts";

/** Text that comes in place of a match: parts as they are, and numbers of groups, 0 for the whole match. */
export type Replacement = readonly (string | number)[];

/** Matches that are replaced, and what by. */
export interface Replacing {
  readonly by: Replacement;
  /** Number of the first match that is replaced, from 1 on. */
  readonly first: number;
  /** True: those after it are replaced, too. */
  readonly areAll: boolean;
}

/** Replaces matches of a global expression one after the other, so that no list of all of them is made. After a match, nothing is found where it ended. */
export const replaceMatches = (
  expression: RegExp,
  text: string,
  { by, first, areAll }: Replacing,
): { readonly text: string; readonly count: number } => {
  let made = "";
  let copiedTo = 0;
  let lastEnd = -1;
  let seen = 0;
  let count = 0;
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const [found] = match;
    if (found === "") expression.lastIndex += 1;
    if (found === "" && match.index === lastEnd) continue;
    lastEnd = match.index + found.length;
    seen += 1;
    if (seen < first) continue;
    count += 1;
    const put = render(by, match);
    chargeText(put.length);
    made += text.slice(copiedTo, match.index) + put;
    copiedTo = lastEnd;
    if (!areAll) break;
  }
  return { text: made + text.slice(copiedTo), count };
};

/**
 * Reads what is to come in place of a match: `special` finds what does not stand for itself.
 * @param partOf what such a text stands for
 */
export const readReplacement = (text: string, special: RegExp, partOf: (found: string) => string | number): Replacement => {
  const parts: (string | number)[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(special)) {
    parts.push(text.slice(from, index), partOf(found));
    from = index + found.length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== "");
};

const render = (by: Replacement, match: RegExpExecArray): string => {
  let put = "";
  for (const part of by) put += typeof part === "string" ? part : (match[part] ?? "");
  return put;
};
