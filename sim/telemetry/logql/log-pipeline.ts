import { compileRegex } from "#core/compile-regex.ts";
import { charge, STEP_UNITS } from "#core/work-budget.ts";
import type { Matcher } from "../promql/series.ts";
import { matchesPattern } from "./line-pattern.ts";
import type { LineState, Stage } from "./line-stages.ts";
import { LogqlCursor } from "./logql-cursor.ts";
import { LogqlError } from "./logql-error.ts";
import { orParseError, parseMatcher } from "./parse-label-filter.ts";
import { parseStage } from "./parse-stage.ts";
import { parseUnwrap, type Unwrap } from "./unwrap.ts";

/** A log selector with its pipeline. */
export interface LogExpr {
  readonly matchers: readonly Matcher[];
  /** The filters of lines that come first: they see lines as they were written. */
  readonly filters: readonly LineTest[];
  /** Pipeline stages after them. */
  readonly stages: readonly Stage[];
  /** Number that a metric query makes of a line; missing: the line itself counts. */
  readonly unwrap?: Unwrap;
}

type LineTest = (line: string) => boolean;

/** A parsed part of a query. */
export interface Parsed {
  readonly expr: LogExpr;
  /** Position behind it. */
  readonly end: number;
}

/** Parses `{…} |= "x" | json | level="error"` from a position on. @throws LogqlError */
export const parseLogExpr = (query: string, start: number): Parsed => {
  const cursor = new LogqlCursor(query, start);
  const matchers = parseSelector(cursor);
  return { expr: { matchers, ...parsePipeline(cursor) }, end: cursor.at };
};

/** Parses a selector, and the pipeline that may come after its range. @throws LogqlError */
export const parseLogSelector = (query: string, start: number): { readonly matchers: readonly Matcher[]; readonly end: number } => {
  const cursor = new LogqlCursor(query, start);
  return { matchers: parseSelector(cursor), end: cursor.at };
};

/** Runs a line through the pipeline. */
export const runPipeline = ({ filters, stages }: LogExpr, line: string, labels: LineState["labels"]): LineState | undefined => {
  for (const passes of filters) if (!passes(line)) return undefined;
  let now: LineState | undefined = { line, labels };
  for (const stage of stages) {
    charge(STEP_UNITS + now.line.length);
    now = stage(now);
    if (now === undefined) return undefined;
  }
  return now;
};

const parseSelector = (cursor: LogqlCursor): readonly Matcher[] => {
  cursor.expect("{");
  const matchers: Matcher[] = [];
  while (!cursor.accept("}")) {
    matchers.push(parseMatcher(cursor, cursor.word()));
    if (!cursor.accept(",") && !cursor.looking("}")) throw cursor.unexpected();
  }
  if (matchers.every((matcher) => matcher.matches(""))) {
    throw new LogqlError(
      'parse error : queries require at least one regexp or equality matcher that does not have an empty-compatible value. For instance, app=~".*" does not meet this requirement, but app=~".+" will',
    );
  }
  return matchers;
};

/** Parses filters and stages up to what is neither. */
export const parsePipeline = (cursor: LogqlCursor): Omit<LogExpr, "matchers"> => {
  const filters: LineTest[] = [];
  for (let op = cursor.ahead(FILTERS); op !== undefined; op = cursor.ahead(FILTERS)) filters.push(parseLineFilter(cursor, op));
  const stages: Stage[] = [];
  let unwrap: Unwrap | undefined;
  for (;;) {
    const op = cursor.ahead(FILTERS);
    if (op !== undefined) {
      const passes = parseLineFilter(cursor, op);
      stages.push((state) => (passes(state.line) ? state : undefined));
    } else if (!cursor.accept("|")) return unwrap === undefined ? { filters, stages } : { filters, stages, unwrap };
    else if (unwrap === undefined && cursor.accept("unwrap")) {
      unwrap = parseUnwrap(cursor);
      stages.push(unwrap.stage);
    } else stages.push(parseStage(cursor));
  }
};

const FILTERS = ["|=", "!=", "|~", "!~", "|>", "!>"] as const;

const parseLineFilter = (cursor: LogqlCursor, op: (typeof FILTERS)[number]): LineTest => {
  cursor.expect(op);
  const tests = [parseLineTest(cursor, op)];
  while (cursor.accept("or")) tests.push(parseLineTest(cursor, op));
  const wanted = op.startsWith("|");
  return (line) => tests.some((matches) => matches(line)) === wanted;
};

const parseLineTest = (cursor: LogqlCursor, op: string): LineTest => {
  const text = cursor.string();
  if (op.endsWith("=")) return (line) => line.includes(text);
  return op.endsWith(">") ? matchesPattern(text) : orParseError(() => compileRegex(text));
};
