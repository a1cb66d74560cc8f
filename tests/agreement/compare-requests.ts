import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Comparison, Watched } from "./agreement.ts";
import { askSamples, askTraces, type SpanSeen } from "./ask.ts";

/** Spans of one service, kind and name, as metrics count them. */
export interface SpanGroup {
  readonly service: string;
  readonly kind: SpanSeen["kind"];
  readonly name: string;
  calls: number;
  errors: number;
}

/** All that was told of the requests of a span of time. */
export interface Requests {
  readonly groups: ReadonlyMap<string, SpanGroup>;
  readonly traces: readonly (readonly SpanSeen[])[];
  /** Number of users' requests and of those that failed, as they count them. */
  readonly users: { readonly requests: number; readonly errors: number };
  readonly seconds: number;
}

/** Reads the requests of a span of time from metrics, traces and users. */
export const readRequests = async ({ slot, fromMs, toMs }: Watched): Promise<Requests> => ({
  groups: await countSpans(slot.admin, fromMs, toMs),
  traces: await askTraces(slot.admin, fromMs, toMs),
  users: await slot.traffic(fromMs, toMs),
  seconds: (toMs - fromMs) / 1000,
});

/** Names a group of spans. */
export const keyOf = ({ service, kind, name }: Pick<SpanGroup, "service" | "kind" | "name">): string => `${service} ${kind} ${name}`;

/** Increases of the counters of spans between two scrapes. */
const countSpans = async (view: ClusterView, fromMs: number, toMs: number): Promise<ReadonlyMap<string, SpanGroup>> => {
  const groups = new Map<string, SpanGroup>();
  const by = "sum by (service_name, span_kind, span_name, status_code) (traces_span_metrics_calls_total)";
  for (const [atMs, sign] of [
    [fromMs, -1],
    [toMs, 1],
  ] as const)
    for (const { labels, value } of await askSamples(view, "prometheus", by, atMs)) {
      const kind = labels["span_kind"] === "SPAN_KIND_CLIENT" ? "client" : "server";
      const about = { service: labels["service_name"] ?? "", kind, name: labels["span_name"] ?? "" } as const;
      const group = groups.get(keyOf(about)) ?? { ...about, calls: 0, errors: 0 };
      group.calls += sign * value;
      if (labels["status_code"] === "STATUS_CODE_ERROR") group.errors += sign * value;
      groups.set(keyOf(about), group);
    }
  return groups;
};

/** Compares how many spans there are, and how many of them failed, in metrics and traces. */
export const compareSpans = ({ groups, traces, users, seconds }: Requests): readonly Comparison[] => {
  const counts = new Map<string, { readonly calls: number; readonly errors: number }[]>();
  for (const trace of traces)
    for (const [key, spans] of Map.groupBy(trace, keyOf)) {
      const errors = spans.filter(({ error }) => error !== undefined).length;
      counts.set(key, [...(counts.get(key) ?? []), { calls: spans.length, errors }]);
    }
  const keys = new Set([...groups.keys(), ...counts.keys()]);
  return [...keys].flatMap((key) => {
    const { calls, errors } = groups.get(key) ?? { calls: 0, errors: 0 };
    const seen = counts.get(key) ?? [];
    const sum = (of: (one: { readonly calls: number; readonly errors: number }) => number) => seen.reduce((all, one) => all + of(one), 0);
    // One request of each second is kept, if there is one.
    const expected = users.requests === 0 ? 0 : (calls * Math.min(seconds, users.requests)) / users.requests;
    const spread = Math.max(
      sum((one) => one.calls ** 2),
      expected,
    );
    const share = calls === 0 ? 0 : errors / calls;
    const likely = (errors + 0.5) / (calls + 1);
    const total = sum((one) => one.calls);
    const errorSpread =
      Math.max(
        sum((one) => (one.errors - likely * one.calls) ** 2),
        total * likely * (1 - likely),
      ) +
      (total ** 2 * likely * (1 - likely)) / (calls + 1);
    return [
      { check: "calls: metrics, traces", subject: key, said: [expected, total], deviation: Math.sqrt(spread + 1) },
      ...(total < 3
        ? []
        : [
            {
              check: "errors: metrics, traces",
              subject: key,
              said: [share * total, sum((one) => one.errors)] as const,
              deviation: Math.sqrt(errorSpread),
            },
          ]),
    ] satisfies Comparison[];
  });
};

/** Compares users' successes with those of the programs that they reach. */
export const compareUsers = ({ groups, traces, users }: Requests): readonly Comparison[] => {
  const spans = traces.flat();
  const entries = new Set(spans.filter(({ parent }) => parent === undefined).map(({ service }) => service));
  const inner = new Set(spans.filter(({ parent }) => parent !== undefined).map(keyOf));
  const reached = [...groups.values()].filter((group) => group.kind === "server" && entries.has(group.service) && !inner.has(keyOf(group)));
  const successes = reached.reduce((sum, { calls, errors }) => sum + calls - errors, 0);
  const wanted = users.requests - users.errors;
  return [
    { check: "successes: users, metrics", subject: "entry", said: [wanted, successes], deviation: Math.sqrt(wanted + successes + 2) },
  ];
};

/** Compares the histogram's count with the counter. */
export const compareHistograms = async ({ slot, toMs }: Watched): Promise<readonly Comparison[]> => {
  const difference = `sum by (service_name) (traces_span_metrics_duration_milliseconds_bucket{le="+Inf"}) - sum by (service_name) (traces_span_metrics_calls_total)`;
  return (await askSamples(slot.admin, "prometheus", difference, toMs)).map(({ labels, value }) => ({
    check: "calls: histogram, counter",
    subject: labels["service_name"] ?? "",
    said: [value, 0],
    deviation: 0,
  }));
};
