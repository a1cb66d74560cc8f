import { parseGoDuration } from "#core/go-duration.ts";
import type { TelemetryResponse } from "#kube/ports/telemetry-port.ts";
import type { TraceSearch } from "./jaeger/search-traces.ts";
import { NOT_FOUND } from "./not-found.ts";
import { parseDuration } from "./promql/syntax/duration.ts";
import type { ServiceCalls, TelemetrySource } from "./telemetry-source.ts";

type Params = Readonly<Record<string, string>>;

/** Answers a GET on Jaeger's query API. Errors are inside the envelope. */
export const answerJaeger = (source: TelemetrySource, path: string, params: Params): TelemetryResponse => {
  const answer = PATHS[path];
  if (answer !== undefined) return answer(source, params);
  const service = /^\/api\/services\/(.+)\/operations$/.exec(path)?.[1];
  if (service !== undefined) return listed(operationsOf(source, decodeURIComponent(service)));
  const id = /^\/api\/traces\/([^/]+)$/.exec(path)?.[1];
  if (id !== undefined) return oneTrace(source, id);
  return NOT_FOUND;
};

const listed = (data: readonly unknown[]): TelemetryResponse => ({
  status: 200,
  body: { data, total: data.length, limit: 0, offset: 0, errors: null },
});

const failure = (code: number, msg: string): TelemetryResponse => ({
  status: code,
  body: { data: null, total: 0, limit: 0, offset: 0, errors: [{ code, msg }] },
});

const servicesOf = (source: TelemetrySource): readonly string[] => [...new Set(source.traces.spans().map(({ service }) => service))].sort();

const operationsOf = (source: TelemetrySource, service: string): readonly string[] =>
  [...new Set(source.traces.spans().flatMap((span) => (span.service === service ? [span.operation] : [])))].sort();

const answerOperations = (source: TelemetrySource, params: Params): TelemetryResponse => {
  const service = params["service"];
  if (service === undefined || service === "") return failure(400, "parameter 'service' is required");
  const seen = new Map<string, { readonly name: string; readonly spanKind: string }>();
  for (const { service: owner, operation: name, kind: spanKind } of source.traces.spans()) {
    if (owner === service && (params["spanKind"] ?? spanKind) === spanKind) seen.set(`${name} ${spanKind}`, { name, spanKind });
  }
  return listed([...seen.values()]);
};

const oneTrace = (source: TelemetrySource, id: string): TelemetryResponse => {
  if (!/^[0-9a-fA-F]{1,32}$/.test(id)) return failure(400, `strconv.ParseUint: parsing ${JSON.stringify(id)}: invalid syntax`);
  const trace = source.traces.byId(id.toLowerCase().padStart(32, "0"));
  return trace === undefined
    ? failure(404, "trace not found")
    : { status: 200, body: { data: [trace], total: 0, limit: 0, offset: 0, errors: null } };
};

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 1500;
const HOUR_MS = 3_600_000;

const answerTraces = (source: TelemetrySource, params: Params): TelemetryResponse => {
  const service = params["service"];
  if (service === undefined || service === "") return failure(400, "parameter 'service' is required");
  const search = parseSearch(source, service, params);
  if (typeof search === "string") return failure(400, search);
  return { status: 200, body: { data: source.traces.search(search), total: 0, limit: 0, offset: 0, errors: null } };
};

/** Search, or the error of its parameters. */
const parseSearch = (source: TelemetrySource, service: string, params: Params): TraceSearch | string => {
  const limit = Number(params["limit"] ?? LIMIT_DEFAULT);
  if (!Number.isInteger(limit) || limit <= 0)
    return `unable to parse param 'limit': strconv.ParseInt: parsing ${JSON.stringify(params["limit"])}: invalid syntax`;
  const toMs = params["end"] === undefined ? source.nowMs() : Number(params["end"]) / 1000;
  const lookbackMs = parseDuration(params["lookback"] ?? "1h") ?? HOUR_MS;
  const fromMs = params["start"] === undefined ? toMs - lookbackMs : Number(params["start"]) / 1000;
  if (!Number.isFinite(toMs) || !Number.isFinite(fromMs)) return "unable to parse param 'start' or 'end': strconv.ParseInt: invalid syntax";
  const tags = parseTags(params["tags"]);
  if (tags === undefined) return "malformed 'tags' parameter, cannot unmarshal JSON";
  const pairs = (params["tag"] ?? "").split("\n").filter((text) => text !== "");
  const malformed = pairs.find((text) => !text.includes(":"));
  if (malformed !== undefined) return `malformed 'tag' parameter, expecting key:value, received: ${malformed}`;
  const pairTags = Object.fromEntries(pairs.map((text) => [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)]));
  const minUs = microsOf(params["minDuration"], 0);
  const maxUs = microsOf(params["maxDuration"], Number.POSITIVE_INFINITY);
  if (minUs === undefined || maxUs === undefined) return "cannot parse duration";
  return {
    service,
    fromMs,
    toMs,
    limit: Math.min(limit, LIMIT_MAX),
    operation: params["operation"] || undefined,
    tags: { ...tags, ...pairTags },
    minUs,
    maxUs,
  };
};

const parseTags = (text: string | undefined): Readonly<Record<string, string>> | undefined => {
  if (text === undefined || text === "") return {};
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, `${member}`]));
  } catch {
    return undefined;
  }
};

/** A duration in microseconds, to the nanosecond. */
const microsOf = (text: string | undefined, fallback: number): number | undefined => {
  if (text === undefined || text === "") return fallback;
  const ms = parseGoDuration(text);
  return ms === undefined ? undefined : Math.round(ms * 1e6) / 1000;
};

/** Calls between services in a window that ends at `endTs` (ms). */
const answerDependencies = (source: TelemetrySource, params: Params): TelemetryResponse => {
  const endMs = Number(params["endTs"] ?? source.nowMs());
  if (!Number.isFinite(endMs))
    return failure(400, `unable to parse param 'endTs': strconv.ParseInt: parsing ${JSON.stringify(params["endTs"])}: invalid syntax`);
  const lookbackMs = Number(params["lookback"] ?? 24 * HOUR_MS);
  const counts = new Map<string, ServiceCalls>();
  for (const { parent, child, callCount } of source.traces.calls(endMs - lookbackMs, endMs)) {
    const key = `${parent} ${child}`;
    counts.set(key, { parent, child, callCount: callCount + (counts.get(key)?.callCount ?? 0) });
  }
  const found = [...counts.values()].filter(({ callCount }) => callCount > 0);
  return listed(found.sort((a, b) => (`${a.parent} ${a.child}` < `${b.parent} ${b.child}` ? -1 : 1)));
};

const PATHS: Readonly<Record<string, (source: TelemetrySource, params: Params) => TelemetryResponse>> = {
  "/api/services": (source) => listed(servicesOf(source)),
  "/api/operations": answerOperations,
  "/api/traces": answerTraces,
  "/api/dependencies": answerDependencies,
};
