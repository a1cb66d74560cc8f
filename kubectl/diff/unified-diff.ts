/** Number of lines around a change. */
const CONTEXT = 3;

/** One line of a difference: kept, removed or added. */
interface Edit {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

/** Renders the hunks of `diff -u` between two texts; empty when they are equal. */
export const unifiedDiff = (before: string, after: string): string => {
  if (before === after) return "";
  const edits = diffLines(linesOf(before), linesOf(after));
  return hunksOf(edits)
    .map((hunk) => renderHunk(edits, hunk))
    .join("");
};

const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** Computes the shortest edit script (Myers), removals before additions. */
const diffLines = (a: readonly string[], b: readonly string[]): readonly Edit[] => {
  const trace: Map<number, number>[] = [];
  const furthest = new Map<number, number>([[1, 0]]);
  for (let depth = 0; depth <= a.length + b.length; depth++) {
    trace.push(new Map(furthest));
    for (let k = -depth; k <= depth; k += 2) {
      const down = k === -depth || (k !== depth && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
      let x = down ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest.set(k, x);
      if (x >= a.length && x - k >= b.length) return backtrack(trace, a, b);
    }
  }
  return [];
};

const backtrack = (trace: readonly Map<number, number>[], a: readonly string[], b: readonly string[]): readonly Edit[] => {
  const edits: Edit[] = [];
  let [x, y] = [a.length, b.length];
  for (let depth = trace.length - 1; depth >= 0; depth--) {
    const furthest = trace[depth] as Map<number, number>;
    const k = x - y;
    const down = k === -depth || (k !== depth && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
    const fromX = furthest.get(down ? k + 1 : k - 1) ?? 0;
    const fromY = fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      edits.push({ sign: " ", line: a[--x] as string });
      y--;
    }
    if (depth === 0) break;
    edits.push(down ? { sign: "+", line: b[--y] as string } : { sign: "-", line: a[--x] as string });
  }
  return removalsFirst(edits.reverse());
};

/** Reorders each change so that removals precede additions. */
const removalsFirst = (edits: readonly Edit[]): readonly Edit[] => {
  const out: Edit[] = [];
  let added: Edit[] = [];
  for (const edit of edits) {
    if (edit.sign === "+") added.push(edit);
    else if (edit.sign === "-") out.push(edit);
    else {
      out.push(...added, edit);
      added = [];
    }
  }
  return [...out, ...added];
};

interface Hunk {
  readonly start: number;
  readonly end: number;
}

const hunksOf = (edits: readonly Edit[]): readonly Hunk[] => {
  const hunks: { start: number; end: number }[] = [];
  edits.forEach(({ sign }, index) => {
    if (sign === " ") return;
    const start = Math.max(0, index - CONTEXT);
    const end = Math.min(edits.length, index + CONTEXT + 1);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else hunks.push({ start, end });
  });
  return hunks;
};

const renderHunk = (edits: readonly Edit[], { start, end }: Hunk): string => {
  const before = edits.slice(0, start);
  const lines = edits.slice(start, end);
  const range = (sign: "+" | "-"): string => {
    const count = lines.filter((edit) => edit.sign !== sign).length;
    const first = before.filter((edit) => edit.sign !== sign).length + (count === 0 ? 0 : 1);
    return count === 1 ? String(first) : `${first},${count}`;
  };
  return `@@ -${range("+")} +${range("-")} @@\n${lines.map(({ sign, line }) => `${sign}${line}\n`).join("")}`;
};
