/** A stretch of a text, [from, to). */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Compiles a pattern of words, in which `~` matches a few other words of the same clause. */
export const compileWords = (pattern: string): RegExp =>
  new RegExp(`${startsWithLetter(pattern) ? "(?<![\\w-])" : ""}(?:${pattern.replaceAll("~", GAP)})`, "g");

/** Every place where one of the patterns is found. */
export const findSpans = (patterns: readonly RegExp[], text: string): readonly Span[] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].filter(([found]) => found !== "").map(({ index, 0: found }) => ({ from: index, to: index + found.length })),
  );

/** Words of a defect that does not exist when they are denied. */
const DENIED =
  "(?: (?:is|was|has been|had been|been))? (?:wrong|incorrect|invalid|bad|broken|mis-?\\w+|changed|altered|edited|modified|replaced|touched)\\b";

/** Says that what was named last is in order; a defect that follows is something else's. */
const EXONERATION = "\\b(?:is|are|was|were|looks?) (?:fine|ok|okay|healthy|good|intact|unaffected|untouched|innocent)\\b";

/** Gap between words of a pattern, which ends at a new clause and passes over no denied defect. */
const GAP = `(?:(?!\\b(?:because|but|since|due to|however|rather than|instead of the|whereas|while|although|so)\\b|(?:\\bnot|n't|\\bnothing(?: else)?)${DENIED}|${EXONERATION}|[;]| - )[\\s\\S]){0,60}?`;

const startsWithLetter = (pattern: string): boolean => /^[a-z]/.test(pattern);
