import { type Edit, matchSequences } from "./match-sequences.ts";

/** Two texts as a unified difference without names of files; empty when they are equal. Every line of it ends. */
export const goUnifiedDiff = (before: string, after: string): string => {
  const [a, b] = [before.split("\n"), after.split("\n")];
  return hunksOf(matchSequences(a, b))
    .map((hunk) => `@@ -${range(hunk, "from")} +${range(hunk, "to")} @@\n${linesOf(hunk, a, b)}`)
    .join("");
};

const CONTEXT = 3;

/** Groups changes that are near each other into hunks, with context lines. */
const hunksOf = (edits: readonly Edit[]): readonly (readonly Edit[])[] => {
  const hunks: Edit[][] = [[]];
  edits.forEach((edit, at) => {
    const { isEqual, from } = edit;
    const isOuter = at === 0 || at === edits.length - 1;
    if (!isEqual) hunks.at(-1)?.push(edit);
    else if (!isOuter && from[1] - from[0] <= 2 * CONTEXT) hunks.at(-1)?.push(edit);
    else {
      if (at > 0) hunks.at(-1)?.push(cut(edit, from[0], Math.min(from[1], from[0] + CONTEXT)));
      if (at > 0) hunks.push([]);
      if (at < edits.length - 1) hunks.at(-1)?.push(cut(edit, Math.max(from[0], from[1] - CONTEXT), from[1]));
    }
  });
  return hunks.filter((hunk) => hunk.some(({ isEqual }) => !isEqual));
};

const cut = ({ from, to, isEqual }: Edit, start: number, end: number): Edit => {
  const shift = to[0] - from[0];
  return { isEqual, from: [start, end], to: [start + shift, end + shift] };
};

const range = (hunk: readonly Edit[], side: "from" | "to"): string => {
  const start = hunk[0]?.[side][0] ?? 0;
  const length = (hunk.at(-1)?.[side][1] ?? 0) - start;
  if (length === 1) return `${start + 1}`;
  return `${length === 0 ? start : start + 1},${length}`;
};

const linesOf = (hunk: readonly Edit[], a: readonly string[], b: readonly string[]): string => {
  const marked = (sign: string, lines: readonly string[]): string => lines.map((line) => `${sign}${line}\n`).join("");
  return hunk
    .map(({ isEqual, from, to }) => (isEqual ? marked(" ", a.slice(...from)) : marked("-", a.slice(...from)) + marked("+", b.slice(...to))))
    .join("");
};
