import { readAlerts } from "#env/actions/alerts-of.ts";
import { isPodReady } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Event } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Slot } from "#pool/backend.ts";

/** Signs that an agent can notice in a slot without a look at any specification, as numbers by what they are about. */
export type Sights = ReadonlyMap<string, number>;

/** Reads alerts, warnings since a moment (ms), pods, users' errors, and logs, spans and latency of the last minutes. */
export const readSights = async ({ admin, namespace, traffic }: Slot, sinceMs: number): Promise<Sights> => {
  const nowMs = admin.clock.nowMs();
  const alerts = await readAlerts(admin);
  const events = await listObjects<Event>(admin, { resource: "events", namespace: undefined });
  const pods = await listObjects<Pod>(admin, { resource: "pods", namespace });
  const isLate = ({ lastTimestamp, eventTime }: Event): boolean => Date.parse(lastTimestamp ?? eventTime ?? "") >= sinceMs;
  const warnings = events.filter((event) => event.type === "Warning" && isLate(event));
  return new Map([
    ...count("alert", "alerts" in alerts ? alerts.alerts.map(({ labels }) => labels["alertname"] ?? "") : []),
    ...count(
      "warning",
      warnings.map(({ reason, involvedObject }) => `${reason} ${involvedObject.kind}`),
    ),
    ["pods that are not ready", pods.filter((pod) => pod.status?.phase !== "Succeeded" && !isPodReady(pod)).length],
    ["restarts", pods.flatMap(({ status }) => status?.containerStatuses ?? []).reduce((sum, one) => sum + one.restartCount, 0)],
    ["users' errors", (await traffic(nowMs - 120_000, nowMs)).errors],
    ...(await logsOf(admin, nowMs)),
    ...(await valuesOf(admin, "failed spans", FAILED_SPANS)),
    ...(await valuesOf(admin, "latency", LATENCY)),
  ]);
};

/** Names the signs that a world in which nothing is wrong lacks, or has of them less than two thirds. */
export const standsOut = (seen: Sights, calm: Sights): readonly string[] =>
  [...seen].filter(([what, value]) => value > 1.5 * (calm.get(what) ?? 0) && value > 0).map(([what]) => what);

const FAILED_SPANS = 'sum by (service_name) (increase(traces_span_metrics_calls_total{status_code="STATUS_CODE_ERROR"}[3m]))';
const LATENCY = "histogram_quantile(0.95, sum by (le, service_name) (rate(traces_span_metrics_duration_milliseconds_bucket[3m])))";

const count = (kind: string, names: readonly string[]): readonly (readonly [string, number])[] =>
  [...new Set(names)].map((name) => [`${kind} ${name}`, names.filter((other) => other === name).length]);

/** Lines of complaint by container. */
const logsOf = async (view: ClusterView, nowMs: number): Promise<readonly (readonly [string, number])[]> => {
  const params = {
    query: `{namespace=~".+"} |~ "(?i)${COMPLAINTS}"`,
    start: `${nowMs - 300_000}000000`,
    end: `${nowMs}000000`,
    limit: "5000",
  };
  const { body } = await view.query({ api: "loki", path: "/loki/api/v1/query_range", params });
  const { result } = (body as { readonly data: { readonly result: readonly Stream[] } }).data;
  return count(
    "log of",
    result.flatMap(({ stream, values }) => values.map(() => stream["container"] ?? "")),
  );
};

const COMPLAINTS = "(err|fail|exception|refused|timeout|timed out|denied|unavailable|panic|fatal|warn|no such|unable)";

interface Stream {
  readonly stream: Readonly<Record<string, string>>;
  readonly values: readonly unknown[];
}

const valuesOf = async (view: ClusterView, what: string, query: string): Promise<readonly (readonly [string, number])[]> => {
  const { body } = await view.query({ api: "prometheus", path: "/api/v1/query", params: { query } });
  const { result } = (body as { readonly data: { readonly result: readonly Sample[] } }).data;
  return result.map(({ metric, value: [, value] }) => [`${what} of ${metric["service_name"]}`, Number(value)]);
};

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}
