import { done, FilterProblem, type FilterResult, linesOf } from "./filter-result.ts";
import { safePattern } from "./grep.ts";

/** One line with its fields. */
interface Row {
  readonly line: string;
  readonly fields: readonly string[];
  readonly number: number;
}

type Value = (row: Row) => string;
type Condition = (row: Row) => boolean;

interface Rule {
  readonly holds: Condition;
  readonly prints: readonly Value[];
}

/** `awk '{print $1, $2}'` with `-F`, and in front of the braces `NR>1`, `/x/`, `$3=="x"`, joined by `&&` or `||`. Throws FilterProblem for anything else. */
export const compileAwk = (args: readonly string[]): ((input: string) => FilterResult) => {
  let separator: string | undefined;
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg === "-F") separator = args[++at];
    else if (arg.startsWith("-F")) separator = arg.slice(2);
    else rest.push(arg);
  }
  const [program, ...files] = rest;
  if (program === undefined || files.length > 0) throw new FilterProblem("give one program, such as '{print $1}'");
  const rules = parseProgram(program);
  const split = splitter(separator);
  return (input) =>
    done(
      linesOf(input).flatMap((line, at) => {
        const row = { line, fields: split(line), number: at + 1 };
        return rules.filter(({ holds }) => holds(row)).map(({ prints }) => prints.map((value) => value(row)).join(""));
      }),
    );
};

const splitter = (separator: string | undefined): ((line: string) => readonly string[]) => {
  if (separator === undefined || separator === " ") return (line) => line.split(/[ \t]+/).filter((field) => field !== "");
  if (separator.length === 1 || separator === "\\t")
    return (line) => (line === "" ? [] : line.split(separator === "\\t" ? "\t" : separator));
  const pattern = safePattern(separator, { isExtended: true });
  return (line) => line.split(pattern);
};

const notAvailable = (text: string): FilterProblem =>
  new FilterProblem(
    `${JSON.stringify(text.trim())} is not available; there are {print $N, …} and conditions such as NR>1, /x/ and $3=="x" in front of it`,
  );

const RULE = /^\s*((?:[^{"]|"[^"]*")*?)\s*(?:\{\s*print\b\s*((?:[^}"]|"(?:[^"\\]|\\.)*")*?)\s*;?\s*\}|$)\s*;?/;

const parseProgram = (program: string): readonly Rule[] => {
  const rules: Rule[] = [];
  for (let left = program.trim(); left !== ""; ) {
    const match = RULE.exec(left);
    if (match === null || match[0].trim() === "") throw notAvailable(program);
    const [whole, condition = "", prints = ""] = match;
    rules.push({ holds: parseCondition(condition), prints: parsePrints(prints) });
    left = left.slice(whole.length).trim();
  }
  if (rules.length === 0) throw notAvailable(program);
  return rules;
};

const parsePrints = (text: string): readonly Value[] => {
  if (text === "") return [({ line }) => line];
  const values: Value[] = [];
  splitOutside(text, ",").forEach((part, at) => {
    if (at > 0) values.push(() => " ");
    for (const word of wordsOf(part)) values.push(parseValue(word));
  });
  return values;
};

/** Splits at a separator that stands in no quotes. */
const splitOutside = (text: string, separator: string): readonly string[] => {
  const parts: string[] = [];
  let part = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"' && text[at - 1] !== "\\") isQuoted = !isQuoted;
    if (!isQuoted && text.startsWith(separator, at)) {
      parts.push(part);
      part = "";
      at += separator.length - 1;
    } else part += char;
  }
  return [...parts, part];
};

const WORD = /"(?:[^"\\]|\\.)*"|\$\(?NF(?:-\d+)?\)?|\$\d+|\w+/g;

const wordsOf = (text: string): readonly string[] => {
  const words = text.match(WORD) ?? [];
  if (words.length === 0 || words.join("") !== text.replace(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/g, "")) throw notAvailable(text);
  return words;
};

const parseValue = (text: string): Value => {
  const word = text.trim();
  if (word.startsWith('"') && word.endsWith('"') && word.length > 1) {
    const value = word.slice(1, -1).replace(/\\(.)/g, (_, char: string) => ({ n: "\n", t: "\t" })[char] ?? char);
    return () => value;
  }
  if (word === "NR") return ({ number }) => String(number);
  if (word === "NF") return ({ fields }) => String(fields.length);
  if (/^\d+$/.test(word)) return () => word;
  const last = /^\$\(?NF(?:-(\d+))?\)?$/.exec(word);
  if (last !== null) return ({ fields }) => fields[fields.length - 1 - Number(last[1] ?? 0)] ?? "";
  const field = /^\$(\d+)$/.exec(word);
  if (field === null) throw notAvailable(text);
  const number = Number(field[1]);
  return ({ line, fields }) => (number === 0 ? line : (fields[number - 1] ?? ""));
};

const parseCondition = (text: string): Condition => {
  if (text.trim() === "") return () => true;
  const either = splitOutside(text, "||");
  if (either.length > 1) {
    const parts = either.map(parseCondition);
    return (row) => parts.some((part) => part(row));
  }
  const all = splitOutside(text, "&&").map(parseTest);
  return (row) => all.every((part) => part(row));
};

const TEST = /^(.+?)\s*(==|!=|>=|<=|!~|~|>|<)\s*(.+)$/;

const parseTest = (text: string): Condition => {
  const trimmed = text.trim();
  const pattern = /^(!?)\s*\/((?:[^/\\]|\\.)*)\/$/.exec(trimmed);
  if (pattern !== null) {
    const found = safePattern(pattern[2] as string, { isExtended: true });
    return ({ line }) => found.test(line) !== (pattern[1] === "!");
  }
  const match = TEST.exec(trimmed);
  if (match === null) {
    const value = parseValue(trimmed);
    return (row) => value(row) !== "" && value(row) !== "0";
  }
  const [, left, operator, right] = match as unknown as readonly [string, string, string, string];
  const value = parseValue(left);
  if (operator.endsWith("~")) {
    const found = safePattern(right.replace(/^\/|\/$|^"|"$/g, ""), { isExtended: true });
    return (row) => found.test(value(row)) !== operator.startsWith("!");
  }
  const other = parseValue(right);
  return (row) => compare(value(row), operator, other(row));
};

const compare = (left: string, operator: string, right: string): boolean => {
  const isNumeric = [left, right].every((text) => /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text));
  const order = isNumeric ? Number(left) - Number(right) : left < right ? -1 : left > right ? 1 : 0;
  return { "==": order === 0, "!=": order !== 0, ">=": order >= 0, "<=": order <= 0, ">": order > 0, "<": order < 0 }[operator] as boolean;
};
