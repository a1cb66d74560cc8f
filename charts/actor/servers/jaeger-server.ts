import { HTTP_PAGES } from "#sim/programs/products/http-pages.ts";
import type { SocketServer } from "../network/open-socket.ts";
import type { OtlpAttribute, OtlpSpan, OtlpTraces } from "../otlp.ts";
import { serveHttp } from "./http-server.ts";

/** Serves Jaeger with storage in memory: receives spans, and answers its query API. */
export const serveJaegerSpans = (): SocketServer => ({ received: (message) => store(message.toString("utf8")) });

export const serveJaegerQueries = (): SocketServer =>
  serveHttp(({ path }) => {
    const { pathname, searchParams } = new URL(path, "http://jaeger");
    const [, id] = /^\/api\/traces\/([0-9a-f]+)$/.exec(pathname) ?? [];
    if (pathname === "/api/services") return list([...new Set([...traces.values()].flat().map(({ service }) => service))].sort());
    if (pathname === "/api/traces") return list(search(searchParams).map(render));
    if (id === undefined) return HTTP_PAGES["http/jaeger"]?.[pathname] ?? { status: 404, body: "404 page not found\n" };
    const spans = traces.get(id);
    return spans === undefined ? { status: 404, body: NO_TRACE } : list([render(spans)]);
  });

const list = (data: readonly unknown[]) => ({
  status: 200,
  body: JSON.stringify({ data, total: data.length, limit: 0, offset: 0, errors: null }),
});

const NO_TRACE = '{"data":null,"total":0,"limit":0,"offset":0,"errors":[{"code":404,"msg":"trace not found"}]}';

interface StoredSpan extends OtlpSpan {
  readonly service: string;
  readonly resource: readonly OtlpAttribute[];
}

/** Spans by trace, the oldest trace first. */
const traces = new Map<string, StoredSpan[]>();
const TRACES_MAX = 2000;

const store = (text: string): void => {
  for (const { resource, scopeSpans } of parse(text)?.resourceSpans ?? []) {
    const named = resource.attributes.find(({ key }) => key === "service.name")?.value;
    const service = named !== undefined && "stringValue" in named ? named.stringValue : "unknown";
    for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
      const stored = { ...span, service, resource: resource.attributes };
      const known = traces.get(span.traceId);
      if (known === undefined) traces.set(span.traceId, [stored]);
      else known.push(stored);
    }
  }
  for (const id of traces.keys()) {
    if (traces.size <= TRACES_MAX) break;
    traces.delete(id);
  }
};

/** Parses a datagram; those of other kinds are ignored. */
const parse = (text: string): OtlpTraces | undefined => {
  try {
    return JSON.parse(text) as OtlpTraces;
  } catch {
    return undefined;
  }
};

const search = (query: URLSearchParams): readonly (readonly StoredSpan[])[] => {
  const [service, operation] = [query.get("service"), query.get("operation")];
  const [fromUs, toUs] = [Number(query.get("start") ?? 0), Number(query.get("end") ?? Number.POSITIVE_INFINITY)];
  const isWanted = (span: StoredSpan): boolean =>
    (service === null || span.service === service) &&
    (operation === null || span.name === operation) &&
    startUs(span) >= fromUs &&
    startUs(span) <= toUs;
  const found = [...traces.values()].filter((spans) => spans.some(isWanted));
  return found.reverse().slice(0, Number(query.get("limit") ?? 20));
};

const startUs = ({ startTimeUnixNano }: OtlpSpan): number => toMicros(startTimeUnixNano);

/** Converts nanoseconds since 1970 to microseconds by cutting digits, since as a number they are not exact. */
const toMicros = (nanos: string): number => Number(nanos.slice(0, -3));

const render = (spans: readonly StoredSpan[]): object => {
  const places = [...new Map(spans.map(({ service, resource }) => [JSON.stringify([service, resource]), { service, resource }]))];
  const processOf = ({ service, resource }: StoredSpan): string =>
    `p${1 + places.findIndex(([key]) => key === JSON.stringify([service, resource]))}`;
  return {
    traceID: spans[0]?.traceId,
    spans: spans.map((span) => renderSpan(span, processOf(span))),
    processes: Object.fromEntries(
      places.map(([, { service, resource }], index) => [
        `p${index + 1}`,
        { serviceName: service, tags: resource.filter(({ key }) => key !== "service.name").map(tagOf) },
      ]),
    ),
    warnings: null,
  };
};

const renderSpan = (span: StoredSpan, processID: string): object => {
  const duration = Math.max(1, toMicros(span.endTimeUnixNano) - startUs(span));
  const { message } = span.status;
  return {
    traceID: span.traceId,
    spanID: span.spanId,
    flags: 1,
    operationName: span.name,
    references: span.parentSpanId === undefined ? [] : [{ refType: "CHILD_OF", traceID: span.traceId, spanID: span.parentSpanId }],
    startTime: startUs(span),
    duration,
    tags: [
      text("span.kind", span.kind === 2 ? "server" : "client"),
      ...span.attributes.map(tagOf),
      ...(message === undefined
        ? []
        : [{ key: "error", type: "bool", value: true }, text("otel.status_code", "ERROR"), text("otel.status_description", message)]),
    ],
    logs:
      message === undefined
        ? []
        : [{ timestamp: startUs(span) + duration, fields: [text("event", "exception"), text("exception.message", message)] }],
    processID,
    warnings: null,
  };
};

const text = (key: string, value: string) => ({ key, type: "string", value });

const tagOf = ({ key, value }: OtlpAttribute) =>
  "intValue" in value ? { key, type: "int64", value: value.intValue } : text(key, value.stringValue);
