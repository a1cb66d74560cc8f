import type { TelemetryResponse } from "#kube/telemetry-port.ts";
import type { World } from "../kernel/world.ts";
import { traceById } from "./jaeger/sampled-traces.ts";
import { searchTraces, type TraceSearch } from "./jaeger/search-traces.ts";
import { countsAt, segmentAt } from "./metrics/flow-counts.ts";
import { flowIndex } from "./metrics/flow-index.ts";
import { spanGroups } from "./metrics/span-groups.ts";
import { parseDuration } from "./promql/duration.ts";

type Params = Readonly<Record<string, string>>;

/** Answers a GET on Jaeger's query API. Errors are inside the envelope. */
export const answerJaeger = (world: World, path: string, params: Params): TelemetryResponse => {
  const answer = PATHS[path];
  if (answer !== undefined) return answer(world, params);
  const service = /^\/api\/services\/(.+)\/operations$/.exec(path)?.[1];
  if (service !== undefined) return listed(operationsOf(world, decodeURIComponent(service)));
  const id = /^\/api\/traces\/([^/]+)$/.exec(path)?.[1];
  if (id !== undefined) return oneTrace(world, id);
  return { status: 404, body: "404 page not found\n" };
};

const listed = (data: readonly unknown[]): TelemetryResponse => ({
  status: 200,
  body: { data, total: data.length, limit: 0, offset: 0, errors: null },
});

const failure = (code: number, msg: string): TelemetryResponse => ({
  status: code,
  body: { data: null, total: 0, limit: 0, offset: 0, errors: [{ code, msg }] },
});

const servicesOf = (world: World): readonly string[] => [...new Set(spanGroups(world).map(({ service }) => service))].sort();

const operationsOf = (world: World, service: string): readonly string[] =>
  [...new Set(spanGroups(world).flatMap((group) => (group.service === service ? [group.span] : [])))].sort();

const answerOperations = (world: World, params: Params): TelemetryResponse => {
  const service = params["service"];
  if (service === undefined || service === "") return failure(400, "parameter 'service' is required");
  const seen = new Map<string, { readonly name: string; readonly spanKind: string }>();
  for (const { service: owner, span, kind } of spanGroups(world)) {
    const spanKind = kind === "SPAN_KIND_SERVER" ? "server" : "client";
    if (owner === service && (params["spanKind"] ?? spanKind) === spanKind) seen.set(`${span} ${spanKind}`, { name: span, spanKind });
  }
  return listed([...seen.values()]);
};

const oneTrace = (world: World, id: string): TelemetryResponse => {
  if (!/^[0-9a-fA-F]{1,32}$/.test(id)) return failure(400, `strconv.ParseUint: parsing ${JSON.stringify(id)}: invalid syntax`);
  const trace = traceById(world, id.toLowerCase().padStart(32, "0"));
  return trace === undefined
    ? failure(404, "trace not found")
    : { status: 200, body: { data: [trace], total: 0, limit: 0, offset: 0, errors: null } };
};

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 1500;
const HOUR_MS = 3_600_000;

const answerTraces = (world: World, params: Params): TelemetryResponse => {
  const service = params["service"];
  if (service === undefined || service === "") return failure(400, "parameter 'service' is required");
  const search = parseSearch(world, service, params);
  if (typeof search === "string") return failure(400, search);
  return { status: 200, body: { data: searchTraces(world, search), total: 0, limit: 0, offset: 0, errors: null } };
};

/** The search, or the sentence that says what is wrong with it. */
const parseSearch = (world: World, service: string, params: Params): TraceSearch | string => {
  const limit = Number(params["limit"] ?? LIMIT_DEFAULT);
  if (!Number.isInteger(limit) || limit <= 0)
    return `unable to parse param 'limit': strconv.ParseInt: parsing ${JSON.stringify(params["limit"])}: invalid syntax`;
  const toMs = params["end"] === undefined ? world.nowMs() : Number(params["end"]) / 1000;
  const lookbackMs = parseDuration(params["lookback"] ?? "1h") ?? HOUR_MS;
  const fromMs = params["start"] === undefined ? toMs - lookbackMs : Number(params["start"]) / 1000;
  if (!Number.isFinite(toMs) || !Number.isFinite(fromMs)) return "unable to parse param 'start' or 'end': strconv.ParseInt: invalid syntax";
  const tags = parseTags(params["tags"]);
  if (tags === undefined) return "malformed 'tags' parameter, cannot unmarshal JSON";
  const minUs = microsOf(params["minDuration"], 0);
  const maxUs = microsOf(params["maxDuration"], Number.POSITIVE_INFINITY);
  if (minUs === undefined || maxUs === undefined) return "cannot parse duration";
  return { service, fromMs, toMs, limit: Math.min(limit, LIMIT_MAX), operation: params["operation"] || undefined, tags, minUs, maxUs };
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

/** Go durations: `1.2s`, `100ms`, `500us`. */
const microsOf = (text: string | undefined, fallback: number): number | undefined => {
  if (text === undefined || text === "") return fallback;
  const match = /^([\d.]+)(us|µs|ms|s|m|h)$/.exec(text);
  return match === null ? undefined : Number(match[1]) * (UNIT_US[match[2] as string] ?? 1);
};

const UNIT_US: Readonly<Record<string, number>> = { us: 1, µs: 1, ms: 1000, s: 1e6, m: 6e7, h: 3.6e9 };

/** Calls between services in a window that ends at `endTs` (ms). */
const answerDependencies = (world: World, params: Params): TelemetryResponse => {
  const endMs = Number(params["endTs"] ?? world.nowMs());
  if (!Number.isFinite(endMs))
    return failure(400, `unable to parse param 'endTs': strconv.ParseInt: parsing ${JSON.stringify(params["endTs"])}: invalid syntax`);
  const lookbackMs = Number(params["lookback"] ?? 24 * HOUR_MS);
  const { edges, stores } = flowIndex(world);
  const counts = new Map<string, { readonly parent: string; readonly child: string; callCount: number }>();
  for (const { about, newest } of edges.values()) {
    if (about.fromProcess === undefined || stores.has(`${about.namespace}/${about.to}`)) continue;
    const callCount = requestsAt(newest, Math.min(endMs, world.nowMs())) - requestsAt(newest, endMs - lookbackMs);
    const key = `${about.from} ${about.to}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { parent: about.from, child: about.to, callCount });
    else known.callCount += callCount;
  }
  const found = [...counts.values()].filter(({ callCount }) => callCount > 0);
  return listed(found.sort((a, b) => (`${a.parent} ${a.child}` < `${b.parent} ${b.child}` ? -1 : 1)));
};

const requestsAt = (newest: Parameters<typeof segmentAt>[0], atMs: number): number => {
  const segment = segmentAt(newest, atMs);
  return segment === undefined ? 0 : countsAt(segment, atMs).requests;
};

const PATHS: Readonly<Record<string, (world: World, params: Params) => TelemetryResponse>> = {
  "/api/services": (world) => listed(servicesOf(world)),
  "/api/operations": answerOperations,
  "/api/traces": answerTraces,
  "/api/dependencies": answerDependencies,
};
