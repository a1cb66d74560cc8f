import { parseTimestamp } from "#core/timestamp.ts";
import type { TelemetryResponse } from "#kube/ports/telemetry-port.ts";
import { createLogSource, isLogQuery, parseLogMetric } from "./logql/log-metric.ts";
import { type LogExpr, runPipeline } from "./logql/log-pipeline.ts";
import type { LogStream } from "./logql/log-stream.ts";
import { LogqlError } from "./logql/logql-error.ts";
import { parseLogQuery } from "./logql/parse-log-query.ts";
import { NOT_FOUND } from "./not-found.ts";
import { formatValue } from "./promql/format-value.ts";
import { labelsKey, makeLabels } from "./promql/labels.ts";
import { queryInstant, queryRange } from "./promql/query.ts";
import type { Matcher } from "./promql/series.ts";
import { parseDuration } from "./promql/syntax/duration.ts";
import type { TelemetrySource } from "./telemetry-source.ts";

type Params = Readonly<Record<string, string>>;

/** Answers a GET on Loki's HTTP API. Errors are plain text, as Loki's are. */
export const answerLoki = (source: TelemetrySource, path: string, params: Params): TelemetryResponse => {
  const name = path.startsWith("/loki/api/v1/") ? path.slice("/loki/api/v1/".length) : path;
  const label = /^label\/([^/]+)\/values$/.exec(name)?.[1];
  try {
    if (label !== undefined) return labelValues(source, decodeURIComponent(label), params);
    return (Object.hasOwn(PATHS, name) ? PATHS[name]?.(source, params) : undefined) ?? NOT_FOUND;
  } catch (cause) {
    if (cause instanceof LogqlError) return { status: 400, body: cause.message };
    throw cause;
  }
};

const success = (data: unknown): TelemetryResponse => ({
  status: 200,
  body: data === undefined ? { status: "success" } : { status: "success", data },
});

const LIMIT_MAX = 5000;
const HOUR_MS = 3_600_000;

const limitOf = (params: Params): number => {
  const limit = Number(params["limit"] ?? 100);
  if (!Number.isInteger(limit) || limit <= 0) throw new LogqlError("limit must be a positive value");
  if (limit > LIMIT_MAX)
    throw new LogqlError(`max entries limit per query exceeded, limit > max_entries_limit_per_query (${limit} > ${LIMIT_MAX})`);
  return limit;
};

/** Nanoseconds, seconds with a fraction, or RFC 3339; milliseconds here. */
const timeOf = (text: string, name: string): number => {
  if (/^-?\d+$/.test(text)) return text.length <= 10 ? Number(text) * 1000 : Number(BigInt(text) / 1_000_000n);
  if (/^-?\d+\.\d+$/.test(text)) return Math.round(Number(text) * 1000);
  const ms = /^\d{4}-/.test(text) ? parseTimestamp(text) : undefined;
  if (ms === undefined)
    throw new LogqlError(
      `could not parse '${name}' parameter: parsing time ${JSON.stringify(text)} as "2006-01-02T15:04:05.999999999Z07:00": cannot parse ${JSON.stringify(text)} as "2006"`,
    );
  return ms;
};

const spanOf = (source: TelemetrySource, params: Params): { readonly startMs: number; readonly endMs: number } => {
  const endMs = params["end"] === undefined ? source.nowMs() : timeOf(params["end"], "end");
  const since = params["since"] === undefined ? HOUR_MS : parseDuration(params["since"]);
  if (since === undefined)
    throw new LogqlError(`could not parse 'since' parameter: not a valid duration string: ${JSON.stringify(params["since"])}`);
  const startMs = params["start"] === undefined ? endMs - since : timeOf(params["start"], "start");
  if (endMs < startMs) throw new LogqlError("end timestamp must not be before or equal to start time");
  return { startMs, endMs };
};

const answerRange = (source: TelemetrySource, params: Params): TelemetryResponse => {
  const query = params["query"] ?? "";
  if (query.trim() === "") throw new LogqlError("parse error : syntax error: unexpected $end");
  const { startMs, endMs } = spanOf(source, params);
  if (isLogQuery(query)) return success({ resultType: "streams", result: streamsOf(source, query, { startMs, endMs, params }), stats: {} });
  const stepMs = stepOf(params, endMs - startMs);
  const metric = parseLogMetric(query);
  const result = queryRange(metric.promql, createLogSource(metric, source.logs.streams), { startMs, endMs, stepMs });
  if (!result.ok) throw new LogqlError(`parse error : ${result.error.message}`);
  const matrix = result.value.kind === "matrix" ? result.value.matrix : [];
  return success({
    resultType: "matrix",
    result: matrix.map(({ labels, timesMs, values }) => ({
      metric: labels,
      values: timesMs.map((ms, i) => [ms / 1000, formatValue(values[i] as number)]),
    })),
    stats: {},
  });
};

/** Missing: a 250th of the span, at least a second. */
const stepOf = (params: Params, spanMs: number): number => {
  const text = params["step"];
  if (text === undefined) return Math.max(1000, Math.floor(spanMs / 250_000) * 1000);
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : parseDuration(text);
  if (ms === undefined || ms <= 0)
    throw new LogqlError("zero or negative query resolution step widths are not accepted. Try a positive integer");
  if (spanMs / ms > 11_000)
    throw new LogqlError("exceeded maximum resolution of 11,000 points per time series. Try increasing the value of the step parameter");
  return Math.round(ms);
};

const answerInstant = (source: TelemetrySource, params: Params): TelemetryResponse => {
  const query = params["query"] ?? "";
  if (query.trim() === "") throw new LogqlError("parse error : syntax error: unexpected $end");
  if (isLogQuery(query)) {
    parseLogQuery(query);
    throw new LogqlError("log queries are not supported as an instant query type, please change your query to a range query type");
  }
  const atMs = params["time"] === undefined ? source.nowMs() : timeOf(params["time"], "time");
  const metric = parseLogMetric(query);
  const result = queryInstant(metric.promql, createLogSource(metric, source.logs.streams), atMs);
  if (!result.ok) throw new LogqlError(`parse error : ${result.error.message}`);
  if (result.value.kind === "scalar")
    return success({ resultType: "scalar", result: [atMs / 1000, formatValue(result.value.value)], stats: {} });
  const vector = result.value.kind === "vector" ? result.value.vector : [];
  return success({
    resultType: "vector",
    result: vector.map(({ labels, value }) => ({ metric: labels, value: [atMs / 1000, formatValue(value)] })),
    stats: {},
  });
};

interface Entry {
  readonly atMs: number;
  readonly order: number;
  readonly line: string;
  readonly labels: Readonly<Record<string, string>>;
}

interface Reading {
  readonly startMs: number;
  readonly endMs: number;
  readonly params: Params;
}

const streamsOf = (source: TelemetrySource, query: string, { startMs, endMs, params }: Reading): readonly unknown[] => {
  const expr = parseLogQuery(query);
  const limit = limitOf(params);
  const direction = (params["direction"] ?? "backward").toLowerCase();
  if (direction !== "backward" && direction !== "forward") throw new LogqlError(`invalid direction '${params["direction"]}'`);
  const read = (fromMs: number, toMs: number) => entriesIn(streams, expr, { fromMs, toMs, direction });
  const streams = source.logs.streams(expr.matchers);
  return groupEntries(firstEntries(read, { startMs: startMs - 1, endMs, direction, limit }));
};

type Direction = "backward" | "forward";

interface Wanted {
  /** Excluded. */
  readonly startMs: number;
  readonly endMs: number;
  readonly direction: Direction;
  readonly limit: number;
}

/** Reads from the wanted end in pieces of adapted length, until there are enough entries. */
const firstEntries = (
  read: (fromMs: number, toMs: number) => readonly Entry[],
  { startMs, endMs, direction, limit }: Wanted,
): readonly Entry[] => {
  const entries: Entry[] = [];
  let pieceMs = FIRST_PIECE_MS;
  for (let doneMs = 0; doneMs < endMs - startMs && entries.length < limit; ) {
    const lengthMs = Math.min(pieceMs, endMs - startMs - doneMs);
    const fromMs = direction === "backward" ? endMs - doneMs - lengthMs : startMs + doneMs;
    for (const entry of read(fromMs, fromMs + lengthMs)) entries.push(entry);
    doneMs += lengthMs;
    pieceMs = entries.length === 0 ? endMs - startMs : Math.ceil(((limit - entries.length) / entries.length) * doneMs * 1.25) + 1000;
  }
  return entries.slice(0, limit);
};

const FIRST_PIECE_MS = 15_000;

const entriesIn = (
  streams: readonly LogStream[],
  expr: LogExpr,
  { fromMs, toMs, direction }: { readonly fromMs: number; readonly toMs: number; readonly direction: Direction },
): readonly Entry[] => {
  const entries: Entry[] = [];
  for (const stream of streams) {
    for (const { atMs, text } of stream.lines(fromMs, toMs)) {
      const state = runPipeline(expr, text, stream.labels);
      if (state !== undefined) entries.push({ atMs, order: entries.length, line: state.line, labels: state.labels });
    }
  }
  const sign = direction === "backward" ? -1 : 1;
  return entries.sort((a, b) => sign * (a.atMs - b.atMs || a.order - b.order));
};

const groupEntries = (entries: readonly Entry[]): readonly unknown[] => {
  const groups = new Map<string, { readonly stream: Readonly<Record<string, string>>; readonly values: [string, string][] }>();
  for (const { atMs, labels, line } of entries) {
    const key = labelsKey(labels);
    let group = groups.get(key);
    if (group === undefined) {
      group = { stream: makeLabels(Object.entries(labels)), values: [] };
      groups.set(key, group);
    }
    group.values.push([`${atMs}000000`, line]);
  }
  return [...groups.values()];
};

/** Streams that wrote anything in the span. */
const writing = (source: TelemetrySource, matchers: readonly Matcher[], params: Params): readonly LogStream[] => {
  const { startMs, endMs } = spanOf(source, { since: "6h", ...params });
  const recentMs = Math.max(startMs - 1, Math.min(endMs, source.nowMs()) - FIRST_PIECE_MS);
  return source.logs
    .streams(matchers)
    .filter((stream) => stream.lines(recentMs, endMs).length > 0 || stream.lines(startMs - 1, recentMs).length > 0);
};

const answerLabels = (source: TelemetrySource, params: Params): TelemetryResponse => {
  const names = new Set(writing(source, [], params).flatMap(({ labels }) => Object.keys(labels)));
  return success(names.size === 0 ? undefined : [...names].sort());
};

const labelValues = (source: TelemetrySource, label: string, params: Params): TelemetryResponse => {
  const matchers = params["query"] === undefined ? [] : parseLogQuery(params["query"]).matchers;
  const values = new Set(writing(source, matchers, params).flatMap(({ labels }) => (labels[label] === undefined ? [] : [labels[label]])));
  return success(values.size === 0 ? undefined : [...values].sort());
};

const answerSeries = (source: TelemetrySource, params: Params): TelemetryResponse => {
  const selectors = (params["match[]"] ?? params["match"] ?? "").split("\n").filter((text) => text !== "");
  const lists = selectors.length === 0 ? [[]] : selectors.map((text) => parseLogQuery(text).matchers);
  const all = new Map<string, Readonly<Record<string, string>>>();
  for (const matchers of lists) for (const { labels } of writing(source, matchers, params)) all.set(labelsKey(labels), labels);
  return success([...all.values()]);
};

const PATHS: Readonly<Record<string, (source: TelemetrySource, params: Params) => TelemetryResponse>> = {
  query_range: answerRange,
  query: answerInstant,
  labels: answerLabels,
  label: answerLabels,
  series: answerSeries,
  "status/buildinfo": () => ({
    status: 200,
    body: {
      version: "3.3.2",
      revision: "23b5fc2",
      branch: "release-3.3.x",
      buildUser: "root@buildkitsandbox",
      buildDate: "2024-12-18T21:11:00Z",
      goVersion: "",
    },
  }),
  "/ready": () => ({ status: 200, body: "ready\n" }),
};
