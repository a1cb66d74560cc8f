import { labelsKey, makeLabels } from "../promql/labels.ts";
import type { Matcher, Series, SeriesSource } from "../promql/series.ts";
import { parseDuration } from "../promql/syntax/duration.ts";
import type { LineState } from "./line-stages.ts";
import { type LogExpr, parseLogSelector, parsePipeline, runPipeline } from "./log-pipeline.ts";
import type { LogStream } from "./log-stream.ts";
import { LogqlCursor } from "./logql-cursor.ts";
import { LogqlError } from "./logql-error.ts";

/** A metric query over logs, written as one over series that hold a sample per line. */
export interface LogMetric {
  readonly promql: string;
  readonly ranges: readonly LogRange[];
}

interface LogRange {
  readonly expr: LogExpr;
  readonly measure: "lines" | "bytes" | "unwrapped";
  /** Names of the labels that are kept, or left out; missing: all are kept. */
  readonly grouping?: Grouping;
}

interface Grouping {
  readonly without: boolean;
  readonly names: readonly string[];
}

/** True when the query is a log selector and no metric query. */
export const isLogQuery = (query: string): boolean => query.trimStart().startsWith("{");

/** A function of log ranges. */
interface RangeFunction {
  readonly measure: LogRange["measure"];
  /** Function of PromQL that does the same on samples. */
  readonly promql: string;
  /** True: its result is divided by the range in seconds. */
  readonly perSecond?: boolean;
  readonly mayGroup?: boolean;
  readonly takesNumber?: boolean;
}

const OF_LINES: ReadonlyMap<string, RangeFunction> = new Map(
  Object.entries<RangeFunction>({
    count_over_time: { measure: "lines", promql: "sum_over_time" },
    rate: { measure: "lines", promql: "sum_over_time", perSecond: true },
    bytes_over_time: { measure: "bytes", promql: "sum_over_time" },
    bytes_rate: { measure: "bytes", promql: "sum_over_time", perSecond: true },
    absent_over_time: { measure: "lines", promql: "absent_over_time" },
  }),
);

const grouped = (promql: string): RangeFunction => ({ measure: "unwrapped", promql, mayGroup: true });

const OF_NUMBERS: ReadonlyMap<string, RangeFunction> = new Map(
  Object.entries<RangeFunction>({
    sum_over_time: { measure: "unwrapped", promql: "sum_over_time" },
    rate: { measure: "unwrapped", promql: "sum_over_time", perSecond: true },
    rate_counter: { measure: "unwrapped", promql: "rate" },
    absent_over_time: { measure: "unwrapped", promql: "absent_over_time" },
    ...Object.fromEntries(
      ["avg", "min", "max", "first", "last", "stdvar", "stddev"].map((name) => [`${name}_over_time`, grouped(`${name}_over_time`)]),
    ),
    quantile_over_time: { ...grouped("quantile_over_time"), takesNumber: true },
  }),
);

/** Rewrites `rate({…} |= "x" [5m])` and what surrounds it. @throws LogqlError */
export const parseLogMetric = (query: string): LogMetric => {
  const ranges: LogRange[] = [];
  let promql = "";
  let at = 0;
  for (;;) {
    const brace = nextBrace(query, at);
    if (brace < 0) break;
    const from = Math.max(at, brace - CALL_MAX);
    const call = CALL.exec(query.slice(from, brace));
    const [, name = "", number, bracket] = call ?? [];
    if (call === null || (OF_LINES.get(name) ?? OF_NUMBERS.get(name)) === undefined)
      throw new LogqlError(`parse error at line 1, col ${brace + 1}: syntax error: unexpected {`);
    const { expr, range, offset, grouping, end } = parseRange(query, brace, bracket === "(");
    const { measure, promql: means, perSecond } = functionOf(name, { expr, number, grouping });
    const body = `${means}(${number === undefined ? "" : `${number}, `}${PREFIX}${ranges.length}[${range}]${offset})`;
    promql += query.slice(at, from + call.index) + (perSecond ? `(${body} / ${(parseDuration(range) as number) / 1000})` : body);
    ranges.push({ expr, measure, ...(grouping && { grouping }) });
    at = end;
  }
  return { promql: promql + query.slice(at), ranges };
};

/** A function's name before a selector, with the number that it may take, and brackets around the selector. */
const CALL = /([a-z_]+)\s*\(\s*(?:(-?[\d.]+)\s*,\s*)?(\(?)\s*$/;

/** Maximum length of that, characters, so that it is found in a moment. */
const CALL_MAX = 256;

interface ParsedRange {
  readonly expr: LogExpr;
  readonly range: string;
  readonly offset: string;
  readonly grouping: Grouping | undefined;
  /** Position behind the closing bracket and the grouping. */
  readonly end: number;
}

/** Parses `{…} | … [5m] offset 1h) by (pod)`; the range may come before the pipeline too. */
const parseRange = (query: string, start: number, isBracketed: boolean): ParsedRange => {
  const selector = parseLogSelector(query, start);
  const early = RANGE.exec(query.slice(selector.end));
  const cursor = new LogqlCursor(query, selector.end + (early?.[0].length ?? 0));
  const expr: LogExpr = { matchers: selector.matchers, ...parsePipeline(cursor) };
  if (isBracketed) cursor.expect(")");
  const late = early === null ? RANGE.exec(query.slice(cursor.at)) : early;
  const [whole = "", range = "", offset] = late ?? [];
  if (!parseDuration(range)) throw cursor.unexpected("RANGE");
  if (early === null) cursor.at += whole.length;
  cursor.expect(")");
  return { expr, range, offset: offset === undefined ? "" : ` offset ${offset}`, grouping: parseGrouping(cursor), end: cursor.at };
};

const RANGE = /^\s*\[\s*([0-9a-z]+)\s*\](?:\s*offset\s+(-?[0-9a-z]+))?/;

const parseGrouping = (cursor: LogqlCursor): Grouping | undefined => {
  const word = cursor.ahead(["by", "without"]);
  if (word === undefined) return undefined;
  cursor.expect(word);
  cursor.expect("(");
  const names: string[] = [];
  while (!cursor.accept(")")) {
    names.push(cursor.word());
    if (!cursor.accept(",") && !cursor.looking(")")) throw cursor.unexpected();
  }
  return { without: word === "without", names };
};

const functionOf = (name: string, { expr, number, grouping }: Pick<ParsedRange, "expr" | "grouping"> & { number: string | undefined }) => {
  const found = (expr.unwrap === undefined ? OF_LINES : OF_NUMBERS).get(name);
  if (found === undefined)
    throw new LogqlError(`parse error : invalid aggregation ${name} ${expr.unwrap === undefined ? "without" : "with"} unwrap`);
  if (grouping !== undefined && found.mayGroup !== true) throw new LogqlError(`parse error : grouping not allowed for ${name} aggregation`);
  if (found.takesNumber === true && number === undefined) throw new LogqlError(`parse error : parameter required for operation ${name}`);
  if (found.takesNumber !== true && number !== undefined)
    throw new LogqlError(`parse error : parameter ${number} not supported for operation ${name}`);
  return found;
};

/** Prefix of the names of series that stand for ranges; a number follows. */
export const PREFIX = "lines_";

/** Position of the next brace outside strings, or -1. Back-quoted strings know no escapes. */
export const nextBrace = (query: string, from: number): number => {
  for (let i = from; i < query.length; i++) {
    const char = query[i] as string;
    if (char === "{") return i;
    if (char === "#") {
      while (i < query.length && query[i] !== "\n") i += 1;
    }
    if (char === '"' || char === "`") {
      i += 1;
      while (i < query.length && query[i] !== char) i += query[i] === "\\" && char === '"' ? 2 : 1;
    }
  }
  return -1;
};

/** The series that the rewritten query reads. */
export const createLogSource = (metric: LogMetric, streamsOf: (matchers: readonly Matcher[]) => readonly LogStream[]): SeriesSource => ({
  select: (matchers, fromMs, toMs) => {
    const name = matchers.find((matcher) => matcher.name === "__name__")?.value ?? "";
    const range = metric.ranges[Number(name.slice(PREFIX.length))];
    return range === undefined || !name.startsWith(PREFIX) ? [] : seriesOf(range, streamsOf(range.expr.matchers), fromMs, toMs);
  },
});

const seriesOf = (
  { expr, measure, grouping }: LogRange,
  streams: readonly LogStream[],
  fromMs: number,
  toMs: number,
): readonly Series[] => {
  const all = new Map<string, { readonly labels: Series["labels"]; readonly samples: (readonly [ms: number, value: number])[] }>();
  let work = 0;
  for (const stream of streams) {
    for (const { atMs, text } of stream.lines(fromMs - 1, toMs)) {
      work += 1 + expr.stages.length;
      if (work > WORK_MAX) throw new LogqlError(TOO_MUCH);
      const state = runPipeline(expr, text, stream.labels);
      if (state === undefined) continue;
      const labels = state.labels === stream.labels && grouping === undefined ? stream.labels : seriesLabels(state.labels, expr, grouping);
      const key = labelsKey(labels);
      let series = all.get(key);
      if (series === undefined) {
        series = { labels, samples: [] };
        all.set(key, series);
      }
      series.samples.push([atMs, measure === "lines" ? 1 : measure === "bytes" ? state.line.length : numberIn(expr, state)]);
    }
  }
  return [...all.values()].map(({ labels, samples }) => {
    // A group has the lines of several streams.
    samples.sort(([one], [other]) => one - other);
    return { labels, timesMs: samples.map(([ms]) => ms), values: samples.map(([, value]) => value) };
  });
};

const numberIn = ({ unwrap }: LogExpr, { labels }: LineState): number => unwrap?.valueOf(labels[unwrap.label]) ?? 0;

/** Labels of the series of a line: without the unwrapped one, as grouped. @throws LogqlError for a line on which a stage failed */
const seriesLabels = (labels: LineState["labels"], { unwrap }: LogExpr, grouping: Grouping | undefined): Series["labels"] => {
  const error = labels["__error__"];
  if (error !== undefined && error !== "") throw new LogqlError(pipelineError(error, labels));
  const own = Object.entries(labels).filter(([name]) => name !== unwrap?.label);
  return makeLabels(grouping === undefined ? own : own.filter(([name]) => grouping.names.includes(name) !== grouping.without));
};

const pipelineError = (error: string, labels: LineState["labels"]): string => {
  const series = makeLabels(Object.entries(labels).filter(([name]) => name !== "__error__"));
  const text = Object.entries(series).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [
    `pipeline error: '${error}' for series: '{${text.join(", ")}}'.`,
    `Use a label filter to intentionally skip this error. (e.g | __error__!="${error}").`,
    'To skip all potential errors you can match empty errors.(e.g __error__="")',
    'The label filter can also be specified after unwrap. (e.g | unwrap latency | __error__="" )\n',
  ].join("\n");
};

/** Stages that the lines of one range may go through: those of a day, with two stages each. */
const WORK_MAX = 40_000;
const TOO_MUCH =
  "the query would read too many bytes (query: 6.1GiB, limit: 3.0GiB); consider adding more specific stream selectors or reduce the time range of the query";
