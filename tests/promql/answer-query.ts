import { answerPrometheus } from "#sim/telemetry/prometheus-api.ts";
import { labelsKey } from "#sim/telemetry/promql/labels.ts";
import { matchesAll, type Series } from "#sim/telemetry/promql/series.ts";
import type { TelemetrySource } from "#sim/telemetry/telemetry-source.ts";
import { END_S } from "./sample-series.ts";

/** Answers a path of Prometheus' HTTP API from these series. @returns the body */
export const answerQuery = (series: readonly Series[], path: string): unknown => {
  const { pathname, searchParams } = new URL(path, "http://prometheus");
  return answerPrometheus(sourceOf(series), pathname, Object.fromEntries(searchParams)).body;
};

const sourceOf = (series: readonly Series[]): TelemetrySource => ({
  nowMs: () => END_S * 1000,
  metrics: {
    select: (matchers) => series.filter(({ labels }) => matchesAll(matchers, labels)),
    list: () => series.map(({ labels }) => labels),
    families: () => [],
    alerts: () => ({ instances: [] }) as never,
    rules: () => [],
  },
  logs: { streams: () => [] },
  traces: { spans: () => [], search: () => [], byId: () => undefined, calls: () => [] },
});

/**
 * Puts an answer into a form in which it can be compared: series without an order are sorted, and numbers lose the digits
 * that depend on the order of a sum.
 */
export const comparable = (body: unknown): unknown => {
  const { status, data, errorType, error } = body as Answer;
  if (status === "error") return { errorType, error };
  if (data?.resultType !== "vector" && data?.resultType !== "matrix") return roundNumbers(data);
  const rows = (data.result as readonly Row[]).map((row) => ({ key: labelsKey(row.metric), row: roundNumbers(row) }));
  return { resultType: data.resultType, result: rows.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row) };
};

interface Answer {
  readonly status: string;
  readonly data?: { readonly resultType?: string; readonly result?: unknown };
  readonly errorType?: string;
  readonly error?: string;
}

interface Row {
  readonly metric: Readonly<Record<string, string>>;
}

/** Rounds numbers that are written as strings to 10 digits. */
const roundNumbers = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map((item, index) => (index === 1 && typeof item === "string" ? rounded(item) : roundNumbers(item)));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, name === "metric" ? inner : roundNumbers(inner)]));
};

const rounded = (text: string): string => {
  const value = Number(text);
  return Number.isFinite(value) && text !== "" ? `${Number(value.toPrecision(10))}` : text;
};
