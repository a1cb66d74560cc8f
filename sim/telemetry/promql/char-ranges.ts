/** Both ends included. */
export type CharRange = readonly [number, number];

const UNIT_MAX = 0xffff;
/** Every unit. */
export const ANY: readonly CharRange[] = [[0, UNIT_MAX]];

/** All units that are in none of the ranges. */
export const negate = (ranges: readonly CharRange[]): readonly CharRange[] => {
  const result: CharRange[] = [];
  let next = 0;
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from > next) result.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= UNIT_MAX) result.push([next, UNIT_MAX]);
  return result;
};

/** Adds the other case of ASCII letters. */
export const foldCase = (ranges: readonly CharRange[]): readonly CharRange[] => {
  const result = [...ranges];
  for (const [from, to] of ranges) {
    addShifted(result, Math.max(from, 65), Math.min(to, 90), 32);
    addShifted(result, Math.max(from, 97), Math.min(to, 122), -32);
  }
  return result;
};

const addShifted = (ranges: CharRange[], from: number, to: number, by: number): void => {
  if (from <= to) ranges.push([from + by, to + by]);
};

const DIGIT: readonly CharRange[] = [[48, 57]];
const WORD: readonly CharRange[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACE: readonly CharRange[] = [
  [9, 10],
  [12, 13],
  [32, 32],
];

/** `\\d` and its like. */
export const PERL: Readonly<Record<string, readonly CharRange[]>> = {
  d: DIGIT,
  w: WORD,
  s: SPACE,
  D: negate(DIGIT),
  W: negate(WORD),
  S: negate(SPACE),
};
/** `\\b` and its like. */
export const ASSERTIONS: Readonly<Record<string, "start" | "end" | "word" | "not-word">> = {
  A: "start",
  z: "end",
  b: "word",
  B: "not-word",
};
/** `\\n` and its like. */
export const CONTROLS: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, f: 12, v: 11, a: 7 };
/** `[:alpha:]` and its like. */
export const POSIX: Readonly<Record<string, readonly CharRange[]>> = {
  alnum: [
    [48, 57],
    [65, 90],
    [97, 122],
  ],
  alpha: [
    [65, 90],
    [97, 122],
  ],
  ascii: [[0, 127]],
  blank: [
    [9, 9],
    [32, 32],
  ],
  digit: DIGIT,
  lower: [[97, 122]],
  print: [[32, 126]],
  punct: [
    [33, 47],
    [58, 64],
    [91, 96],
    [123, 126],
  ],
  space: [
    [9, 13],
    [32, 32],
  ],
  upper: [[65, 90]],
  word: WORD,
  xdigit: [
    [48, 57],
    [65, 70],
    [97, 102],
  ],
};
