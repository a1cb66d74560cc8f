import type { Matcher } from "../promql/series.ts";
import { makeMatcher } from "../promql/syntax/matcher.ts";
import type { Stage } from "./line-stages.ts";
import type { LogqlCursor } from "./logql-cursor.ts";
import { LogqlError } from "./logql-error.ts";
import { QUANTITIES } from "./quantity.ts";

/** Parses `level="error" and (status >= 500 or took > 1s)`; `and` and `,` come before `or`. */
export const parseLabelFilter = (cursor: LogqlCursor): Stage => {
  const test = parseOr(cursor, DEPTH_MAX);
  return ({ line, labels }) => {
    const verdict = test(labels);
    if (typeof verdict === "boolean") return verdict ? { line, labels } : undefined;
    return { line, labels: { ...labels, __error__: verdict.error } };
  };
};

/** Parses `name="value"` of a selector or a filter. */
export const parseMatcher = (cursor: LogqlCursor, name: string): Matcher => {
  const op = cursor.ahead(["=~", "!~", "!=", "="] as const);
  if (op === undefined) throw cursor.unexpected();
  cursor.expect(op);
  return orParseError(() => makeMatcher(name, op, cursor.string()));
};

/** Runs what refuses a part of a query, and gives the refusal Loki's frame. @throws LogqlError */
export const orParseError = <T>(run: () => T): T => {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof LogqlError) throw cause;
    throw new LogqlError(`parse error : ${(cause as Error).message}`);
  }
};

type LabelSet = Readonly<Record<string, string>>;

/** A failed reading of a value keeps the line, and marks it. */
type Verdict = boolean | { readonly error: string };
type LabelTest = (labels: LabelSet) => Verdict;

/** Number of brackets within each other that are read. */
const DEPTH_MAX = 200;

const parseOr = (cursor: LogqlCursor, depth: number): LabelTest => {
  const tests = [parseAnd(cursor, depth)];
  while (cursor.accept("or")) tests.push(parseAnd(cursor, depth));
  return (labels) => tests.map((test) => test(labels)).reduce((one, other) => (one === false ? other : one));
};

const parseAnd = (cursor: LogqlCursor, depth: number): LabelTest => {
  const tests = [parseTest(cursor, depth)];
  while (cursor.accept("and") || cursor.accept(",")) tests.push(parseTest(cursor, depth));
  return (labels) => tests.map((test) => test(labels)).reduce((one, other) => (one === true || other === false ? other : one));
};

const parseTest = (cursor: LogqlCursor, depth: number): LabelTest => {
  if (depth > 0 && cursor.accept("(")) {
    const test = parseOr(cursor, depth - 1);
    cursor.expect(")");
    return test;
  }
  const name = cursor.word();
  const start = cursor.at;
  const op = cursor.ahead(["==", "!=", ">=", "<=", "=~", "!~", "=", ">", "<"]);
  if (op === undefined) throw cursor.unexpected();
  cursor.expect(op);
  const isText = cursor.looking('"') || cursor.looking("`");
  if (isText && op !== "==" && COMPARE[op] !== undefined && op !== "=" && op !== "!=") throw cursor.unexpected();
  if (isText && op !== "==") {
    cursor.at = start;
    const matcher = parseMatcher(cursor, name);
    return (labels) => matcher.matches(labels[name] ?? "");
  }
  if (isText) return equals(name, cursor.string());
  const compare = COMPARE[op];
  if (compare === undefined) throw cursor.unexpected("STRING");
  const { kind, value: wanted } = cursor.quantity();
  return (labels) => {
    // After an error only texts can be told from each other.
    if (labels["__error__"] !== undefined) return true;
    if (labels[name] === undefined) return false;
    const value = QUANTITIES[kind](labels[name]);
    return value === undefined ? { error: "LabelFilterErr" } : compare(value, wanted);
  };
};

const equals =
  (name: string, text: string): LabelTest =>
  (labels) =>
    (labels[name] ?? "") === text;

const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "=": (a, b) => a === b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
};
