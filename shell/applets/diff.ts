import type { Applet, AppletCall, AppletResult } from "../interpreter/applet-call.ts";
import { readOptions } from "./options.ts";

/** `diff`: what differs between two files or folders, always in the unified format. */
export const diff: Applet = (call) => {
  const { rest, has, value } = readOptions(call.args, "abdiL:NqrsS:tTU:wu");
  const [left, right] = rest;
  if (left === undefined || right === undefined || rest.length > 2) return call.usage(USAGE, 2);
  const show = (stdin: string): AppletResult => compare(left, right, stdin);
  const compare = (a: string, b: string, stdin: string): number => {
    const { fs } = call.machine;
    const folders = [a, b].map((path) => path !== "-" && fs.isFolder(call.path(path)));
    if (folders[0] === true && folders[1] === true) return compareFolders(a, b);
    const [from, to] = [folders[0] === true ? `${a}/${baseOf(b)}` : a, folders[1] === true ? `${b}/${baseOf(a)}` : b];
    const lost = has("N") ? undefined : [from, to].find((path) => path !== "-" && !fs.exists(call.path(path)));
    if (lost !== undefined) return call.fail(`can't stat '${lost}': No such file or directory`, 2);
    const [before, after] = [textOf(call, from, stdin, has("N")), textOf(call, to, stdin, has("N"))];
    if (before === undefined || after === undefined) return 2;
    const fold = (line: string): string => folded(line, has);
    const hunks = hunksOf(linesOf(before), linesOf(after), { context: Number(value("U") ?? "3"), fold });
    if (hunks.length === 0) {
      if (has("s")) call.out(`Files ${from} and ${to} are identical\n`);
      return 0;
    }
    if (has("q")) call.out(`Files ${from} and ${to} differ\n`);
    else {
      call.out(`--- ${value("L") ?? from}\n+++ ${to}\n${hunks.join("")}`);
    }
    return 1;
  };
  const compareFolders = (a: string, b: string): number => {
    const { fs } = call.machine;
    const [own, other] = [a, b].map((path) => fs.list(call.path(path))) as [readonly string[], readonly string[]];
    let status = 0;
    for (const name of [...new Set([...own, ...other])].sort()) {
      const place = own.includes(name) ? (other.includes(name) ? undefined : a) : b;
      const isFolder = place === undefined && [a, b].every((path) => fs.isFolder(call.path(`${path}/${name}`)));
      if (place !== undefined) {
        call.out(`Only in ${place}: ${name}\n`);
        status = 1;
      } else if (isFolder && !has("r")) call.out(`Common subdirectories: ${a}/${name} and ${b}/${name}\n`);
      else status = Math.max(status, compare(`${a}/${name}`, `${b}/${name}`, ""));
    }
    return status;
  };
  return rest.includes("-") ? call.withInput(show) : show("");
};

const USAGE = `diff [-abBdiNqrTstw] [-L LABEL] [-S FILE] [-U LINES] FILE1 FILE2

Compare files line by line and output the differences between them.
This implementation supports unified diffs only.
`;

const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const textOf = (call: AppletCall, path: string, stdin: string, isForgiving: boolean): string | undefined => {
  if (path === "-") return stdin;
  if (isForgiving && !call.machine.fs.exists(call.path(path))) return "";
  return call.readFile(path);
};

const folded = (line: string, has: (flag: string) => boolean): string => {
  const cased = has("i") ? line.toLowerCase() : line;
  return has("w") ? cased.replaceAll(/\s+/g, "") : has("b") ? cased.replaceAll(/\s+/g, " ").trimEnd() : cased;
};

/** Lines with their ends: a last line without one differs from one that has it. */
const linesOf = (text: string): readonly string[] => text.split(/(?<=\n)/).filter((line) => line !== "");

interface Edit {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

const hunksOf = (
  before: readonly string[],
  after: readonly string[],
  { context, fold }: { readonly context: number; readonly fold: (line: string) => string },
): readonly string[] => {
  const edits = editsOf(before, after, fold);
  const changed = edits.flatMap(({ sign }, at) => (sign === " " ? [] : [at]));
  const hunks: string[] = [];
  for (let first = 0; first < changed.length; ) {
    let last = first;
    while (changed[last + 1] !== undefined && (changed[last + 1] as number) - (changed[last] as number) <= 2 * context + 1) last += 1;
    const from = Math.max(0, (changed[first] as number) - context);
    const to = Math.min(edits.length, (changed[last] as number) + context + 1);
    hunks.push(hunkText(edits, from, to));
    first = last + 1;
  }
  return hunks;
};

const hunkText = (edits: readonly Edit[], from: number, to: number): string => {
  const count = (sign: "-" | "+", part: readonly Edit[]): number => part.filter((edit) => edit.sign !== (sign === "-" ? "+" : "-")).length;
  const [head, body] = [edits.slice(0, from), edits.slice(from, to)];
  const range = (sign: "-" | "+"): string => {
    const [start, size] = [count(sign, head), count(sign, body)];
    return size === 1 ? `${start + 1}` : `${size === 0 ? start : start + 1},${size}`;
  };
  const lines = body.map(({ sign, line }) => (line.endsWith("\n") ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`));
  return `@@ -${range("-")} +${range("+")} @@\n${lines.join("")}`;
};

/** The fewest lines to take away and add, by the longest common sequence; very long files are compared whole. */
const editsOf = (before: readonly string[], after: readonly string[], fold: (line: string) => string): readonly Edit[] => {
  const [a, b] = [before.map(fold), after.map(fold)];
  if (a.length * b.length > TABLE_MAX)
    return a.join("") === b.join("")
      ? []
      : [...before.map((line) => ({ sign: "-" as const, line })), ...after.map((line) => ({ sign: "+" as const, line }))];
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const [down, right] = [longest[(i + 1) * width + j] as number, longest[i * width + j + 1] as number];
      longest[i * width + j] = a[i] === b[j] ? (longest[(i + 1) * width + j + 1] as number) + 1 : Math.max(down, right);
    }
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      edits.push({ sign: " ", line: before[i] as string });
      i += 1;
      j += 1;
    } else if (i < a.length && (j >= b.length || (longest[(i + 1) * width + j] as number) >= (longest[i * width + j + 1] as number)))
      edits.push({ sign: "-", line: before[i++] as string });
    else edits.push({ sign: "+", line: after[j++] as string });
  }
  return edits;
};

const TABLE_MAX = 4_000_000;
