import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { TelemetryRequest } from "#kube/ports/telemetry-port.ts";

/** A value of an instant query with its labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A span of a trace, with the service and pod that it is of. */
export interface SpanSeen {
  readonly id: string;
  readonly parent: string | undefined;
  readonly service: string;
  readonly pod: string;
  readonly name: string;
  readonly kind: "server" | "client";
  /** Duration, ms. */
  readonly ms: number;
  /** Text of its error; missing: it succeeded. */
  readonly error?: string;
}

/** Asks PromQL or LogQL at an instant; missing: now. */
export const askSamples = async (
  view: ClusterView,
  api: "prometheus" | "loki",
  query: string,
  atMs = view.clock.nowMs(),
): Promise<readonly Sample[]> => {
  const path = api === "loki" ? "/loki/api/v1/query" : "/api/v1/query";
  const { data } = (await ask(view, { api, path, params: { query, time: `${atMs / 1000}` } })) as {
    readonly data: { readonly result: readonly { readonly metric: Sample["labels"]; readonly value: readonly [number, string] }[] };
  };
  return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
};

/** All traces that the store has of any service, with those of their spans that begin in a span of time. */
export const askTraces = async (view: ClusterView, fromMs: number, toMs: number): Promise<readonly (readonly SpanSeen[])[]> => {
  const search = async (service: string, limit: number, sinceMs = fromMs): Promise<readonly JaegerTrace[]> => {
    const params = { service, start: `${sinceMs * 1000}`, end: `${toMs * 1000}`, limit: `${limit}` };
    return ((await ask(view, { api: "jaeger", path: "/api/traces", params })) as { readonly data: readonly JaegerTrace[] }).data;
  };
  const { data: services } = (await ask(view, { api: "jaeger", path: "/api/services", params: {} })) as {
    readonly data: readonly string[];
  };
  const traces = new Map<string, readonly SpanSeen[]>();
  // A few traces of each service tell where requests come in, and there all of them are found.
  const entries = new Set<string>();
  for (const service of services ?? [])
    for (const { spans, processes } of await search(service, 10))
      for (const { references, processID } of spans) if (references.length === 0) entries.add(processes[processID]?.serviceName ?? "");
  for (const service of entries)
    for (const trace of await search(service, 1500, fromMs - MESSAGES_WAIT_MS)) {
      const spans = trace.spans.filter(({ startTime }) => startTime >= fromMs * 1000 && startTime < toMs * 1000);
      if (spans.length > 0) traces.set(trace.traceID, spans.map(seen(trace)));
    }
  return [...traces.values()];
};

/** Time for which messages may wait for their readers, ms. */
const MESSAGES_WAIT_MS = 1_000_000;

interface JaegerTrace {
  readonly traceID: string;
  readonly spans: readonly JaegerSpan[];
  readonly processes: Readonly<Record<string, { readonly serviceName: string; readonly tags: readonly Tag[] }>>;
}

interface JaegerSpan {
  readonly spanID: string;
  readonly operationName: string;
  /** µs. */
  readonly startTime: number;
  /** µs. */
  readonly duration: number;
  readonly references: readonly { readonly spanID: string }[];
  readonly tags: readonly Tag[];
  readonly processID: string;
}

interface Tag {
  readonly key: string;
  readonly value: unknown;
}

const tagOf = (tags: readonly Tag[], key: string): string | undefined => {
  const found = tags.find((tag) => tag.key === key);
  return found === undefined ? undefined : `${found.value}`;
};

const seen =
  ({ processes }: JaegerTrace) =>
  ({ spanID, operationName, references, tags, processID, duration }: JaegerSpan): SpanSeen => {
    const process = processes[processID];
    const error = tagOf(tags, "error") === "true" ? (tagOf(tags, "otel.status_description") ?? "") : undefined;
    return {
      id: spanID,
      parent: references[0]?.spanID,
      service: process?.serviceName ?? "",
      pod: tagOf(process?.tags ?? [], "k8s.pod.name") ?? "",
      name: operationName,
      ms: duration / 1000,
      kind: tagOf(tags, "span.kind") === "client" ? "client" : "server",
      ...(error !== undefined && { error }),
    };
  };

const ask = async (view: ClusterView, request: TelemetryRequest): Promise<unknown> => {
  const { status, body } = await view.query(request);
  if (status !== 200) throw new Error(`${request.path} ${JSON.stringify(request.params)}: ${status} ${JSON.stringify(body)}`);
  return body;
};
