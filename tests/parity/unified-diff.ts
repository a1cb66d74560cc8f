/** The lines that differ between two texts, in the form of `diff -u` without its heading; empty when they are equal. */
export const unifiedDiff = (expected: string, got: string): readonly string[] => {
  if (expected === got) return [];
  const edits = editsOf(expected.split("\n"), got.split("\n"));
  const isNear = edits.map((_, at) => edits.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ sign }) => sign !== " "));
  const lines: string[] = [];
  edits.forEach(({ sign, line }, at) => {
    if (!isNear[at]) return;
    if (at > 0 && !isNear[at - 1]) lines.push("…");
    lines.push(`${sign}${line}`);
  });
  return lines;
};

const CONTEXT = 2;

interface Edit {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

/** Computes the edits from the longest common subsequence between equal beginnings and ends. */
const editsOf = (left: readonly string[], right: readonly string[]): readonly Edit[] => {
  const same = (line: string): Edit => ({ sign: " ", line });
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const middle = middleEdits(left.slice(start, left.length - end), right.slice(start, right.length - end));
  return [...left.slice(0, start).map(same), ...middle, ...left.slice(left.length - end).map(same)];
};

const middleEdits = (left: readonly string[], right: readonly string[]): readonly Edit[] => {
  const width = right.length + 1;
  const common = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        left[i] === right[j]
          ? (common[(i + 1) * width + j + 1] as number) + 1
          : Math.max(common[(i + 1) * width + j] as number, common[i * width + j + 1] as number);
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      edits.push({ sign: " ", line: left[i] as string });
      [i, j] = [i + 1, j + 1];
    } else if (j >= right.length || (i < left.length && (common[(i + 1) * width + j] as number) >= (common[i * width + j + 1] as number))) {
      edits.push({ sign: "-", line: left[i] as string });
      i += 1;
    } else {
      edits.push({ sign: "+", line: right[j] as string });
      j += 1;
    }
  }
  return edits;
};
