/** A stretch of lines that two texts share. */
interface Match {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

/** `=`: the same in both; otherwise lines of the first are replaced by lines of the second, where either may be none. */
export interface Edit {
  readonly isEqual: boolean;
  readonly from: readonly [start: number, end: number];
  readonly to: readonly [start: number, end: number];
}

/** The changes between two lists of lines as Ratcliff and Obershelp find them: around the longest stretch that both have, again and again. */
export const matchSequences = (a: readonly string[], b: readonly string[]): readonly Edit[] => {
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  for (const match of [
    ...joined(matchesIn({ a, places: placesOf(b), b }, 0, a.length, 0, b.length)),
    { a: a.length, b: b.length, size: 0 },
  ]) {
    if (i < match.a || j < match.b) edits.push({ isEqual: false, from: [i, match.a], to: [j, match.b] });
    [i, j] = [match.a + match.size, match.b + match.size];
    if (match.size > 0) edits.push({ isEqual: true, from: [match.a, i], to: [match.b, j] });
  }
  return edits;
};

interface Texts {
  readonly a: readonly string[];
  readonly b: readonly string[];
  /** Line → where it stands in the second text. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** Positions of each line; in long texts, frequent lines are left out and begin no match. */
const placesOf = (b: readonly string[]): ReadonlyMap<string, readonly number[]> => {
  const places = new Map<string, number[]>();
  for (const [at, line] of b.entries()) {
    const found = places.get(line);
    if (found === undefined) places.set(line, [at]);
    else found.push(at);
  }
  if (b.length < LONG) return places;
  const most = Math.floor(b.length / 100) + 1;
  return new Map([...places].filter(([, found]) => found.length <= most));
};

const LONG = 200;

const matchesIn = (texts: Texts, aStart: number, aEnd: number, bStart: number, bEnd: number): readonly Match[] => {
  const longest = longestMatch(texts, aStart, aEnd, bStart, bEnd);
  const { a, b, size } = longest;
  if (size === 0) return [];
  const before = aStart < a && bStart < b ? matchesIn(texts, aStart, a, bStart, b) : [];
  const after = a + size < aEnd && b + size < bEnd ? matchesIn(texts, a + size, aEnd, b + size, bEnd) : [];
  return [...before, longest, ...after];
};

const longestMatch = ({ a, b, places }: Texts, aStart: number, aEnd: number, bStart: number, bEnd: number): Match => {
  let best: Match = { a: aStart, b: bStart, size: 0 };
  let lengths = new Map<number, number>();
  for (let i = aStart; i < aEnd; i++) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i] as string) ?? []) {
      if (j < bStart || j >= bEnd) continue;
      const size = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, size);
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size };
    }
    lengths = next;
  }
  let { a: i, b: j, size } = best;
  for (; i > aStart && j > bStart && a[i - 1] === b[j - 1]; size++) [i, j] = [i - 1, j - 1];
  while (i + size < aEnd && j + size < bEnd && a[i + size] === b[j + size]) size++;
  return { a: i, b: j, size };
};

/** Joins adjacent matches. */
const joined = (matches: readonly Match[]): readonly Match[] => {
  const result: Match[] = [];
  for (const match of matches) {
    const last = result.at(-1);
    if (last !== undefined && last.a + last.size === match.a && last.b + last.size === match.b)
      result[result.length - 1] = { ...last, size: last.size + match.size };
    else result.push(match);
  }
  return result;
};
