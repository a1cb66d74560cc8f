import { labelsKey, makeLabels } from "../promql/labels.ts";
import type { Matcher, Series, SeriesSource } from "../promql/series.ts";
import { parseDuration } from "../promql/syntax/duration.ts";
import { type LogExpr, LogqlError, parseLogExpr, runPipeline } from "./log-pipeline.ts";
import type { LogStream } from "./log-stream.ts";

/** A metric query over logs, written as one over series that hold a sample per line. */
export interface LogMetric {
  readonly promql: string;
  readonly ranges: readonly LogRange[];
}

interface LogRange {
  readonly expr: LogExpr;
  readonly measure: "lines" | "bytes";
}

/** True when the query is a log selector and no metric query. */
export const isLogQuery = (query: string): boolean => query.trimStart().startsWith("{");

/** Functions of log ranges: the measure that is summed, and whether it is divided by the range. */
const FUNCTIONS: Readonly<Record<string, { readonly measure: LogRange["measure"]; readonly perSecond: boolean }>> = {
  count_over_time: { measure: "lines", perSecond: false },
  rate: { measure: "lines", perSecond: true },
  bytes_over_time: { measure: "bytes", perSecond: false },
  bytes_rate: { measure: "bytes", perSecond: true },
  absent_over_time: { measure: "lines", perSecond: false },
};

/** Rewrites `rate({…} |= "x" [5m])` and what surrounds it. @throws LogqlError */
export const parseLogMetric = (query: string): LogMetric => {
  const ranges: LogRange[] = [];
  let promql = "";
  let at = 0;
  for (;;) {
    const brace = nextBrace(query, at);
    if (brace < 0) break;
    const call = /([a-z_]+)\s*\(\s*$/.exec(query.slice(at, brace));
    const kind = call === null ? undefined : FUNCTIONS[call[1] as string];
    if (call === null || kind === undefined) throw new LogqlError(`parse error at line 1, col ${brace + 1}: syntax error: unexpected {`);
    const { expr, end } = parseLogExpr(query, brace);
    const tail = /^\s*\[\s*([0-9a-z]+)\s*\]\s*(offset\s+[0-9a-z]+\s*)?\)/.exec(query.slice(end));
    const rangeMs = parseDuration(tail?.[1] ?? "");
    if (tail === null || rangeMs === undefined)
      throw new LogqlError(`parse error at line 1, col ${end + 1}: syntax error: unexpected ${query[end] ?? "$end"}, expecting RANGE`);
    const series = `${PREFIX}${ranges.length}[${tail[1]}] ${tail[2] ?? ""}`;
    const body = call[1] === "absent_over_time" ? `absent_over_time(${series})` : `sum_over_time(${series})`;
    promql += `${query.slice(at, at + call.index)}${kind.perSecond ? `(${body} / ${rangeMs / 1000})` : body}`;
    ranges.push({ expr, measure: kind.measure });
    at = end + tail[0].length;
  }
  return { promql: promql + query.slice(at), ranges };
};

/** Prefix of the names of series that stand for ranges; a number follows. */
export const PREFIX = "lines_";

/** Position of the next brace outside strings, or -1. Back-quoted strings know no escapes. */
export const nextBrace = (query: string, from: number): number => {
  for (let i = from; i < query.length; i++) {
    const char = query[i] as string;
    if (char === "{") return i;
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

const seriesOf = ({ expr, measure }: LogRange, streams: readonly LogStream[], fromMs: number, toMs: number): readonly Series[] => {
  const all = new Map<string, { readonly labels: Series["labels"]; readonly timesMs: number[]; readonly values: number[] }>();
  let work = 0;
  for (const stream of streams) {
    for (const { atMs, text } of stream.lines(fromMs - 1, toMs)) {
      work += 1 + expr.stages.length;
      if (work > WORK_MAX) throw new LogqlError(TOO_MUCH);
      const state = runPipeline(expr, text, stream.labels);
      if (state === undefined) continue;
      const labels = state.labels === stream.labels ? stream.labels : makeLabels(Object.entries(state.labels));
      const key = labelsKey(labels);
      let series = all.get(key);
      if (series === undefined) {
        series = { labels, timesMs: [], values: [] };
        all.set(key, series);
      }
      series.timesMs.push(atMs);
      series.values.push(measure === "lines" ? 1 : state.line.length);
    }
  }
  return [...all.values()];
};

/** Stages that the lines of one range may go through: those of a day, with two stages each. */
const WORK_MAX = 40_000;
const TOO_MUCH =
  "the query would read too many bytes (query: 6.1GiB, limit: 3.0GiB); consider adding more specific stream selectors or reduce the time range of the query";
