import { ApiError } from "#kube/ports/api-error.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Deployment, StatefulSet } from "#kube/types/workloads.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { type Alert, readFiring } from "../../actions/alerts-of.ts";
import { fitList } from "../fit-list.ts";
import { defineView } from "../view.ts";

const schema = {
  type: "array",
  items: {
    type: "object",
    properties: {
      workload: { type: "string", description: "deployment/NAME or statefulset/NAME" },
      wanted: { type: "integer", description: "Replicas that its spec asks for." },
      ready: { type: "integer" },
      rps: { type: "number", description: "Requests that it handles per second." },
      error_ratio: { type: "number", minimum: 0, maximum: 1 },
      p95_ms: { type: "number", description: "95th percentile of its durations; 0 without requests." },
      firing: { type: "integer", description: "Firing alerts that name it or its pods." },
    },
    required: ["workload", "wanted", "ready", "rps", "error_ratio", "p95_ms", "firing"],
  },
};

export default defineView({
  spec: {
    name: "workloads",
    mediaType: "application/json",
    schemaJson: JSON.stringify(schema),
    deterministic: true,
    agentVisible: true,
    defaultJson: "[]",
  },
  render: async ({ view, namespace, maxBytes }) => {
    const [deployments, statefulSets, firing, rps, errors, p95] = await Promise.all([
      listWorkloads(view, "deployments.apps", namespace),
      listWorkloads(view, "statefulsets.apps", namespace),
      readFiring(view),
      ...Object.values(QUERIES).map((query) => readByService(view, query(namespace))),
    ]);
    const rowOf = (kind: string) => (workload: Deployment | StatefulSet) => {
      const { name } = workload.metadata;
      const requests = rps?.get(name) ?? 0;
      return {
        workload: `${kind}/${name}`,
        wanted: workload.spec.replicas ?? 1,
        ready: workload.status?.readyReplicas ?? 0,
        rps: requests,
        error_ratio: requests === 0 ? 0 : (errors?.get(name) ?? 0) / requests,
        p95_ms: p95?.get(name) ?? 0,
        firing: (firing ?? []).filter((alert) => concerns(alert, name)).length,
      };
    };
    return fitList([...deployments.map(rowOf("deployment")), ...statefulSets.map(rowOf("statefulset"))], maxBytes);
  },
});

const QUERIES = {
  rps: (namespace: string) => `sum by (service_name) (rate(traces_span_metrics_calls_total{namespace="${namespace}", span_kind="SPAN_KIND_SERVER"}[2m]))`,
  errors: (namespace: string) =>
    `sum by (service_name) (rate(traces_span_metrics_calls_total{namespace="${namespace}", span_kind="SPAN_KIND_SERVER", status_code="STATUS_CODE_ERROR"}[2m]))`,
  p95: (namespace: string) =>
    `histogram_quantile(0.95, sum by (le, service_name) (rate(traces_span_metrics_duration_milliseconds_bucket{namespace="${namespace}", span_kind="SPAN_KIND_SERVER"}[2m])))`,
};

/** Lists workloads by name; none where the agent may not read them. */
const listWorkloads = async (view: ClusterView, resource: string, namespace: string): Promise<readonly (Deployment | StatefulSet)[]> =>
  await listObjects<Deployment | StatefulSet>(view, { resource, namespace }).catch((error: unknown) => {
    if (error instanceof ApiError) return [];
    throw error;
  });

/** Reads the values of a query by service; undefined where metrics cannot be read, and without those that are no number. */
const readByService = async (view: ClusterView, query: string): Promise<ReadonlyMap<string, number> | undefined> => {
  const answer = await view.query({ api: "prometheus", path: "/api/v1/query", params: { query } });
  const body = answer.body as { readonly data?: { readonly result?: readonly Sample[] } } | null;
  const samples = (body?.data?.result ?? []).map(({ metric, value }) => [metric["service_name"] ?? "", Number(value[1])] as const);
  return answer.status === 200 ? new Map(samples.filter(([, value]) => Number.isFinite(value))) : undefined;
};

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** Tells whether an alert names a workload or one of its pods. */
const concerns = ({ labels }: Alert, name: string): boolean =>
  NAMING_LABELS.some((label) => labels[label] === name) || (labels["pod"] ?? "").startsWith(`${name}-`);

const NAMING_LABELS = ["service_name", "deployment", "statefulset", "service"];
