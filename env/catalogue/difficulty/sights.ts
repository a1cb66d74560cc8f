import type { AppRecord } from "#kube/app/app.ts";
import { isPodReady } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Event } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Slot } from "#pool/backend.ts";
import { readAlerts } from "../../actions/alerts-of.ts";

/** A sign that an agent can notice in a slot without a look at any specification. */
export interface Sight {
  /** Kind of sign, with the name that it is counted by: `alert KubePodNotReady`, `log`, `latency`. */
  readonly what: string;
  /** Name of the component that it names; missing: it names none. */
  readonly component?: string;
  /** Source that shows it. */
  readonly through: "kubectl" | "alerts" | "telemetry" | "users";
  /** Number of times, or ms of latency. */
  readonly value: number;
}

/** Reads alerts, warnings since a moment (ms), pods, users' errors, and logs, spans and latency of the last minutes. */
export const readSights = async ({ admin, namespace, traffic, baseline }: Slot, sinceMs: number): Promise<readonly Sight[]> => {
  const nowMs = admin.clock.nowMs();
  const nameIn = createNaming(baseline.app);
  const read = await readAlerts(admin);
  const events = await listObjects<Event>(admin, { resource: "events", namespace: undefined });
  const pods = await listObjects<Pod>(admin, { resource: "pods", namespace });
  const isLate = ({ lastTimestamp, eventTime }: Event): boolean => Date.parse(lastTimestamp ?? eventTime ?? "") >= sinceMs;
  const alerts = "alerts" in read ? read.alerts : [];
  const warnings = events.filter((event) => event.type === "Warning" && isLate(event));
  const unready = pods.filter((pod) => pod.status?.phase !== "Succeeded" && !isPodReady(pod));
  const restarted = pods.flatMap((pod) =>
    Array.from({ length: (pod.status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0) }, () => pod),
  );
  const podSight = (what: string) => (pod: Pod) => ({ what, name: pod.metadata.labels?.[baseline.app.labelKey] ?? pod.metadata.name });
  const users = (await traffic(nowMs - 120_000, nowMs)).errors;
  const seen = (through: Sight["through"], found: readonly Found[]): readonly Sight[] =>
    found.map(({ what, name, value = 1 }) => ({ what, through, value, ...nameIn(name) }));
  return addUp([
    ...seen(
      "alerts",
      alerts.map(({ labels }) => ({ what: `alert ${labels["alertname"]}`, name: subjectOf(labels) })),
    ),
    ...seen(
      "kubectl",
      warnings.map(({ reason, involvedObject: { kind, name } }) => ({ what: `warning ${reason} ${kind}`, name })),
    ),
    ...seen("kubectl", [...unready.map(podSight("pods that are not ready")), ...restarted.map(podSight("restarts"))]),
    { what: "users' errors", through: "users", value: users },
    ...seen("telemetry", [
      ...(await logsOf(admin, nowMs)),
      ...(await valuesOf(admin, "failed spans", FAILED_SPANS)),
      ...(await valuesOf(admin, "latency", LATENCY)),
    ]),
  ]);
};

/** Signs that a world in which nothing is wrong lacks, or has of them less than two thirds. */
export const standsOut = (seen: readonly Sight[], calm: readonly Sight[]): readonly Sight[] => {
  const usual = new Map(calm.map((sight) => [keyOf(sight), sight.value]));
  return seen.filter((sight) => sight.value > 0 && sight.value > 1.5 * (usual.get(keyOf(sight)) ?? 0));
};

interface Found {
  readonly what: string;
  /** Name of an object or of a service; missing: it is about none. */
  readonly name?: string | undefined;
  readonly value?: number;
}

const keyOf = ({ what, component = "" }: Sight): string => `${what} ${component}`;

/** Adds up equal signs of a component. */
const addUp = (sights: readonly Sight[]): readonly Sight[] =>
  [...Map.groupBy(sights, keyOf).values()].map((same) => ({
    ...(same[0] as Sight),
    value: same.reduce((sum, { value }) => sum + value, 0),
  }));

/** Creates the naming of components by the names of their objects: the longest that such a name begins with. */
const createNaming = ({ components }: AppRecord): ((name?: string) => { readonly component?: string }) => {
  const names = components.map(({ name }) => name).sort((a, b) => b.length - a.length);
  return (object) => {
    const component = names.find((name) => object === name || object?.startsWith(`${name}-`) === true);
    return component === undefined ? {} : { component };
  };
};

/** Name of the object that an alert is about. */
const subjectOf = (labels: Readonly<Record<string, string>>): string | undefined =>
  [
    "deployment",
    "statefulset",
    "daemonset",
    "service_name",
    "pod",
    "horizontalpodautoscaler",
    "job_name",
    "persistentvolumeclaim",
    "service",
  ]
    .map((key) => labels[key])
    .find((value) => value !== undefined);

const FAILED_SPANS = 'sum by (service_name) (increase(traces_span_metrics_calls_total{status_code="STATUS_CODE_ERROR"}[3m]))';
const LATENCY = "histogram_quantile(0.95, sum by (le, service_name) (rate(traces_span_metrics_duration_milliseconds_bucket[3m])))";

/** Lines of complaint by pod. */
const logsOf = async (view: ClusterView, nowMs: number): Promise<readonly Found[]> => {
  const params = {
    query: `{namespace=~".+"} |~ "(?i)${COMPLAINTS}"`,
    start: `${nowMs - 300_000}000000`,
    end: `${nowMs}000000`,
    limit: "5000",
  };
  const { body } = await view.query({ api: "loki", path: "/loki/api/v1/query_range", params });
  const { result } = (body as { readonly data: { readonly result: readonly Stream[] } }).data;
  return result.map(({ stream, values }) => ({ what: "log", name: stream["pod"] ?? stream["container"], value: values.length }));
};

const COMPLAINTS = "(err|fail|exception|refused|timeout|timed out|denied|unavailable|panic|fatal|warn|no such|unable)";

interface Stream {
  readonly stream: Readonly<Record<string, string>>;
  readonly values: readonly unknown[];
}

const valuesOf = async (view: ClusterView, what: string, query: string): Promise<readonly Found[]> => {
  const { body } = await view.query({ api: "prometheus", path: "/api/v1/query", params: { query } });
  const { result } = (body as { readonly data: { readonly result: readonly Sample[] } }).data;
  return result.map(({ metric, value: [, value] }) => ({ what, name: metric["service_name"], value: Number(value) }));
};

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}
