import { compileAwk } from "./awk.ts";
import { done, FilterProblem, type FilterResult, linesOf } from "./filter-result.ts";
import { compileGrep } from "./grep.ts";
import { compileJq } from "./jq.ts";
import { compileSed } from "./sed.ts";
import { translate } from "./translate.ts";

/** A program that reads text and writes text. */
export type Filter = (args: readonly string[], input: string) => FilterResult;

/** Runs one stage of a pipe; undefined when there is no such filter. */
export const runFilter = (words: readonly string[], input: string): FilterResult | undefined => {
  const [name, ...args] = words as [string, ...string[]];
  const filter = FILTERS[name];
  if (filter === undefined) return undefined;
  try {
    return filter(args, input);
  } catch (error) {
    if (!(error instanceof FilterProblem)) throw error;
    return { stdout: "", stderr: `${name}: ${error.message}\n`, exitCode: 2 };
  }
};

/** True for a program that can stand behind a pipe. */
export const isFilter = (name: string): boolean => Object.hasOwn(FILTERS, name);

/** Why a stage of a pipe cannot be run; undefined when it can. Nothing is read or written. */
export const filterRefusal = ([name, ...args]: readonly string[]): string | undefined => {
  if (!isFilter(name as string)) return `${name} is not available behind a pipe; there are ${Object.keys(FILTERS).join(", ")}.`;
  const compile = COMPILED[name as string];
  try {
    compile?.(args);
    return undefined;
  } catch (error) {
    if (!(error instanceof FilterProblem)) throw error;
    return `${name}: ${error.message}`;
  }
};

interface Options {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/** Reads short options; letters in `valued` take a value. */
const readOptions = (args: readonly string[], plain: string, valued: string): Options => {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    if (arg === "--") return { flags, values, rest: [...rest, ...args.slice(i + 1)] };
    if (!arg.startsWith("-") || arg === "-") {
      rest.push(arg);
      continue;
    }
    for (let j = 1; j < arg.length; j++) {
      const letter = arg[j] as string;
      if (plain.includes(letter)) flags.add(letter);
      else if (valued.includes(letter)) {
        const value = arg.slice(j + 1) || args[++i];
        if (value === undefined) throw new FilterProblem(`option -${letter} needs a value`);
        values.set(letter, value.replace(/^=/, ""));
        break;
      } else throw new FilterProblem(`invalid option ${arg}`);
    }
  }
  return { flags, values, rest };
};

const refuseFiles = (rest: readonly string[]): void => {
  const file = rest.find((word) => word !== "-");
  if (file !== undefined) throw new FilterProblem(`${file}: No such file or directory`);
};

const countOf = (args: readonly string[], fallback: number): { readonly count: string; readonly rest: readonly string[] } => {
  const short = /^-(\d+)$/.exec(args[0] ?? "");
  if (short !== null) return { count: short[1] as string, rest: args.slice(1) };
  const { values, rest } = readOptions(
    args.map((arg) => arg.replace(/^--lines=?/, "-n")),
    "q",
    "n",
  );
  return { count: values.get("n") ?? String(fallback), rest };
};

const numberOf = (text: string): number => {
  if (!/^[-+]?\d+$/.test(text)) throw new FilterProblem(`invalid number of lines: '${text}'`);
  return Number(text);
};

const head: Filter = (args, input) => {
  const { count, rest } = countOf(args, 10);
  refuseFiles(rest);
  const number = numberOf(count);
  return done(linesOf(input).slice(0, number));
};

const tail: Filter = (args, input) => {
  const { count, rest } = countOf(args, 10);
  refuseFiles(rest);
  const lines = linesOf(input);
  const number = Math.abs(numberOf(count));
  return done(count.startsWith("+") ? lines.slice(Math.max(0, number - 1)) : number === 0 ? [] : lines.slice(-number));
};

const wc: Filter = (args, input) => {
  const { flags, rest } = readOptions(args, "lwcm", "");
  refuseFiles(rest);
  const counts: Readonly<Record<string, number>> = {
    l: (input.match(/\n/g) ?? []).length,
    w: (input.match(/\S+/g) ?? []).length,
    c: new TextEncoder().encode(input).length,
    m: [...input].length,
  };
  const wanted = flags.size === 0 ? ["l", "w", "c"] : ["l", "w", "m", "c"].filter((flag) => flags.has(flag));
  const single = wanted.length === 1;
  return done([wanted.map((flag) => (single ? String(counts[flag]) : String(counts[flag]).padStart(7))).join(" ")]);
};

const sort: Filter = (args, input) => {
  const { flags, values, rest } = readOptions(args, "rnufbhV", "kt");
  refuseFiles(rest);
  const key = values.get("k");
  const field = key === undefined ? undefined : /^(\d+)(?:,(\d+))?([nrh]*)$/.exec(key);
  if (field === null) throw new FilterProblem(`invalid key ${key}`);
  const isNumeric = flags.has("n") || flags.has("h") || flags.has("V") || (field?.[3] ?? "").includes("n");
  const isReverse = flags.has("r") || (field?.[3] ?? "").includes("r");
  const keyOf = (line: string): string => {
    if (field === undefined) return line;
    const parts = values.has("t") ? line.split(values.get("t") as string) : line.trim().split(/\s+/);
    return parts.slice(Number(field[1]) - 1, field[2] === undefined ? undefined : Number(field[2])).join(" ");
  };
  const fold = (text: string): string => (flags.has("f") ? text.toLowerCase() : text);
  const compare = (a: string, b: string): number => {
    const [x, y] = [keyOf(a), keyOf(b)];
    const numeric = isNumeric ? (Number.parseFloat(x) || 0) - (Number.parseFloat(y) || 0) : 0;
    const text = fold(x) < fold(y) ? -1 : fold(x) > fold(y) ? 1 : 0;
    return (
      (numeric || (isNumeric && field !== undefined ? 0 : text)) * (isReverse ? -1 : 1) ||
      (a < b ? -1 : a > b ? 1 : 0) * (isReverse ? -1 : 1)
    );
  };
  const sorted = [...linesOf(input)].sort(compare);
  return done(flags.has("u") ? sorted.filter((line, index) => index === 0 || line !== sorted[index - 1]) : sorted);
};

const uniq: Filter = (args, input) => {
  const { flags, rest } = readOptions(args, "cdui", "");
  refuseFiles(rest);
  const groups: { line: string; count: number }[] = [];
  for (const line of linesOf(input)) {
    const last = groups.at(-1);
    if (last !== undefined && (flags.has("i") ? last.line.toLowerCase() === line.toLowerCase() : last.line === line)) last.count++;
    else groups.push({ line, count: 1 });
  }
  const kept = groups.filter(({ count }) => (!flags.has("d") || count > 1) && (!flags.has("u") || count === 1));
  return done(kept.map(({ line, count }) => (flags.has("c") ? `${String(count).padStart(7)} ${line}` : line)));
};

const cut: Filter = (args, input) => {
  const { flags, values, rest } = readOptions(args, "s", "dfc");
  refuseFiles(rest);
  const list = values.get("f") ?? values.get("c");
  if (list === undefined) throw new FilterProblem("you must specify a list of characters or fields");
  const ranges = list.split(",").map((part) => {
    const match = /^(\d*)(-?)(\d*)$/.exec(part);
    if (match === null || part === "-" || part === "") throw new FilterProblem("invalid field value");
    const from = Number(match[1] || 1);
    return { from, to: match[2] === "" ? from : Number(match[3] || Number.MAX_SAFE_INTEGER) };
  });
  const pick = (parts: readonly string[]): readonly string[] =>
    parts.filter((_, index) => ranges.some(({ from, to }) => index + 1 >= from && index + 1 <= to));
  if (!values.has("f")) return done(linesOf(input).map((line) => pick([...line]).join("")));
  const delimiter = values.get("d") ?? "\t";
  return done(
    linesOf(input).flatMap((line) =>
      line.includes(delimiter) ? [pick(line.split(delimiter)).join(delimiter)] : flags.has("s") ? [] : [line],
    ),
  );
};

const cat: Filter = (args, input) => {
  refuseFiles(args);
  return { stdout: input, stderr: "", exitCode: 0 };
};

const grep: Filter = (args, input) => {
  const { flags, values, rest } = readOptions(args, "ivEFcnwxoqhsPa", "eABCm");
  const [first, ...files] = values.has("e") ? [values.get("e") as string, ...rest] : rest;
  if (first === undefined) throw new FilterProblem("usage: grep [OPTION]... PATTERN");
  refuseFiles(files);
  const pattern = compileGrep(first, flags);
  if (typeof pattern === "string") throw new FilterProblem(pattern);
  const lines = linesOf(input);
  const limit = values.has("m") ? numberOf(values.get("m") as string) : Number.POSITIVE_INFINITY;
  const matched = lines.flatMap((line, index) => (pattern.test(line) !== flags.has("v") ? [index] : [])).slice(0, limit);
  const exitCode = matched.length > 0 ? 0 : 1;
  if (flags.has("q")) return { stdout: "", stderr: "", exitCode };
  if (flags.has("c")) return { ...done([String(matched.length)]), exitCode };
  if (flags.has("o")) return { ...done(matched.flatMap((index) => pattern.matches(lines[index] as string))), exitCode };
  const context = (letter: string): number => numberOf(values.get(letter) ?? values.get("C") ?? "0");
  return { ...done(withContext(lines, matched, { before: context("B"), after: context("A"), isNumbered: flags.has("n") })), exitCode };
};

const base64: Filter = (args, input) => {
  const { flags, rest } = readOptions(
    args.map((arg) => (arg === "--decode" ? "-d" : arg)),
    "dDi",
    "w",
  );
  refuseFiles(rest);
  if (!flags.has("d") && !flags.has("D"))
    return {
      stdout: `${Buffer.from(input)
        .toString("base64")
        .replace(/(.{76})(?=.)/g, "$1\n")}\n`,
      stderr: "",
      exitCode: 0,
    };
  const isValid = /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(input);
  return {
    stdout: Buffer.from(input, "base64").toString("utf8"),
    stderr: isValid ? "" : "base64: invalid input\n",
    exitCode: isValid ? 0 : 1,
  };
};

interface ContextOptions {
  readonly before: number;
  readonly after: number;
  readonly isNumbered: boolean;
}

const withContext = (
  lines: readonly string[],
  matched: readonly number[],
  { before, after, isNumbered }: ContextOptions,
): readonly string[] => {
  const hits = new Set(matched);
  const shown = new Set<number>();
  for (const index of matched) for (let i = Math.max(0, index - before); i <= Math.min(lines.length - 1, index + after); i++) shown.add(i);
  const out: string[] = [];
  let last = -1;
  for (const index of [...shown].sort((a, b) => a - b)) {
    if (before + after > 0 && last !== -1 && index > last + 1) out.push("--");
    out.push(isNumbered ? `${index + 1}${hits.has(index) ? ":" : "-"}${lines[index]}` : (lines[index] as string));
    last = index;
  }
  return out;
};

/** Programs with a language of their own: what they do not know is refused before anything is run. */
const COMPILED: Readonly<Record<string, (args: readonly string[]) => (input: string) => FilterResult>> = {
  awk: compileAwk,
  jq: compileJq,
  sed: compileSed,
};

const FILTERS: Readonly<Record<string, Filter>> = {
  grep,
  egrep: (args, input) => grep(["-E", ...args], input),
  fgrep: (args, input) => grep(["-F", ...args], input),
  head,
  tail,
  wc,
  sort,
  uniq,
  cut,
  cat,
  tr: (args, input) => {
    const { flags, rest } = readOptions(args, "dsc", "");
    return translate(flags, rest, input);
  },
  base64,
  column: (args, input) => done(args.includes("-t") ? inColumns(linesOf(input)) : linesOf(input)),
  less: (_args, input) => ({ stdout: input, stderr: "", exitCode: 0 }),
  more: (_args, input) => ({ stdout: input, stderr: "", exitCode: 0 }),
  awk: (args, input) => compileAwk(args)(input),
  jq: (args, input) => compileJq(args)(input),
  sed: (args, input) => compileSed(args)(input),
};

/** `column -t`: fields under each other, two blanks between them. */
const inColumns = (lines: readonly string[]): readonly string[] => {
  const rows = lines.map((line) => line.split(/[ \t]+/).filter((field) => field !== "")).filter((row) => row.length > 0);
  const widths: number[] = [];
  for (const row of rows) for (const [at, field] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, field.length);
  return rows.map((row) => row.map((field, at) => (at === row.length - 1 ? field : field.padEnd((widths[at] as number) + 2))).join(""));
};
