import { parseTimestamp, toTimestamp } from "#core/timestamp.ts";
import type { TelemetryResponse } from "#kube/ports/telemetry-port.ts";
import { alertsData, rulesData } from "./alerts/alerts-api.ts";
import { NOT_FOUND } from "./not-found.ts";
import { formatValue } from "./promql/format-value.ts";
import { type Labels, labelsKey, METRIC_NAME } from "./promql/labels.ts";
import { PromqlError } from "./promql/promql-error.ts";
import { type QueryFailure, type QueryResult, queryInstant, queryRange } from "./promql/query.ts";
import type { Matcher } from "./promql/series.ts";
import { parseDuration } from "./promql/syntax/duration.ts";
import { makeMatcher } from "./promql/syntax/matcher.ts";
import { parseSelector } from "./promql/syntax/parse.ts";
import type { TelemetrySource } from "./telemetry-source.ts";

type Params = Readonly<Record<string, string>>;

/** Answers a GET on Prometheus' HTTP API. */
export const answerPrometheus = (source: TelemetrySource, path: string, params: Params): TelemetryResponse => {
  const answer = PATHS[path];
  if (answer !== undefined) return guarded(() => answer(source, params));
  const label = /^\/api\/v1\/label\/([^/]+)\/values$/.exec(path)?.[1];
  if (label !== undefined) return guarded(() => labelValues(source, decodeURIComponent(label), params));
  return NOT_FOUND;
};

class BadRequest extends Error {}

const guarded = (run: () => TelemetryResponse): TelemetryResponse => {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof BadRequest || cause instanceof PromqlError) return failure(400, "bad_data", cause.message);
    throw cause;
  }
};

const success = (data: unknown): TelemetryResponse => ({ status: 200, body: { status: "success", data } });

const failure = (status: number, errorType: string, error: string): TelemetryResponse => ({
  status,
  body: { status: "error", errorType, error },
});

const queryFailure = ({ errorType, message }: QueryFailure): TelemetryResponse =>
  errorType === "execution"
    ? failure(422, errorType, message)
    : failure(400, errorType, message.startsWith("invalid expression type") ? message : `invalid parameter "query": ${message}`);

const answerQuery = (source: TelemetrySource, params: Params): TelemetryResponse => {
  if (params["timeout"] !== undefined) durationOf(params, "timeout");
  const atMs = timeOf(params, "time", source.nowMs());
  const result = queryInstant(params["query"] ?? "", source.metrics, atMs);
  return result.ok ? success(renderResult(result.value, atMs, limitOf(params))) : queryFailure(result.error);
};

const POINTS_MAX = 11_000;

const answerQueryRange = (source: TelemetrySource, params: Params): TelemetryResponse => {
  const startMs = timeOf(params, "start");
  const endMs = timeOf(params, "end");
  if (endMs < startMs) throw new BadRequest('invalid parameter "end": end timestamp must not be before start time');
  const stepMs = durationOf(params, "step");
  if (stepMs <= 0)
    throw new BadRequest(
      'invalid parameter "step": zero or negative query resolution step widths are not accepted. Try a positive integer',
    );
  if ((endMs - startMs) / stepMs > POINTS_MAX) {
    throw new BadRequest("exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)");
  }
  const result = queryRange(params["query"] ?? "", source.metrics, { startMs, endMs, stepMs });
  return result.ok ? success(renderResult(result.value, endMs, limitOf(params))) : queryFailure(result.error);
};

const limitOf = (params: Params): number => {
  const limit = Number(params["limit"] ?? 0);
  if (!Number.isInteger(limit) || limit < 0) throw new BadRequest('invalid parameter "limit": limit must be non-negative');
  return limit === 0 ? Number.POSITIVE_INFINITY : limit;
};

const renderResult = (result: QueryResult, atMs: number, limit: number): unknown => {
  const at = atMs / 1000;
  switch (result.kind) {
    case "scalar":
      return { resultType: "scalar", result: [at, formatValue(result.value)] };
    case "string":
      return { resultType: "string", result: [at, result.value] };
    case "vector":
      return {
        resultType: "vector",
        result: result.vector.slice(0, limit).map(({ labels, value }) => ({ metric: labels, value: [at, formatValue(value)] })),
      };
    case "matrix":
      return {
        resultType: "matrix",
        result: result.matrix.slice(0, limit).map(({ labels, timesMs, values }) => ({
          metric: labels,
          values: timesMs.map((ms, i) => [ms / 1000, formatValue(values[i] as number)]),
        })),
      };
  }
};

/** Unix seconds (with a fraction) or RFC 3339. */
const timeOf = (params: Params, name: string, fallback?: number): number => {
  const text = params[name];
  if (fallback !== undefined && (text ?? "") === "") return fallback;
  const ms = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text ?? "")
    ? Math.round(Number(text) * 1000)
    : /^\d{4}-\d\d-\d\dT/.test(text ?? "")
      ? parseTimestamp(text as string)
      : undefined;
  if (ms === undefined || !Number.isFinite(ms))
    throw new BadRequest(
      `invalid parameter ${JSON.stringify(name)}: ${fallback === undefined ? "" : `Invalid time value for '${name}': `}cannot parse ${JSON.stringify(text ?? "")} to a valid timestamp`,
    );
  return ms;
};

const durationOf = (params: Params, name: string): number => {
  const text = params[name] ?? "";
  const ms = /^[+-]?\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * 1000) : parseDuration(text);
  if (ms === undefined)
    throw new BadRequest(`invalid parameter ${JSON.stringify(name)}: cannot parse ${JSON.stringify(text)} to a valid duration`);
  return ms;
};

/** The label sets of all series that a `match[]` selects in a span of time, some more than once; the last day without one. */
const seriesLabels = (source: TelemetrySource, params: Params, selectors: readonly (readonly Matcher[])[]): readonly Labels[] => {
  const endMs = timeOf(params, "end", source.nowMs());
  const startMs = timeOf(params, "start", endMs - DAY_MS);
  return selectors.flatMap((matchers) => source.metrics.list(matchers, startMs, endMs));
};

const inOrder = (sets: readonly Labels[]): readonly Labels[] => {
  const all = new Map(sets.map((labels) => [labelsKey(labels), labels]));
  return [...all.keys()].sort().map((key) => all.get(key) as Labels);
};

const DAY_MS = 86_400_000;

/** `match[]` may be given several times; here several are separated by line breaks. */
const selectorsOf = (params: Params): readonly (readonly Matcher[])[] =>
  (params["match[]"] ?? "")
    .split("\n")
    .filter((text) => text !== "")
    .map((text) => {
      try {
        return parseSelector(text);
      } catch (cause) {
        const { message } = cause as Error;
        const shown = message.endsWith(EMPTY_SELECTOR) ? "match[] must contain at least one non-empty matcher" : message;
        throw new BadRequest(`invalid parameter "match[]": ${shown}`);
      }
    });

/** End of the message for a selector that selects everything, which reads otherwise here. */
const EMPTY_SELECTOR = "vector selector must contain at least one non-empty matcher";

const ANYTHING: readonly Matcher[] = [makeMatcher(METRIC_NAME, "!=", "")];

const orAnything = (selectors: readonly (readonly Matcher[])[]): readonly (readonly Matcher[])[] =>
  selectors.length === 0 ? [ANYTHING] : selectors;

const answerSeries = (source: TelemetrySource, params: Params): TelemetryResponse => {
  const selectors = selectorsOf(params);
  if (selectors.length === 0) throw new BadRequest("no match[] parameter provided");
  return success(inOrder(seriesLabels(source, params, selectors)).slice(0, limitOf(params)));
};

const answerLabels = (source: TelemetrySource, params: Params): TelemetryResponse => {
  const names = new Set<string>();
  for (const labels of seriesLabels(source, params, orAnything(selectorsOf(params)))) for (const name in labels) names.add(name);
  return success([...names].sort().slice(0, limitOf(params)));
};

const labelValues = (source: TelemetrySource, label: string, params: Params): TelemetryResponse => {
  if (!/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(label)) throw new BadRequest(`invalid label name: ${JSON.stringify(label)}`);
  const values = new Set<string>();
  for (const { [label]: value } of seriesLabels(source, params, orAnything(selectorsOf(params))))
    if (value !== undefined) values.add(value);
  return success([...values].sort().slice(0, limitOf(params)));
};

const answerMetadata = (source: TelemetrySource, params: Params): TelemetryResponse => {
  if (!/^-?\d*$/.test(params["limit"] ?? "")) throw new BadRequest("limit must be a number");
  const wanted = params["metric"];
  const entries = source.metrics
    .families()
    .filter(({ name }) => wanted === undefined || wanted === "" || name === wanted)
    .map(({ name, type, help }) => [name, [{ type, help, unit: "" }]] as const);
  return success(Object.fromEntries(entries.slice(0, limitOf(params))));
};

const answerTargets = (source: TelemetrySource, params: Params): TelemetryResponse => {
  if ((params["state"] ?? "").toLowerCase() === "dropped") return success({ activeTargets: [], droppedTargets: [] });
  const result = queryInstant("up", source.metrics, source.nowMs());
  const vector = result.ok && result.value.kind === "vector" ? result.value.vector : [];
  const activeTargets = vector.map(({ labels, value }) => {
    const { [METRIC_NAME]: _name, ...own } = labels;
    const url = `http://${own["instance"]}/metrics`;
    return {
      discoveredLabels: {},
      labels: own,
      scrapePool: own["job"],
      scrapeUrl: url,
      globalUrl: url,
      lastError: value === 1 ? "" : `Get "${url}": dial tcp ${own["instance"]}: connect: connection refused`,
      lastScrape: toTimestamp(source.nowMs()),
      lastScrapeDuration: 0.004,
      health: value === 1 ? "up" : "down",
      scrapeInterval: "15s",
      scrapeTimeout: "10s",
    };
  });
  return success({ activeTargets, droppedTargets: [], droppedTargetCounts: {} });
};

const answerRules = (source: TelemetrySource, params: Params): TelemetryResponse => {
  const type = params["type"]?.toLowerCase() ?? "";
  if (!["", "alert", "record"].includes(type))
    throw new BadRequest(`invalid parameter "type": not supported value ${JSON.stringify(type)}`);
  return success(rulesData(source.metrics, type || undefined));
};

const BUILD_INFO = {
  version: "3.1.0",
  revision: "7086161a93b262aa0949dbf2aba15a5a7b13e0a3",
  branch: "HEAD",
  buildUser: "root@74c225e2044f",
  buildDate: "20250102-13:52:43",
  goVersion: "go1.23.4",
};

const PATHS: Readonly<Record<string, (source: TelemetrySource, params: Params) => TelemetryResponse>> = {
  "/api/v1/query": answerQuery,
  "/api/v1/query_range": answerQueryRange,
  "/api/v1/series": answerSeries,
  "/api/v1/labels": answerLabels,
  "/api/v1/metadata": answerMetadata,
  "/api/v1/targets": answerTargets,
  "/api/v1/alerts": (source) => success(alertsData(source.metrics)),
  "/api/v1/rules": answerRules,
  "/api/v1/query_exemplars": () => success([]),
  "/api/v1/status/buildinfo": () => success(BUILD_INFO),
  "/-/healthy": () => ({ status: 200, body: "Prometheus Server is Healthy.\n" }),
  "/-/ready": () => ({ status: 200, body: "Prometheus Server is Ready.\n" }),
};
